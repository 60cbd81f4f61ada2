import { isCancelled, isDelivered, isEnded, isOnTheDock } from '../../../../src-shared/machine/shipment.ts'
import type { ShipmentDetail } from '../../../../src-shared/station/tracking/shipment.ts'

/** What a person can do with a shipment. */
export type ShipmentWay = 'acknowledge' | 'print' | 'mail' | 'change' | 'return' | 'refresh'

/** Why it is left in peace, as far as it is. */
export type Quiet = { kind: 'snoozed'; until: string } | { kind: 'acknowledged'; at: string } | null

export function quietOf({ attention, events }: ShipmentDetail, now: number): Quiet {
  if (!attention) return null
  const { kind, until, at, lastEventId } = attention
  if (kind === 'snoozed') return until !== null && Date.parse(until) > now ? { kind, until } : null
  return lastEventId === (events[0]?.eventId ?? null) ? { kind, at } : null
}

/** There is something to acknowledge, and nobody has. */
export const isAsking = (detail: ShipmentDetail, now: number): boolean =>
  detail.needsLook === true && quietOf(detail, now) === null

/** The ways that this shipment has: the first is what it most likely needs now, the others stand in a menu. */
export function waysOf(detail: ShipmentDetail, now: number): ShipmentWay[] {
  const { shipment, booking, hasLabel } = detail
  const isPrintable = hasLabel && !isCancelled(shipment)
  const isOnDock = isOnTheDock(shipment)
  const ways: (ShipmentWay | false)[] = [
    isAsking(detail, now) && 'acknowledge',
    isPrintable && isOnDock && 'print',
    'mail',
    isPrintable && !isOnDock && 'print',
    booking !== null && !isEnded(shipment) && 'change',
    booking !== null && isDelivered(shipment) && 'return',
    'refresh',
  ]
  return ways.filter((way) => way !== false)
}
