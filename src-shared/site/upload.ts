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

/** At most this many uploads per call; each is answered separately, and none holds up another. */
export const MOST_UPLOADED = 50

const triedUnder = {
  /**
   * The site's timeline that the station knew when it first uploaded this, written down before the first byte left and
   * never changed. A repeated upload because the site's timeline changed keeps it.
   */
  triedUnder: timelineSchema,
}

/** An upload of a station. Its content is frozen when it is first tried: the same id with another content is refused. */
export const uploadItemSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('booking'),
    ...triedUnder,
    booking: bookingBodySchema,
    /**
     * The last answer that the station got; null: none. A site that lost it takes over a known end (BOOKED,
     * REJECTED, CANCELLED), and looks for open ones.
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

/** The site's answer to one upload. */
const handOverAnswerSchema = z.discriminatedUnion('answer', [
  /** The site has it, now or since before; its current state. */
  z.object({ answer: z.literal('taken'), booking: siteBookingSchema }),
  z.object({ answer: z.literal('change-taken'), change: siteChangeSchema }),
  /**
   * Another booking of the site has the reference of one that was surely not sent: its station asks its person. `free`: the next one
   * that is free.
   */
  z.object({
    answer: z.literal('reference-taken'),
    bookingId: idSchema('bookingId'),
    holder: siteHolderSchema.extend({ bookingId: idSchema('bookingId'), state: z.enum(BOOKING_STATES) }),
    free: z.string().min(1).max(64),
    /**
     * The holder has another reference, this one, and the same freight; reported only for an upload declared as the
     * first.
     */
    sameFreightAs: z.string().min(1).max(64).optional(),
  }),
  /** It cannot be taken as it is; `error.retryable`: the same upload may be accepted later. */
  z.object({ answer: z.literal('refused'), id: idSchema('id'), error: stationErrorSchema }),
])
export type UploadAnswer = z.infer<typeof handOverAnswerSchema>

/** In the order of the items. */
export const uploadAnswersSchema = z.object({
  timeline: timelineSchema,
  answers: z.array(handOverAnswerSchema).max(MOST_UPLOADED),
})
export type UploadAnswers = z.infer<typeof uploadAnswersSchema>

/** At most this many ids per call. */
export const MOST_COMPARED = 500

/**
 * Body of `POST /sync`: the station's bookings and changes, page by page, after the site's timeline changed. It names
 * every booking and change that it uploaded and that the site may have lost; the site asks for those it does not
 * have, or has as open while the station knows the outcome. With `isLast` the station has reported all, and has
 * uploaded what earlier pages asked for.
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
  /** Uploads before that moment are surely in a backup or on the standby: they need not be compared. */
  since: instantSchema.nullable(),
  /** The station is in step with this timeline. */
  isSynced: z.boolean(),
})
export type SyncAnswer = z.infer<typeof syncAnswerSchema>
