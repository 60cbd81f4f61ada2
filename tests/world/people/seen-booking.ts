import { z } from 'zod'
import { BOOKING_STATES, type BookingState } from '../../../src-shared/machine/booking.ts'
import type { Invokes } from '../processes/handle.ts'

/** A booking as a screen shows it, as far as the driver looks at it. */
const seenSchema = z.object({
  bookingId: z.string(),
  reference: z.string(),
  state: z.enum(BOOKING_STATES),
  updatedAt: z.string(),
  shipmentId: z.string().nullable(),
  question: z
    .looseObject({
      kind: z.string(),
      shipmentIds: z.array(z.string()).optional(),
      near: z.array(z.object({ shipmentId: z.string() })).optional(),
      isCutShort: z.boolean().optional(),
      suggested: z.string().optional(),
      free: z.string().optional(),
      quoteId: z.string().optional(),
      now: z.object({ minor: z.int(), currency: z.string() }).optional(),
    })
    .nullable(),
})
export type SeenBooking = z.infer<typeof seenSchema>

/** The newest bookings on the screen; none when the station died or cannot read its ledger. */
export async function seenBookings(
  station: Invokes,
  limit = 200,
  filter: { states?: BookingState[] } = {},
): Promise<SeenBooking[]> {
  const result = await station.invoke('bookings.list', { limit, ...filter })
  return result?.ok ? z.array(seenSchema).parse(result.value) : []
}

/** The booking a command answered with. */
export const bookingOfAnswer = (value: unknown): SeenBooking => seenSchema.parse(value)
