import type { Booking } from '../../../src-shared/station/booking/booking.ts'
import type { Money } from '../../../src-shared/station/money.ts'
import type { Shipment } from '../../../src-shared/station/tracking/shipment.ts'

/** One of many that something is done to: a shipment, or a booking that may not be one yet. */
export interface BulkItem {
  /** Unique among those that are picked together. */
  id: string
  /** Null: it has not become a shipment. */
  shipmentId: string | null
  name: string
  /** Whom it goes to. */
  consignee: string
  /** What a refund may bring back; null: nothing was paid, or nobody knows. */
  paid: Money | null
}

export function itemOfShipment(shipment: Shipment): BulkItem {
  const { shipmentId, reference, trackingNumber, destination, total } = shipment
  return {
    id: shipmentId,
    shipmentId,
    name: reference ?? trackingNumber ?? shipmentId,
    consignee: destination?.companyName ?? destination?.city ?? '',
    paid: total,
  }
}

/** A booking that is called off already has nothing more to give back. */
export function itemOfBooking(booking: Booking): BulkItem {
  const { bookingId, shipmentId, reference, consigneeName, state, cancellation } = booking
  const isPaid = state === 'BOOKED' && cancellation === null
  return {
    id: bookingId,
    shipmentId,
    name: reference,
    consignee: consigneeName,
    paid: isPaid ? (booking.charged ?? booking.total) : null,
  }
}
