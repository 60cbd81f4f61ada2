import { z } from 'zod'
import { partySchema } from '../freight/address.ts'
import { LABEL_FORMATS, type LabelFormat } from '../freight/document.ts'
import { daySchema } from '../freight/scalar.ts'
import type { StationErrorData } from './error.ts'
import type { Money } from './money.ts'

/**
 * The states of a booking.
 * QUEUED: saved here, not sent. SENDING: bytes may have left. BOOKED: the service has it. REJECTED: the service said no.
 * UNKNOWN: nobody knows yet; being reconciled, never sent again by itself. NEEDS_DECISION: a person must choose.
 * CANCELLED: given up here before it was booked.
 */
export const BOOKING_STATES = [
  'QUEUED',
  'SENDING',
  'BOOKED',
  'REJECTED',
  'UNKNOWN',
  'NEEDS_DECISION',
  'CANCELLED',
] as const
export type BookingState = (typeof BOOKING_STATES)[number]

/** Why a booking needs a person. */
export type BookingQuestion =
  /** No shipment with this reference was found after the last check: was it booked or not? */
  | { kind: 'not-found'; checks: number }
  /** More than one shipment carries this reference: one may have to be voided at the carrier. */
  | { kind: 'duplicate'; shipmentIds: string[] }

/** What a person may answer to a BookingQuestion. */
export const bookingAnswerSchema = z.discriminatedUnion('answer', [
  /** It was not booked: queue it once more. Only for `not-found`. */
  z.object({ answer: z.literal('send-again') }),
  /** Look at the service once more. Only for `not-found`. */
  z.object({ answer: z.literal('check-again') }),
  /** This shipment is the one; the others are dealt with by hand. Only for `duplicate`. */
  z.object({ answer: z.literal('adopt'), shipmentId: z.string().min(1) }),
  /** Give it up. */
  z.object({ answer: z.literal('give-up') }),
])
export type BookingAnswer = z.infer<typeof bookingAnswerSchema>

/** Input of `bookings.submit`: one rate of a quote kept here. */
export const bookingInputSchema = z.object({
  /** A key of the form being submitted: the same key twice is one booking (two quick clicks, two windows). */
  submissionId: z.string().min(8).max(64),
  quoteId: z.string().min(1),
  rateId: z.string().min(1),
  shipperInfo: partySchema,
  consigneeInfo: partySchema,
  /** The clerk's own reference; empty means: make one. */
  reference: z
    .string()
    .trim()
    .max(48, 'reference must be at most 48 characters')
    .regex(/^[\x20-\x7e]*$/, 'reference may hold letters, digits and signs of ASCII only, so that it can be a barcode'),
  instructions: z.string().trim().max(500, 'instructions must be at most 500 characters'),
  pickupDate: daySchema,
  labelFormat: z.enum(LABEL_FORMATS),
})
export type BookingInput = z.input<typeof bookingInputSchema>

/** A booking as the screens see it. */
export interface Booking {
  bookingId: string
  state: BookingState
  /** Unique at the service; the clerk's own reference, with a suffix only when that was used before. */
  reference: string
  carrierName: string
  provider: string
  service: string
  total: Money
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
  /** When UNKNOWN: how often looked for, and when the next look is due. */
  checks: number
  nextCheckAt: string | null
  /** Label bytes are kept here. */
  hasLabel: boolean
}
