import { z } from 'zod'
import { limit, returns } from '../command.ts'
import { bookingAnswerSchema, bookingInputSchema, type Booking } from '../booking.ts'

/** The Book screen's rows of the command table. */
export const bookingCommands = {
  'bookings.submit': returns<Booking>()(bookingInputSchema),
  'bookings.list': returns<Booking[]>()(z.object({ limit })),
  'bookings.get': returns<Booking>()(z.object({ bookingId: z.string() })),
  /** Is this reference used already? The one it would get if submitted. */
  'bookings.referenceFor': returns<{ reference: string; isTaken: boolean }>()(
    z.object({ reference: z.string().max(48) }),
  ),
  'bookings.answer': returns<Booking>()(z.object({ bookingId: z.string(), answer: bookingAnswerSchema })),
  /** Looks for an UNKNOWN booking at the service now. */
  'bookings.check': returns<Booking>()(z.object({ bookingId: z.string() })),
  /** Gives up a booking that is still QUEUED. */
  'bookings.cancel': returns<Booking>()(z.object({ bookingId: z.string() })),
} as const
