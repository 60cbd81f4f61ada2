import { needsPerson } from '../../../src-shared/machine/booking.ts'
import type { Booking } from '../../../src-shared/station/booking/booking.ts'
import type { Money } from '../../../src-shared/station/money.ts'
import type { Shipment } from '../../../src-shared/station/tracking/shipment.ts'

/** One of many that something is done to: a shipment, or a booking that may not be one yet. */
export interface BulkItem {
  /** Unique among those that are picked together. */
  id: string
  /** Null: it has not become a shipment. */
  shipmentId: string | null
  /** Null: a shipment that is looked at without its booking. */
  bookingId: string | null
  /** It was not sent because its pickup day passed: another day answers its question. */
  isPickupAsked: boolean
  name: string
  /** The consignee. */
  consignee: string
  /** A possible refund; null: nothing was paid, or unknown. */
  paid: Money | null
  /** A shipment's newest event as it was picked: what came later was not seen. */
  lastEventId?: string | null
}

export function itemOfShipment(shipment: Shipment): BulkItem {
  const { shipmentId, reference, trackingNumber, destination, total, lastEvent } = shipment
  return {
    id: shipmentId,
    shipmentId,
    bookingId: null,
    isPickupAsked: false,
    name: reference ?? trackingNumber ?? shipmentId,
    consignee: destination?.companyName ?? destination?.city ?? '',
    paid: total,
    lastEventId: lastEvent?.eventId ?? null,
  }
}

/** A booking that is canceled already has no further refund. */
export function itemOfBooking(booking: Booking): BulkItem {
  const { bookingId, shipmentId, reference, consigneeName, state, question, cancellation } = booking
  const isPaid = state === 'BOOKED' && cancellation === null
  return {
    id: bookingId,
    shipmentId,
    bookingId,
    isPickupAsked: needsPerson(booking) && question?.kind === 'pickup-passed',
    name: reference,
    consignee: consigneeName,
    paid: isPaid ? (booking.charged ?? booking.total) : null,
  }
}
