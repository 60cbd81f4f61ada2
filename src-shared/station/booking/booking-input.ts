import { BOOKING_STATES } from '../../machine/booking.ts'
import { z } from 'zod'
import { cleanLines } from '../../clean-text.ts'
import { directBookingSchema } from '../../freight/booking.ts'
import { partySchema } from '../../freight/address.ts'
import { LABEL_FORMATS } from '../../freight/document.ts'
import { daySchema } from '../../freight/scalar.ts'
import { limit } from '../command.ts'
import { cargoInputSchema } from '../quote/cargo-input.ts'
import { idSchema, instantSchema, searchSchema } from '../limits.ts'
import {
  approvedBySchema,
  bookingInputSchema,
  clerkReferenceSchema,
  holdUntilSchema,
  notifyConsigneeSchema,
  usedReferenceSchema,
} from './booking.ts'

const { submissionId } = bookingInputSchema.shape

/** One rate of a cross-border quote kept here. */
const crossborderInputSchema = bookingInputSchema.extend({ kind: z.literal('crossborder') })

/** A booking without a quote: the carrier and its service are named, the price is the service's word. */
const directInputSchema = z.object({
  kind: z.literal('direct'),
  submissionId,
  request: directBookingSchema.extend({
    cargo: cargoInputSchema,
    reference: clerkReferenceSchema.optional(),
  }),
  holdUntil: holdUntilSchema,
  usedReference: usedReferenceSchema,
  /** `details.usedBooking` of ALREADY_BOOKED, where a person confirmed that it is booked again. */
  usedBooking: idSchema('usedBooking').optional(),
  notifyConsignee: notifyConsigneeSchema,
})

/** Input of `bookings.submit`; one without a kind is the form of the Book screen. */
export const submissionInputSchema = z
  .discriminatedUnion('kind', [bookingInputSchema, crossborderInputSchema, directInputSchema], {
    error: 'kind must be quote, crossborder or direct',
  })
  .superRefine((input, context) => {
    const pickup =
      input.kind === 'direct'
        ? { day: input.request.shipDate, path: 'request.shipDate' }
        : { day: input.pickupDate, path: 'pickupDate' }
    if (!input.holdUntil || !pickup.day || input.holdUntil <= pickup.day) return
    context.addIssue({
      code: 'custom',
      path: ['holdUntil'],
      message: `must not be after ${pickup.path}, ${pickup.day}`,
    })
  })
export type SubmissionInput = z.input<typeof submissionInputSchema>

/** Input of `bookings.list`: newest first. */
export const bookingListSchema = z.object({
  state: z.enum(BOOKING_STATES, { error: `state must be one of ${BOOKING_STATES.join(', ')}` }).optional(),
  /** Any of several states. */
  states: z.array(z.enum(BOOKING_STATES)).min(1, 'give at least one state').max(BOOKING_STATES.length).optional(),
  /** Words of which each must be somewhere in the reference, the carrier, the consignee, its place, street or contact, or a number of the shipment. */
  text: searchSchema().optional(),
  /** Only those whose shipment was canceled, or only the others. */
  isCanceled: z.boolean().optional(),
  batchId: z.string().min(1).max(64).optional(),
  /** Submitted at or after it, and before it; ISO 8601. */
  since: instantSchema.optional(),
  until: instantSchema.optional(),
  /** A part of the carrier's name, in any letter case. */
  carrier: z.string().trim().min(1).max(120).optional(),
  /** The lowest and highest price, in minor units of its currency. One without a price is then not listed. */
  leastPrice: z.int().min(0).optional(),
  mostPrice: z.int().min(0).optional(),
  limit,
  /** The bookingId of the last row of the page before. */
  before: z.string().min(1).max(64).optional(),
})
export type BookingQuery = z.output<typeof bookingListSchema>

/**
 * Input of `bookings.copy`: a REJECTED or CANCELLED booking as a new one, with its errors fixed. A quote that has
 * expired meanwhile is requested again before it is sent.
 */
export const bookingCopySchema = z.object({
  bookingId: idSchema('bookingId'),
  submissionId,
  changes: z
    .object({
      reference: clerkReferenceSchema.optional(),
      instructions: z.string().overwrite(cleanLines).max(500, 'instructions must be at most 500 characters').optional(),
      shipperInfo: partySchema.optional(),
      consigneeInfo: partySchema.optional(),
      pickupDate: daySchema.optional(),
      labelFormat: z.enum(LABEL_FORMATS).optional(),
      /** The whole body again, for a direct booking only. */
      request: directInputSchema.shape.request.optional(),
    })
    .default({}),
  usedReference: usedReferenceSchema,
  approvedBy: approvedBySchema,
})
export type BookingCopy = z.output<typeof bookingCopySchema>
