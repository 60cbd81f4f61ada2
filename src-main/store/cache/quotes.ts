import { z } from 'zod'
import { quoteRequestSchema } from '../../../src-shared/freight/quote.ts'
import type { Quote } from '../../../src-shared/station/quote.ts'
import type { SqliteDatabase } from '../database.ts'
import { jsonColumn } from '../json-column.ts'
import { statement } from '../statement.ts'
import { inTransaction } from '../transaction.ts'

const money = z.object({ minor: z.int(), currency: z.string() })

const quoteSchema = z.object({
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
      transitDays: z.object({ from: z.int(), to: z.int() }).nullable(),
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
  request: quoteRequestSchema,
}) satisfies z.ZodType<Quote>

export type QuoteStore = ReturnType<typeof quoteStore>

export function quoteStore(db: SqliteDatabase) {
  return {
    keep: (quote: Quote): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'INSERT INTO quote (id, requested_at, body) VALUES (?, ?, ?)').run(
          quote.id,
          quote.requestedAt,
          JSON.stringify(quote),
        )
      }),

    get: async (id: string): Promise<Quote | null> => {
      const body = statement(db, 'SELECT body FROM quote WHERE id = ?').pluck().get(id)
      return body === undefined ? null : jsonColumn(quoteSchema).parse(body)
    },
  }
}
