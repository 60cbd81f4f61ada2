import { z } from 'zod'
import {
  crossborderQuoteElementSchema,
  type CrossborderQuoteRequest,
} from '../../../src-shared/freight/crossborder-quote.ts'
import { quoteElementSchema, quoteShapeASchema, type QuoteRequest } from '../../../src-shared/freight/quote.ts'
import { dataOf } from '../http/envelope.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

/** The numbers stand beside the list, above it, or in both places. */
const reserved = { loadId: z.string().nullish(), bolNumber: z.string().nullish() }

/** Shape B: the list stands in `data` or at the top level (interface: in both). */
const shapeBSchema = z
  .object({
    success: z.literal(true),
    ...reserved,
    data: z.object({ quotes: z.array(quoteElementSchema).nullish(), ...reserved }).nullish(),
    quotes: z.array(quoteElementSchema).nullish(),
  })
  .transform(({ data, ...top }, context) => {
    const quotes = data?.quotes ?? top.quotes
    const loadId = data?.loadId ?? top.loadId
    if (quotes && loadId) return { quotes, loadId, bolNumber: data?.bolNumber ?? top.bolNumber ?? null }
    context.addIssue({ code: 'custom', path: ['data'], message: 'holds neither rates nor quotes with a loadId' })
    return z.NEVER
  })

/** Either shape; which one a call returns is not shown in the interface, so both are read. */
const answerSchema = z.union([
  dataOf(quoteShapeASchema).transform(({ data }) => ({ shape: 'A' as const, data })),
  shapeBSchema.transform((data) => ({ shape: 'B' as const, data })),
])
export type QuoteAnswer = z.output<typeof answerSchema>

/** POST /quote. Repeated only when surely unsent: a quote costs nothing, but it counts against the rate limit. */
export function requestQuote(transport: Transport, request: QuoteRequest): Promise<QuoteAnswer> {
  return transport.json(callOf('requestQuote', { body: { ...request, returnJson: true } }), answerSchema)
}

const crossBorderSchema = z.object({
  success: z.literal(true),
  quotes: z.object({
    quotes: z.array(crossborderQuoteElementSchema),
    loadId: z.string().min(1),
    bolNumber: z.string().nullish(),
  }),
})
export type CrossBorderAnswer = z.output<typeof crossBorderSchema>

/** POST /quote-crossborder: no `data`, no `meta`. Repeated only when surely unsent: each answer reserves a load id. */
export function requestCrossBorderQuote(
  transport: Transport,
  request: CrossborderQuoteRequest,
): Promise<CrossBorderAnswer> {
  return transport.json(callOf('requestCrossBorderQuote', { body: request }), crossBorderSchema)
}
