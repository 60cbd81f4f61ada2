import { z } from 'zod'
import { bookingAnswerSchema } from '../station/booking/booking.ts'
import { daySchema } from '../freight/scalar.ts'
import { idSchema, instantSchema } from '../station/limits.ts'
import { sitePersonSchema } from './identity.ts'
import { siteBookingSchema, siteChangeSchema } from './record.ts'

/** Actions of a person of any station on a booking that the site has; the station no longer moves it. */
const actSchema = z.discriminatedUnion('act', [
  /** Gives up one that was not sent. */
  z.object({ act: z.literal('cancel'), bookingId: idSchema('bookingId') }),
  /** Keeps one that was not sent until that day begins at the station; null releases it. */
  z.object({
    act: z.literal('hold'),
    bookingId: idSchema('bookingId'),
    hold: z.object({ day: daySchema, until: instantSchema }).nullable(),
  }),
  /** Answers its question. */
  z.object({ act: z.literal('answer'), bookingId: idSchema('bookingId'), answer: bookingAnswerSchema }),
  /** Looks for it at the service now. */
  z.object({ act: z.literal('check'), bookingId: idSchema('bookingId') }),
  /** Gives up a change that was not sent. */
  z.object({ act: z.literal('drop-change'), changeId: idSchema('changeId') }),
])
export type SiteAct = z.infer<typeof actSchema>

/** Body of `POST /acts`: the same id twice is one act. */
export const actRequestSchema = z.object({
  actId: z.string().min(8).max(64),
  person: sitePersonSchema,
  act: actSchema,
})
export type ActRequest = z.input<typeof actRequestSchema>

/** The result of the act; a refused one is an error. */
export const actAnswerSchema = z.object({
  booking: siteBookingSchema.nullable(),
  change: siteChangeSchema.nullable(),
})
export type ActAnswer = z.infer<typeof actAnswerSchema>
