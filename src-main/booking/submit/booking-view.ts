import { BOOKING_FIELDS, type Booking } from '../../../src-shared/station/booking/booking.ts'
import { cargoTotals } from '../cargo-totals.ts'
import type { LedgerBooking } from '../booking-row.rows.ts'

/** What a screen sees of a booking: without the wire body and the outbox's own bookkeeping. */
export function bookingView(booking: LedgerBooking): Booking {
  const view: LedgerBooking = { ...booking, cargo: cargoTotals(booking) }
  for (const field of Object.keys(view)) if (!BOOKING_FIELDS.has(field)) Reflect.deleteProperty(view, field)
  return view
}
