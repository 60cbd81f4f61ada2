import type { Party } from '../../freight/address.ts'
import type { DirectBooking } from '../../freight/booking.ts'
import type { CrossborderQuoteRequest } from '../../freight/crossborder-quote.ts'
import type { QuoteRequest } from '../../freight/quote.ts'

/** The request of a booking, for a form that changes it or resumes it. */
export interface BookingContent {
  bookingId: string
  shipperInfo: Party
  consigneeInfo: Party
  instructions: string
  /** The quote, so that the same can be requested again; null: it was booked without a quote. */
  quoted:
    | { kind: 'domestic'; request: QuoteRequest; provider: string; service: string }
    | { kind: 'crossborder'; request: CrossborderQuoteRequest }
    | null
  /** The whole body of a direct booking. */
  direct: DirectBooking | null
  /** When its quote ends; null: there is none. */
  quoteExpiresAt: string | null
}
