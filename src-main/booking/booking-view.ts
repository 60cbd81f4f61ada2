import type { Booking } from '../../src-shared/station/booking.ts'
import type { LedgerBooking } from '../store/ledger/bookings.ts'

/** What a screen sees of a booking: without the wire body and the outbox's own bookkeeping. */
export function bookingView(booking: LedgerBooking): Booking {
  const {
    environment: _environment,
    request: _request,
    quoteExpiresAt: _expiry,
    sentAt: _sentAt,
    attempts: _attempts,
    ...view
  } = booking
  return view
}
