import type { BookingContent } from '../../../src-shared/station/booking/booking-content.ts'
import type { LedgerBooking } from '../booking-row.rows.ts'
import type { QuoteOrigin } from '../../../src-shared/station/booking/record.ts'

/** What a form needs of a booking that it changes or takes up again. */
export function bookingContent(booking: LedgerBooking): BookingContent {
  const { bookingId, request, origin, quoteExpiresAt } = booking
  const { shipperInfo = {}, consigneeInfo = {}, instructions = '' } = request
  return {
    bookingId,
    shipperInfo,
    consigneeInfo,
    instructions,
    quoted: origin && quotedOf(origin),
    direct: booking.kind === 'direct' ? booking.request : null,
    quoteExpiresAt,
  }
}

function quotedOf(origin: QuoteOrigin): NonNullable<BookingContent['quoted']> {
  if (origin.kind === 'crossborder') return { kind: origin.kind, request: origin.request }
  const { kind, request, provider, service } = origin
  return { kind, request, provider, service }
}
