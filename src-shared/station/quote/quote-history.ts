import { z } from 'zod'
import type { CrossBorderQuote } from './crossborder.ts'
import { rowNumberSchema, searchSchema } from '../limits.ts'
import type { Money } from '../money.ts'
import type { Quote } from './quote.ts'

/** Either kind of quote; `kind` distinguishes them. */
export type AnyQuote = Quote | CrossBorderQuote

export function isCrossBorder(quote: AnyQuote): quote is CrossBorderQuote {
  return 'kind' in quote
}

/** One quote of the past. */
export interface QuoteSummary {
  id: string
  kind: 'domestic' | 'crossborder'
  requestedAt: string
  expiresAt: string
  /** City, state and postal code. */
  origin: string
  destination: string
  pieces: number
  weightLb: number
  /** The cheapest of its rates; null when there were none. */
  cheapest: Money | null
  rates: number
  /** Its bookings, newest first; empty: none. */
  bookings: { bookingId: string; reference: string; state: string }[]
}

/** Input of `quotes.list`; newest first. */
export const quoteListSchema = z.object({
  /** Words that must all begin a word of the places, companies, carriers or goods. */
  text: searchSchema().default(''),
  from: z.iso.date({ error: 'must be a day written YYYY-MM-DD' }).optional(),
  to: z.iso.date({ error: 'must be a day written YYYY-MM-DD' }).optional(),
  /** The `next` of the page before. */
  before: rowNumberSchema.optional(),
  limit: z.int().min(1).max(200).default(50),
})
export type QuoteListQuery = z.output<typeof quoteListSchema>

export interface QuoteHistoryPage {
  rows: QuoteSummary[]
  next: number | null
}

/** One carrier's service then and now. */
export interface RateChange {
  provider: string
  service: string
  carrierName: string
  /** Null: was not offered then. */
  was: Money | null
  /** Null: is not offered any more. */
  now: Money | null
  /** Minor units, now less then; null when one of the two is missing or the currency is another. */
  difference: number | null
}

/** Answer of `quotes.again`. */
export interface QuoteAgain {
  quote: AnyQuote
  changes: RateChange[]
}
