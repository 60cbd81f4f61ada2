import { hasEndedElsewhere, isDelivered } from '../../../../src-shared/machine/shipment.ts'
import { daysBetween } from '../../../../src-shared/station/day.ts'
import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'

const dayIn = (moment: string): string => moment.slice(0, 10)

/** When it was delivered, or is promised to be; null: unknown, or it was canceled or returned. */
export const deliveryOf = (shipment: Shipment): string | null =>
  shipment.actualDelivery ?? (hasEndedElsewhere(shipment) ? null : shipment.estimatedDelivery)

/**
 * How many days after the promised day it was delivered, or today is; null where it is not late. By the days that the
 * service wrote, so that no time zone moves them.
 * @param today YYYY-MM-DD on this machine's calendar
 */
export function daysLate(shipment: Shipment, today: string): number | null {
  const { estimatedDelivery, actualDelivery } = shipment
  if (!estimatedDelivery || hasEndedElsewhere(shipment)) return null
  // Delivered at an unknown time: it does not get later every day.
  if (actualDelivery === null && isDelivered(shipment)) return null
  const days = daysBetween(dayIn(estimatedDelivery), dayIn(actualDelivery ?? today))
  return days > 0 ? days : null
}
