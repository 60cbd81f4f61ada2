import { z } from 'zod'
import { BOOKING_STATES } from '../machine/booking.ts'
import { CHANGE_STATES } from '../machine/change.ts'
import { moneySchema } from '../station/booking/record.ts'
import { stationErrorSchema } from '../station/error.ts'
import { idSchema, instantSchema } from '../station/limits.ts'
import { siteHolderSchema, timelineSchema } from './identity.ts'
import {
  bookingBodySchema,
  changeBodySchema,
  siteMutableStateSchema,
  siteBookingSchema,
  siteChangeSchema,
} from './record.ts'

/** So many are handed over in one call; each is answered by itself, and none holds up another. */
export const MOST_UPLOADED = 50

const triedUnder = {
  /**
   * The site's timeline that the station knew when it first handed this over, written down before the first byte left and
   * never changed. What is handed over again because the site's timeline changed keeps it.
   */
  triedUnder: timelineSchema,
}

/** What a station hands over. Its content is frozen when it is first tried: the same id with another content is refused. */
export const uploadItemSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('booking'),
    ...triedUnder,
    booking: bookingBodySchema,
    /**
     * What the station was told of it before; null: nothing. A site that lost it takes over an end that is known (BOOKED,
     * REJECTED, CANCELLED), and looks for what was open.
     */
    known: siteMutableStateSchema.nullable(),
    /** The most that the station's rules and tolerance allow this booking to cost without being asked again; absent: no limit. */
    mostAllowed: moneySchema.optional(),
    /** It is not meant as a repetition: the same freight that another station booked within the hour is asked about. */
    isFirst: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('change'), ...triedUnder, change: changeBodySchema }),
])
export type UploadItem = z.infer<typeof uploadItemSchema>

/** Body of `POST /hand-over`. */
export const uploadRequestSchema = z.object({
  items: z.array(uploadItemSchema).min(1).max(MOST_UPLOADED),
})

/** What the site says of one. */
const handOverAnswerSchema = z.discriminatedUnion('answer', [
  /** The site has it, now or since before; it is told as it stands. */
  z.object({ answer: z.literal('taken'), booking: siteBookingSchema }),
  z.object({ answer: z.literal('change-taken'), change: siteChangeSchema }),
  /** Another booking of the site has the reference: its station asks its person. `free`: the next one that is free. */
  z.object({
    answer: z.literal('reference-taken'),
    bookingId: idSchema('bookingId'),
    holder: siteHolderSchema.extend({ bookingId: idSchema('bookingId'), state: z.enum(BOOKING_STATES) }),
    free: z.string().min(1).max(64),
    /** The holder has another reference, this one, and the same freight; told only of what is said to be the first. */
    sameFreightAs: z.string().min(1).max(64).optional(),
  }),
  /** It cannot be taken as it stands; `error.retryable`: the very same may be taken later. */
  z.object({ answer: z.literal('refused'), id: idSchema('id'), error: stationErrorSchema }),
])
export type UploadAnswer = z.infer<typeof handOverAnswerSchema>

/** In the order of the items. */
export const uploadAnswersSchema = z.object({
  timeline: timelineSchema,
  answers: z.array(handOverAnswerSchema).max(MOST_UPLOADED),
})
export type UploadAnswers = z.infer<typeof uploadAnswersSchema>

/** So many ids are compared in one call. */
export const MOST_COMPARED = 500

/**
 * Body of `POST /sync`: what the station has, page by page, after the site's timeline changed. It names every booking and
 * change that it handed over and that the site may have lost; the site asks for those it does not have, or has as open while
 * the station knows the end. With `isLast` the station has told all, and has handed over what earlier pages asked for.
 */
export const syncRequestSchema = z.object({
  timeline: timelineSchema,
  bookings: z.array(z.object({ bookingId: idSchema('bookingId'), state: z.enum(BOOKING_STATES) })).max(MOST_COMPARED),
  changes: z.array(z.object({ changeId: idSchema('changeId'), state: z.enum(CHANGE_STATES) })).max(MOST_COMPARED),
  isLast: z.boolean(),
})
export type SyncRequest = z.infer<typeof syncRequestSchema>

export const syncAnswerSchema = z.object({
  timeline: timelineSchema,
  wantedBookings: z.array(idSchema('bookingId')).max(MOST_COMPARED),
  wantedChanges: z.array(idSchema('changeId')).max(MOST_COMPARED),
  /** What was handed over before that moment is in a backup or on the standby for sure: it need not be compared. */
  since: instantSchema.nullable(),
  /** The station is in step with this timeline. */
  isSynced: z.boolean(),
})
export type SyncAnswer = z.infer<typeof syncAnswerSchema>
