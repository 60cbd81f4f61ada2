import { z } from 'zod'
import { quoteBookingSchema } from './booking.ts'
import { bookedShipmentSchema } from './shipment.ts'

/**
 * Body of `POST /book/{loadId}`: a quote of the load that the path names, and the optional fields of a booking from a
 * quote. The quote determines the carrier and the service, so there is no selectedRate.
 */
export const loadBookingSchema = quoteBookingSchema.omit({ selectedRate: true })
export type LoadBooking = z.infer<typeof loadBookingSchema>

/** `data` of `POST /book/{loadId}`: that of `POST /book-shipment` and the numbers that the quote reserved. */
export const bookedLoadSchema = bookedShipmentSchema.extend({
  loadId: z.string().min(1),
  bolNumber: z.string().nullish(),
})
