import type { Shipment } from '../../../../src-shared/station/shipment.ts'

const DAY_MS = 86_400_000
const ENDED = ['CANCELLED', 'RETURNED']

/** Days between the promised day and the day of delivery (or today); null where nothing was promised or it ended otherwise. */
export type Delay = { kind: 'days'; days: number; isFinal: boolean } | null

const dayOf = (moment: string): number => Date.parse(`${moment.slice(0, 10)}T00:00:00Z`) / DAY_MS

/**
 * By the days that the service wrote, so that no time zone moves them. What is still due says nothing before its day.
 * @param today YYYY-MM-DD on this machine's calendar
 */
export function delayOf(shipment: Shipment, today: string): Delay {
  const { estimatedDelivery, actualDelivery, status } = shipment
  if (!estimatedDelivery || ENDED.includes(status)) return null
  const isFinal = actualDelivery !== null
  const days = dayOf(actualDelivery ?? today) - dayOf(estimatedDelivery)
  if (Number.isNaN(days)) return null
  return { kind: 'days', days: isFinal ? days : Math.max(0, days), isFinal }
}
