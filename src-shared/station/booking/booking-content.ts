import type { Party } from '../../freight/address.ts'
import type { DirectBooking } from '../../freight/booking.ts'
import type { CrossborderQuoteRequest } from '../../freight/crossborder-quote.ts'
import type { QuoteRequest } from '../../freight/quote.ts'

/** What a booking asks for, for a form that changes it or takes it up again. */
export interface BookingContent {
  bookingId: string
  shipperInfo: Party
  consigneeInfo: Party
  instructions: string
  /** What was quoted, so that the same can be asked for again; null: it was booked without a quote. */
  quoted:
    | { kind: 'domestic'; request: QuoteRequest; provider: string; service: string }
    | { kind: 'crossborder'; request: CrossborderQuoteRequest }
    | null
  /** The whole body of a direct booking. */
  direct: DirectBooking | null
  /** When its quote ends; null: there is none. */
  quoteExpiresAt: string | null
}
