import type { OrderRow } from '../../../src-shared/station/orders/order.ts'
import type { BulkItem } from '../bulk/bulk-item.ts'

/** Its label was not printed yet, and its shipment was not canceled. */
export const needsLabel = ({ booking }: Pick<OrderRow, 'booking'>): boolean =>
  booking !== null && !booking.isPrinted && !booking.isCanceled

/** A booked order whose label is printed with others. */
export const itemOfOrder = ({ orderId, reference, consigneeName, booking }: OrderRow): BulkItem => ({
  id: orderId,
  shipmentId: booking?.shipmentId ?? null,
  bookingId: booking?.bookingId ?? null,
  isPickupAsked: false,
  name: reference,
  consignee: consigneeName,
  paid: null,
})
