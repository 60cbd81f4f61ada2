import { crossborderQuoteRequestSchema, type CrossborderQuoteRequest } from '../../freight/crossborder-quote.ts'
import type { z } from 'zod'
import type { Money } from '../money.ts'

/** One leg of the way, as the carrier of that leg drives it. Days are YYYY-MM-DD as written, no time zone applied. */
export interface CrossBorderMove {
  carrierName: string
  scac: string | null
  pickupDate: string | null
  deliveryDate: string | null
}

/** One offer for the whole way, over as many legs as it takes. */
export interface CrossBorderRate {
  /** Unique within its quote. */
  rateId: string
  /** The id to book with. */
  quoteId: string
  /** `standard` or `expedited`; an unknown word is kept as received. */
  serviceType: string | null
  total: Money
  /** Business days. */
  transitDays: { from: number; to: number } | null
  moves: CrossBorderMove[]
}

/** A quote between the US and Mexico as every screen knows it. It is booked by its load id and a rate's quote id. */
export interface CrossBorderQuote {
  /** Our own id; the quote is kept under it. */
  id: string
  kind: 'crossborder'
  loadId: string
  bolNumber: string | null
  /** Offers of the answer that could not be read, and are not among the rates; absent: none. */
  unread?: number | undefined
  /** The service's own id of the request that it answered; absent: it named none. */
  requestId?: string | undefined
  /** Cheapest first. */
  rates: CrossBorderRate[]
  /** ISO 8601. The answer names no expiry: one hour from when it was asked for (interface, Limits). */
  expiresAt: string
  requestedAt: string
  request: CrossborderQuoteRequest
  /** The service that it is of, which alone books it; absent: it was kept before that was known. */
  environment?: string | undefined
}

/** Input of `quotes.requestCrossBorder`: the interface's own body. */
export const crossBorderQuoteInputSchema = crossborderQuoteRequestSchema
export type CrossBorderQuoteInput = z.input<typeof crossBorderQuoteInputSchema>
