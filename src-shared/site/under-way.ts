import { z } from 'zod'
import { OPEN_BOOKINGS } from '../machine/booking.ts'
import { idSchema, instantSchema } from '../station/limits.ts'
import { siteHolderSchema } from './identity.ts'

/** At most this many are listed; all are counted. */
export const MOST_UNDER_WAY = 100

/** A booking that the site has and that is not at its end: who uploaded it, from where and when. */
const underWayRowSchema = siteHolderSchema.extend({
  bookingId: idSchema('bookingId'),
  reference: z.string().max(64),
  state: z.enum(OPEN_BOOKINGS),
  /** When the site does something with it next; null: it waits for a person of the station that has it. */
  dueAt: instantSchema.nullable(),
})

/** Answer of `GET /under-way`: the oldest first. */
export const underWaySchema = z.object({
  bookings: z.array(underWayRowSchema).max(MOST_UNDER_WAY),
  total: z.int().nonnegative(),
})
export type OpenBookingState = (typeof OPEN_BOOKINGS)[number]
export type UnderWay = z.output<typeof underWaySchema>
