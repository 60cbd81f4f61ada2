import { z } from 'zod'
import { ACCESSORIALS } from './accessorial.ts'
import { addressSchema } from './address.ts'
import { cargoSchema } from './cargo.ts'
import { amountSchema, dayOrTimestampSchema, daySchema, timestampSchema } from './scalar.ts'

/** A quote is valid for one hour (interface section Limits). */
export const QUOTE_LIFE_MS = 60 * 60 * 1000

/** Body of `POST /quote` (interface section "Domestic quote request"). */
export const quoteRequestSchema = z.object({
  originAddress: addressSchema,
  destinationAddress: addressSchema,
  cargo: z.array(cargoSchema).min(1, 'at least one cargo line is required').max(100),
  shipDate: daySchema.optional(),
  accessorials: z.array(z.enum(ACCESSORIALS)).max(ACCESSORIALS.length).optional(),
  insuranceAmount: z.number().nonnegative('insurance amount must not be negative').optional(),
  returnJson: z.boolean().optional(),
})
export type QuoteRequest = z.infer<typeof quoteRequestSchema>

/** One rate of shape A. */
const rateSchema = z.object({
  provider: z.string().min(1),
  service: z.string().min(1),
  totalCost: amountSchema,
  currency: z.string().min(3).default('USD'),
  transitDays: z.int().nullish(),
  deliveryDate: dayOrTimestampSchema.nullish(),
  isGuaranteed: z.boolean().nullish(),
  breakdown: z
    .object({
      baseCost: amountSchema.nullish(),
      fuelSurcharge: amountSchema.nullish(),
      accessorials: z.record(z.string(), amountSchema).nullish(),
    })
    .nullish(),
  metadata: z
    .object({ carrierCode: z.string().nullish(), serviceCode: z.string().nullish(), rateId: z.string().nullish() })
    .nullish(),
})

/** `data` of shape A: one quote id, several rates. */
export const quoteShapeASchema = z.object({
  quoteId: z.string().min(1),
  rates: z.array(rateSchema),
  expiresAt: timestampSchema,
  warnings: z.array(z.string()).nullish(),
})
export type QuoteShapeA = z.infer<typeof quoteShapeASchema>

/** One charge line of shape B; `miscCharges` elements are not shown and read like `rawPrice` ones. */
const chargeSchema = z.object({
  id: z.string().nullish(),
  chargeType: z.string().nullish(),
  description: z.string().nullish(),
  chargeAmount: amountSchema.nullish(),
})

/** One quote of shape B: each carries its own quote id. */
const quoteElementSchema = z.object({
  quoteId: z.string().min(1),
  carrierName: z.string().min(1),
  scac: z.string().nullish(),
  customerPrice: z.object({
    miscCharges: z.array(chargeSchema).nullish(),
    netPrice: amountSchema.nullish(),
    grossCharge: amountSchema,
  }),
  rawPrice: z.array(chargeSchema).nullish(),
  fromTransitTime: z.int().nullish(),
  toTransitTime: z.int().nullish(),
  service: z.string().min(1),
  serviceType: z.string().nullish(),
  currency: z.string().min(3).default('usd'),
  provider: z.string().min(1),
  preferred: z.boolean().nullish(),
  purchasable: z.boolean().nullish(),
})
export type WireQuoteElement = z.infer<typeof quoteElementSchema>

const quoteListSchema = z.object({
  quotes: z.array(quoteElementSchema),
  loadId: z.string().min(1),
  bolNumber: z.string().nullish(),
})

/** The whole answer of shape B: the list is in `data` and, repeated, at the top level. */
export const quoteShapeBSchema = z.object({
  success: z.literal(true),
  loadId: z.string().nullish(),
  bolNumber: z.string().nullish(),
  data: quoteListSchema,
  quotes: z.array(quoteElementSchema).nullish(),
})
export type QuoteShapeB = z.infer<typeof quoteShapeBSchema>
