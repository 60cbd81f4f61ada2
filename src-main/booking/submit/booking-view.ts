import { BOOKING_FIELDS, type Booking } from '../../../src-shared/station/booking/booking.ts'
import type { LedgerBooking } from '../booking-row.rows.ts'

/** What a screen sees of a booking: without the wire body and the outbox's own bookkeeping. */
export function bookingView(booking: LedgerBooking): Booking {
  const inside = Object.keys(booking).filter((field) => !BOOKING_FIELDS.includes(field))
  return without(booking, inside)
}

function without<T extends object>(whole: T, fields: readonly string[]): T {
  const rest = { ...whole }
  for (const field of fields) Reflect.deleteProperty(rest, field)
  return rest
}
