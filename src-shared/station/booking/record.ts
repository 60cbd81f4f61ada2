import { z } from 'zod'
import { directBookingSchema, quoteBookingSchema } from '../../freight/booking.ts'
import { crossborderQuoteRequestSchema } from '../../freight/crossborder-quote.ts'
import { loadBookingSchema } from '../../freight/load-booking.ts'
import { quoteRequestSchema } from '../../freight/quote.ts'
import { BOOKING_STATES, COMPARED_FIELDS, type QuoteTerms } from '../../machine/booking.ts'
import { stationErrorSchema } from '../error.ts'
import { ruleNoteSchema } from '../rules/rule.ts'

/** The stored fields of a booking beside its state, as in the ledger and in an upload. */

export const moneySchema = z.object({ minor: z.int(), currency: z.string() })

/**
 * The displayed fields of a booking beside its request: frozen when it was submitted, except for the price of a new
 * quote.
 */
export const bookingSummarySchema = z.object({
  carrierName: z.string(),
  total: moneySchema.nullable(),
  agreed: moneySchema.optional(),
  charged: moneySchema.optional(),
  /** At a site: the most that the rules of its station allow without being asked again. */
  mostAllowed: moneySchema.optional(),
  consigneeName: z.string(),
  destination: z.string(),
  pickupDate: z.string(),
  /** Of a load, whose body names neither. */
  provider: z.string().optional(),
  service: z.string().optional(),
  /** The rule that chose the rate. */
  byRule: ruleNoteSchema.optional(),
  /** The shipment that it brings back. The index of returns reads it. */
  returnOf: z.string().optional(),
  /** Whether its consignee is e-mailed about its shipment; absent: as it is set. A trigger of the ledger reads it. */
  notifyConsignee: z.boolean().optional(),
})
export type BookingSummary = z.infer<typeof bookingSummarySchema>

const bookingQuestionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('not-found'),
    checks: z.int(),
    near: z
      .array(
        z.object({
          shipmentId: z.string(),
          trackingNumber: z.string().nullable(),
          differences: z.array(
            z.object({ field: z.enum(COMPARED_FIELDS), asked: z.string(), told: z.string().nullable() }),
          ),
        }),
      )
      .optional(),
    isCutShort: z.boolean().optional(),
    answeredWith: z.object({ shipmentId: z.string(), reference: z.string() }).optional(),
  }),
  z.object({ kind: z.literal('duplicate'), shipmentIds: z.array(z.string()) }),
  z.object({
    kind: z.literal('price-changed'),
    was: moneySchema,
    now: moneySchema,
    quoteId: z.string(),
    expiresAt: z.string(),
  }),
  z.object({ kind: z.literal('rate-gone'), offers: z.int() }),
  z.object({ kind: z.literal('pickup-passed'), pickupDate: z.string(), suggested: z.string() }),
  z.object({
    kind: z.literal('reference-taken'),
    holder: z.object({
      bookingId: z.string(),
      state: z.enum(BOOKING_STATES),
      stationName: z.string(),
      person: z.string().nullable(),
      at: z.string(),
    }),
    free: z.string(),
    sameFreightAs: z.string().optional(),
  }),
])

/** The quote, so that the same can be requested again, and the chosen rate of it. */
export const quoteOriginSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('domestic'),
    request: quoteRequestSchema,
    provider: z.string(),
    service: z.string(),
    scac: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('crossborder'),
    request: crossborderQuoteRequestSchema,
    serviceType: z.string().nullable(),
    /** The carriers of the legs in order, as SCAC or name. */
    carriers: z.array(z.string()),
  }),
])
export type QuoteOrigin = z.infer<typeof quoteOriginSchema>

const quoteTermsSchema: z.ZodType<QuoteTerms> = z.object({
  quoteId: z.string(),
  loadId: z.string().nullable(),
  expiresAt: z.string(),
  total: moneySchema,
  carrierName: z.string(),
  provider: z.string().optional(),
  service: z.string().optional(),
})

export const cancellationSchema = z.object({
  reason: z.string().nullable(),
  refund: moneySchema.nullable(),
  refundStatus: z.string().nullable(),
  cancelledAt: z.string(),
})

/**
 * The fields of a booking that its moves change: each field is a column (`booking-row.rows.ts`), and goes to a site
 * as it is. Moments are ISO 8601 in UTC.
 */
export const mutableBookingStateSchema = z.object({
  state: z.enum(BOOKING_STATES),
  question: bookingQuestionSchema.nullable(),
  /** A new quote that waits for a person's answer. */
  offer: quoteTermsSchema.nullable(),
  /** The last error the service or the network gave. */
  error: stationErrorSchema.nullable(),
  shipmentId: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  proNumber: z.string().nullable(),
  /** Null: there is no quote that could end. */
  quoteExpiresAt: z.string().nullable(),
  requotes: z.int(),
  /** The first time that bytes may have left, unless it was proved since that none did. */
  sentAt: z.string().nullable(),
  /** How often a send was tried without a byte leaving. */
  attempts: z.int(),
  checks: z.int(),
  nextCheckAt: z.string().nullable(),
  /** Its shipment was canceled through Waybill. */
  cancellation: cancellationSchema.nullable(),
})
export type MutableBookingState = z.infer<typeof mutableBookingStateSchema>

/** The wire body of each kind. */
export const bookingWireSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('quote'), request: quoteBookingSchema }),
  z.object({ kind: z.literal('direct'), request: directBookingSchema }),
  z.object({ kind: z.literal('load'), loadId: z.string(), request: loadBookingSchema }),
])
export type BookingWire = z.infer<typeof bookingWireSchema>
