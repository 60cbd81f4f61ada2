import type { Booking } from '../../../src-shared/station/booking/booking.ts'
import type { LedgerBooking } from '../booking-row.rows.ts'

/** What a screen sees of a booking: without the wire body and the outbox's own bookkeeping. */
export function bookingView(booking: LedgerBooking): Booking {
  const { kind, bookingId, state, reference, carrierName, provider, service, total, charged, consigneeName } = booking
  const { destination, pickupDate, labelFormat, createdAt, updatedAt, shipmentId, trackingNumber } = booking
  const { proNumber, error, question, checks, nextCheckAt, holdUntil, cancellation, batchId, batchRow } = booking
  return {
    bookingId,
    kind,
    state,
    reference,
    carrierName,
    provider,
    service,
    total,
    ...(charged && { charged }),
    consigneeName,
    destination,
    pickupDate,
    labelFormat,
    createdAt,
    updatedAt,
    shipmentId,
    trackingNumber,
    proNumber,
    error,
    question,
    checks,
    nextCheckAt,
    holdUntil,
    cancellation,
    batchId,
    batchRow,
    byRule: booking.byRule,
    returnOf: booking.returnOf,
    hasLabel: booking.hasLabel,
  }
}
