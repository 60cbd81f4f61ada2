import type { NewBooking } from '../../src-main/booking/bookings.rows.ts'
import type { SiteBookingBody } from '../../src-shared/site/record.ts'

/** A booking as a station hands it over. */
export function bodyOf(input: NewBooking, at: Date): SiteBookingBody {
  const { hold } = input
  return {
    bookingId: input.bookingId,
    submissionId: input.submissionId,
    environment: input.environment,
    reference: input.request.reference ?? input.bookingId,
    wire: input,
    summary: input.summary,
    origin: input.origin ?? null,
    quoteExpiresAt: input.quoteExpiresAt,
    hold: hold ? { day: hold.day, until: hold.until.toISOString() } : null,
    batch: input.batch ?? null,
    approvedBy: input.approvedBy ?? null,
    person: null,
    createdAt: at.toISOString(),
  }
}
