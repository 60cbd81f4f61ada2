import type { CrossborderQuoteRequest } from '../../../src-shared/freight/crossborder-quote.ts'
import type { QuoteRequest } from '../../../src-shared/freight/quote.ts'
import { crossBorderAnswer, quoteAnswer, type CrossBorderAnswer, type QuoteAnswer } from '../answer/quote.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

/** POST /quote. Repeated only when surely unsent: a quote costs nothing, but it counts against the rate limit. */
export function requestQuote(transport: Transport, request: QuoteRequest): Promise<QuoteAnswer> {
  return transport.json(callOf('requestQuote', { body: { ...request, returnJson: true } }), quoteAnswer)
}

/** POST /quote-crossborder. Repeated only when surely unsent: each answer reserves a load id. */
export function requestCrossBorderQuote(
  transport: Transport,
  request: CrossborderQuoteRequest,
): Promise<CrossBorderAnswer> {
  return transport.json(callOf('requestCrossBorderQuote', { body: request }), crossBorderAnswer)
}
