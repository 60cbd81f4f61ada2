import { z } from 'zod'
import { successSchema } from '../../src-shared/freight/envelope.ts'
import { quoteShapeASchema, quoteShapeBSchema, type QuoteRequest } from '../../src-shared/freight/quote.ts'
import type { Transport } from './transport.ts'

/** Either shape; which one a call returns is not shown in the interface, so both are read. */
const answerSchema = z.union([
  successSchema(quoteShapeASchema).transform(({ data }) => ({ shape: 'A' as const, data })),
  quoteShapeBSchema.transform(({ data }) => ({ shape: 'B' as const, data })),
])
export type QuoteAnswer = z.output<typeof answerSchema>

/** POST /quote. Repeated only when surely unsent: a quote costs nothing, but it counts against the rate limit. */
export function requestQuote(transport: Transport, request: QuoteRequest): Promise<QuoteAnswer> {
  return transport.json(
    { method: 'POST', path: '/quote', body: { ...request, returnJson: true }, repeatable: 'once' },
    answerSchema,
  )
}
