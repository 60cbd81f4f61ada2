import { z } from 'zod'
import { cleanLines, cleanText } from '../../clean-text.ts'
import { partySchema } from '../../freight/address.ts'
import { LABEL_FORMATS, type LabelFormat } from '../../freight/document.ts'
import { daySchema } from '../../freight/scalar.ts'
import type { BookingQuestion, BookingState } from '../../machine/booking.ts'
import type { StationErrorData } from '../error.ts'
import { idSchema, MOST_ID } from '../limits.ts'
import type { Money } from '../money.ts'
import type { RuleNote } from '../rules/rule.ts'

/**
 * How a booking is asked for. `quote`: POST /book-shipment from a quote. `direct`: POST /book-shipment without one; its
 * price is not known before the service answers. `load`: POST /book/{loadId}, for quotes that reserved a load.
 */
export const BOOKING_KINDS = ['quote', 'direct', 'load'] as const
type BookingKind = (typeof BOOKING_KINDS)[number]

/** How many bookings there are, by displayed state: one whose shipment was canceled is VOIDED, and not BOOKED. */
export type BookingCounts = Record<BookingState | 'VOIDED', number>

/** Characters of a reference at most. */
export const MOST_REFERENCE = 48

/** The clerk's own reference; it has to fit a barcode. */
export const clerkReferenceSchema = z
  .string()
  .overwrite(cleanText)
  .max(MOST_REFERENCE, `reference must be at most ${MOST_REFERENCE} characters`)
  .regex(
    /^[\x20-\x7e]*$/,
    'reference can have only plain (ASCII) letters, digits, and symbols, so that it can be printed as a barcode',
  )

/** The supervisor who approves, where a rule requires it; kept in the audit log. */
export const approvedBySchema = z.string().trim().min(2, 'approvedBy is a name').max(40).optional()

/** The answers of a person to a BookingQuestion. */
export const bookingAnswerSchema = z.discriminatedUnion('answer', [
  /**
   * It was not booked: queue it again. Only for `not-found`; while a shipment nearly agrees, only with the
   * confirmation that this may be a second one.
   */
  z.object({ answer: z.literal('send-again'), mayBeSecond: z.literal(true).optional() }),
  /** Look at the service again. Only for `not-found`. */
  z.object({ answer: z.literal('check-again') }),
  /**
   * This shipment is the one. Only for `duplicate`, where the others are canceled at the service or left alone, and for a near
   * one of `not-found`, where `voidOthers` is refused.
   */
  z.object({
    answer: z.literal('adopt'),
    shipmentId: z.string().min(1, 'choose the shipment to keep').max(MOST_ID),
    voidOthers: z.boolean({ error: 'voidOthers must be true or false' }).optional(),
  }),
  /** Book at the new price that was shown: a further change is asked about again. Only for `price-changed`. */
  z.object({
    answer: z.literal('accept-price'),
    /** Of the question. */
    quoteId: z.string().min(1, 'quoteId is required: the quote whose price is accepted').max(MOST_ID),
    /** The question's `now`. */
    price: z.object(
      { minor: z.int(), currency: z.string().length(3) },
      { error: 'price is required: the price that is accepted' },
    ),
    approvedBy: approvedBySchema,
  }),
  /** Ask for the same rate again. Only for `rate-gone`. */
  z.object({ answer: z.literal('quote-again') }),
  /** Have it picked up on this day. Only for `pickup-passed`. */
  z.object({ answer: z.literal('new-pickup'), pickupDate: daySchema }),
  /** Book it under this reference. Only for `reference-taken`. */
  z.object({
    answer: z.literal('new-reference'),
    reference: clerkReferenceSchema.min(1, 'reference is required'),
  }),
  /** Give it up. */
  z.object({ answer: z.literal('give-up') }),
])
export type BookingAnswer = z.infer<typeof bookingAnswerSchema>

/** The result of a shipment's cancellation. */
export interface Cancellation {
  reason: string | null
  /** Null when the service named none. */
  refund: Money | null
  /** A word of the interface (PROCESSING ...), kept as received; null when the service named none. */
  refundStatus: string | null
  cancelledAt: string
}

