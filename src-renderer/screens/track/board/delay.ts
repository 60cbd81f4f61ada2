import { hasEndedElsewhere, isDelivered } from '../../../../src-shared/machine/shipment.ts'
import { daysBetween } from '../../../../src-shared/station/day.ts'
import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'

/** Days between the promised day and the day of delivery (or today); null where nothing was promised or it ended otherwise. */
export type Delay = { kind: 'days'; days: number; isFinal: boolean } | null

const dayIn = (moment: string): string => moment.slice(0, 10)

/**
 * By the days that the service wrote, so that no time zone moves them. A due shipment has no delay before its day.
 * @param today YYYY-MM-DD on this machine's calendar
 */
export function delayOf(shipment: Shipment, today: string): Delay {
  const { estimatedDelivery, actualDelivery } = shipment
  if (!estimatedDelivery || hasEndedElsewhere(shipment)) return null
  const isFinal = actualDelivery !== null
  // Delivered at an unknown time: it does not get later every day.
  if (!isFinal && isDelivered(shipment)) return null
  const days = daysBetween(dayIn(estimatedDelivery), dayIn(actualDelivery ?? today))
  if (Number.isNaN(days)) return null
  return { kind: 'days', days: isFinal ? days : Math.max(0, days), isFinal }
}
