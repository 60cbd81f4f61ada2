import type { z } from 'zod'
import { quoteRequestSchema, type QuoteRequest } from '../../freight/quote.ts'
import { cargoInputSchema } from './cargo-input.ts'
import { declaredAmountSchema } from '../limits.ts'
import type { Money } from '../money.ts'

/** One offer of one carrier, in any shape of the service's answer. */
export interface Rate {
  /** Unique within its quote. */
  rateId: string
  /** The id to book with: shape A the quote's own, shape B the element's. */
  quoteId: string
  /** As the booking must name them. */
  provider: string
  service: string
  /** For people. */
  carrierName: string
  scac: string | null
  total: Money
  /** Business days; both ends alike when the service names one number. */
  transitDays: { from: number; to: number } | null
  /** The day as the carrier wrote it, YYYY-MM-DD, no time zone applied. */
  deliveryDate: string | null
  isGuaranteed: boolean | null
  breakdown: { base: Money | null; fuelSurcharge: Money | null; charges: { code: string; amount: Money }[] } | null
}

/** A domestic quote as every screen knows it. */
export interface Quote {
  /** Our own id; the quote is kept under it. */
  id: string
  shape: 'A' | 'B'
  /** Cheapest first. */
  rates: Rate[]
  /** ISO 8601. Shape B names no expiry; then one hour from the answer (interface, Limits). */
  expiresAt: string
  requestedAt: string
  warnings: string[]
  loadId: string | null
  bolNumber: string | null
  /** Offers of the answer that could not be read, and are not among the rates; absent: none. */
  unread?: number | undefined
  /** The service's own id of the request that it answered; absent: it named none. */
  requestId?: string | undefined
  request: QuoteRequest
  /** The delivered shipment that it would bring back; absent: it is no return. */
  returnOf?: string | undefined
}

/** Input of `quotes.request`: the interface's own body, with the ship date required of a clerk. */
export const quoteInputSchema = quoteRequestSchema.omit({ returnJson: true }).extend({
  cargo: cargoInputSchema,
  insuranceAmount: declaredAmountSchema('insurance amount').optional(),
})
export type QuoteInput = z.input<typeof quoteInputSchema>
