import type { ShipmentStatus } from '../../../src-shared/freight/shipment.ts'

/**
 * How far along a shipment is. EXCEPTION stands beside IN_TRANSIT: a shipment goes into it and comes out of it. From an
 * end state nothing leads back; RETURNED may follow a refused delivery that was first told as DELIVERED.
 */
const STEP = new Map<string, number>(
  Object.entries({
    PENDING: 0,
    PICKUP_SCHEDULED: 1,
    PICKED_UP: 2,
    IN_TRANSIT: 3,
    EXCEPTION: 3,
    OUT_FOR_DELIVERY: 3,
    DELIVERED: 5,
    CANCELLED: 5,
    RETURNED: 6,
  } satisfies Record<ShipmentStatus, number>),
)
const ENDED = 5

/** May `next` replace `current`? Never a step back; a word that is not in the interface replaces only what has not ended. */
export function mayReplaceStatus(current: string, next: string): boolean {
  const from = STEP.get(current)
  const to = STEP.get(next)
  if (from === undefined) return true
  if (to === undefined) return from < ENDED
  return to >= from
}
