import { z } from 'zod'
import { addressSchema, partySchema } from './address.ts'
import { cargoSchema } from './cargo.ts'
import { LABEL_FORMATS } from './document.ts'
import { daySchema } from './scalar.ts'

/** A carrier's service as a booking names it: `selectedRate` of the quote form, `service` of the direct form. */
const carrierServiceSchema = z.object({
  provider: z.string().min(1, 'provider is required').max(120),
  service: z.string().min(1, 'service is required').max(120),
})
export type CarrierService = z.infer<typeof carrierServiceSchema>

const referenceSchema = z.string().trim().min(1).max(64)

/** Body of `POST /book-shipment`, from a quote. */
export const quoteBookingSchema = z.object({
  /** As the quote named it: some services put a whole signed text there. */
  quoteId: z.string().min(1, 'quoteId is required').max(1000),
  selectedRate: carrierServiceSchema,
  shipperInfo: partySchema.optional(),
  consigneeInfo: partySchema.optional(),
  reference: referenceSchema.optional(),
  instructions: z.string().max(500).optional(),
  pickupDate: daySchema.optional(),
  labelFormat: z.enum(LABEL_FORMATS).optional(),
})
export type QuoteBooking = z.infer<typeof quoteBookingSchema>

/** Body of `POST /book-shipment`, direct. `labelFormat` and `instructions` are taken over from the quote form. */
export const directBookingSchema = z.object({
  originAddress: addressSchema,
  destinationAddress: addressSchema,
  cargo: z.array(cargoSchema).min(1, 'at least one cargo line is required').max(100),
  service: carrierServiceSchema,
  shipperInfo: partySchema.optional(),
  consigneeInfo: partySchema.optional(),
  shipDate: daySchema.optional(),
  reference: referenceSchema.optional(),
  instructions: z.string().max(500).optional(),
  labelFormat: z.enum(LABEL_FORMATS).optional(),
})
export type DirectBooking = z.infer<typeof directBookingSchema>

/** Either form; a body that carries `quoteId` is the quote form. */
export const bookingRequestSchema = z.union([quoteBookingSchema, directBookingSchema])
export type BookingRequest = z.infer<typeof bookingRequestSchema>