/** A reference that was used before, and that a person confirmed to book again. */
export const usedReferenceSchema = clerkReferenceSchema.optional()

/** Until when a booking is kept here unsent: that day's beginning; null or absent: it goes at once. */
export const holdUntilSchema = daySchema.nullable().optional()

/** Whether its consignee is e-mailed about its shipment; absent: as it is set for all. */
export const notifyConsigneeSchema = z.boolean().optional()

/** Input of `bookings.submit`: one rate of a domestic quote kept here. */
export const bookingInputSchema = z.object({
  kind: z.literal('quote').optional(),
  /** A key of the form being submitted: the same key twice is one booking (two quick clicks, two windows). */
  submissionId: z.string().min(8).max(64),
  quoteId: idSchema('quoteId'),
  rateId: idSchema('rateId'),
  shipperInfo: partySchema,
  consigneeInfo: partySchema,
  /** Empty means: make one. */
  reference: clerkReferenceSchema,
  instructions: z.string().overwrite(cleanLines).max(500, 'instructions must be at most 500 characters'),
  pickupDate: daySchema,
  labelFormat: z.enum(LABEL_FORMATS),
  holdUntil: holdUntilSchema,
  usedReference: usedReferenceSchema,
  /** The quoteId, where a person confirmed that its booking, or freight like it, is booked again. */
  usedQuote: idSchema('usedQuote').optional(),
  /** The bookingId of one that needs a decision and is given up for this one. Where it needs none by now, nothing is booked. */
  replaces: idSchema('replaces').optional(),
  approvedBy: approvedBySchema,
  notifyConsignee: notifyConsigneeSchema,
})
export type BookingInput = z.input<typeof bookingInputSchema>

/** A booking as the screens see it: `BOOKING_FIELDS` names the same. */
export interface Booking {
  bookingId: string
  kind: BookingKind
  state: BookingState
  /** Unique at the service; the clerk's own reference, with a suffix only when that was used before. */
  reference: string
  carrierName: string
  provider: string
  service: string
  /** The quote. A direct booking has no price until it is BOOKED, then the service's. */
  total: Money | null
  /** The service's charge, where it differs from the quote. */
  charged?: Money | undefined
  consigneeName: string
  destination: string
  pickupDate: string
  labelFormat: LabelFormat
  createdAt: string
  updatedAt: string
  shipmentId: string | null
  trackingNumber: string | null
  proNumber: string | null
  /** The last error the service or the network gave. */
  error: StationErrorData | null
  question: BookingQuestion | null
  /** How often it was looked for, and when the next look, or the next try to send, is due. */
  checks: number
  nextCheckAt: string | null
  /** Until this day it is kept here unsent. */
  holdUntil: string | null
  /** The shipment was canceled through Waybill. */
  cancellation: Cancellation | null
  /** The batch and the row of its table that it came from. */
  batchId: string | null
  batchRow: number | null
  /** The rule that chose its rate, and what that cost more than the cheapest offer; absent: none did. */
  byRule?: RuleNote | undefined
  /** The delivered shipment that it brings back; absent: it is no return. */
  returnOf?: string | undefined
  /** Declared pieces, and pounds of all; null: it does not carry them. */
  cargo?: { pieces: number; weightLb: number } | null
  /** Label bytes are kept here. */
  hasLabel: boolean
}

const FIELDS = {
  ...{ bookingId: true, kind: true, state: true, reference: true, carrierName: true, provider: true, service: true },
  ...{ total: true, charged: true, consigneeName: true, destination: true, pickupDate: true, labelFormat: true },
  ...{ createdAt: true, updatedAt: true, shipmentId: true, trackingNumber: true, proNumber: true, error: true },
  ...{ question: true, checks: true, nextCheckAt: true, holdUntil: true, cancellation: true, batchId: true },
  ...{ batchRow: true, byRule: true, returnOf: true, cargo: true, hasLabel: true },
} satisfies Record<keyof Booking, true>
/** Every field of a booking that a screen sees. */
export const BOOKING_FIELDS: ReadonlySet<string> = new Set(Object.keys(FIELDS))
