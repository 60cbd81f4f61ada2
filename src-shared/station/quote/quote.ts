import { z } from 'zod'
import { cleanText } from '../../clean-text.ts'
import { addressSchema } from '../../freight/address.ts'
import { quoteRequestSchema, type QuoteRequest } from '../../freight/quote.ts'
import { cargoInputSchema } from './cargo-input.ts'
import { declaredAmountSchema, idSchema } from '../limits.ts'
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
  /** The service that it is of, which alone books it; absent: it was kept before that was known. */
  environment?: string | undefined
  /** The order that it is for: a booking of it begins with its reference. Absent: it is for none. */
  orderId?: string | undefined
}

/**
 * Sent as `address1` of an end whose street is not known yet. The interface requires a street (section "Address object"),
 * while a rate follows from the postal codes; such a quote cannot be booked (`streetsToFollow`).
 */
export const STREET_TO_FOLLOW = 'Street to follow'

const endSchema = addressSchema.extend({
  address1: z
    .string()
    .overwrite(cleanText)
    .max(120)
    .optional()
    .transform((street) => street || STREET_TO_FOLLOW),
})

/** The two addresses of a quote, as the interface names them. */
export const ADDRESS_SIDES = ['originAddress', 'destinationAddress'] as const
export type AddressSide = (typeof ADDRESS_SIDES)[number]

/** The ends of a quote that have no street yet: it is asked again with them before it is booked. */
export function streetsToFollow(request: Pick<QuoteRequest, AddressSide>): AddressSide[] {
  return ADDRESS_SIDES.filter((end) => request[end].address1 === STREET_TO_FOLLOW)
}

/** A quote's request: the interface's own body, where a street may follow later. */
export const quoteInputSchema = quoteRequestSchema.omit({ returnJson: true }).extend({
  originAddress: endSchema,
  destinationAddress: endSchema,
  cargo: cargoInputSchema,
  insuranceAmount: declaredAmountSchema('insurance amount').optional(),
})
export type QuoteInput = z.input<typeof quoteInputSchema>

/** Input of `quotes.request`. */
export const quoteRequestInputSchema = quoteInputSchema.extend({
  /** Of the quote that this one was made from by an edit: it is for the same order. */
  orderId: idSchema('orderId').optional(),
})
