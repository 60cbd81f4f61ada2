import { z } from 'zod'
import { crossborderQuoteRequestSchema } from '../../src-shared/freight/crossborder-quote.ts'
import { quoteRequestSchema } from '../../src-shared/freight/quote.ts'
import type { CrossBorderQuote } from '../../src-shared/station/quote/crossborder.ts'
import type { Quote } from '../../src-shared/station/quote/quote.ts'

const money = z.object({ minor: z.int(), currency: z.string() })
const days = z.object({ from: z.int(), to: z.int() }).nullable()

/** A domestic quote as it is kept. */
export const quoteSchema = z.object({
  id: z.string(),
  shape: z.enum(['A', 'B']),
  rates: z.array(
    z.object({
      rateId: z.string(),
      quoteId: z.string(),
      provider: z.string(),
      service: z.string(),
      carrierName: z.string(),
      scac: z.string().nullable(),
      total: money,
      transitDays: days,
      deliveryDate: z.string().nullable(),
      isGuaranteed: z.boolean().nullable(),
      breakdown: z
        .object({
          base: money.nullable(),
          fuelSurcharge: money.nullable(),
          charges: z.array(z.object({ code: z.string(), amount: money })),
        })
        .nullable(),
    }),
  ),
  expiresAt: z.string(),
  requestedAt: z.string(),
  warnings: z.array(z.string()),
  loadId: z.string().nullable(),
  bolNumber: z.string().nullable(),
  unread: z.int().optional(),
  requestId: z.string().optional(),
  request: quoteRequestSchema,
  returnOf: z.string().optional(),
  environment: z.string().optional(),
  orderId: z.string().optional(),
}) satisfies z.ZodType<Quote>

/** A quote between the US and Mexico as it is kept. */
export const crossBorderQuoteSchema = z.object({
  id: z.string(),
  kind: z.literal('crossborder'),
  loadId: z.string(),
  bolNumber: z.string().nullable(),
  unread: z.int().optional(),
  requestId: z.string().optional(),
  rates: z.array(
    z.object({
      rateId: z.string(),
      quoteId: z.string(),
      serviceType: z.string().nullable(),
      total: money,
      transitDays: days,
      moves: z.array(
        z.object({
          carrierName: z.string(),
          scac: z.string().nullable(),
          pickupDate: z.string().nullable(),
          deliveryDate: z.string().nullable(),
        }),
      ),
    }),
  ),
  expiresAt: z.string(),
  requestedAt: z.string(),
  request: crossborderQuoteRequestSchema,
  environment: z.string().optional(),
}) satisfies z.ZodType<CrossBorderQuote>
