import type { CrossborderQuoteRequest } from '../../src-shared/freight/crossborder-quote.ts'
import type { QuoteRequest } from '../../src-shared/freight/quote.ts'
import type { CrossBorderQuote } from '../../src-shared/station/quote/crossborder.ts'
import type { AnyQuote } from '../../src-shared/station/quote/quote-history.ts'
import type { Quote } from '../../src-shared/station/quote/quote.ts'
import type { Clock } from '../kernel/clock.ts'
import type { FreightClient } from '../freight/client.ts'
import { normaliseCrossBorderQuote } from '../freight/normalise/crossborder.ts'
import { normaliseQuote } from '../freight/normalise/quote.ts'
import type { Ids } from '../kernel/ids.ts'

/** The part of the interface that quotes are asked by. */
export type QuoteClient = Pick<FreightClient, 'requestQuote' | 'requestCrossBorderQuote'>

/** What a quote is for, which the service does not know. */
export type QuoteSubject = Pick<Quote, 'returnOf' | 'orderId'>

/** The question of a quote: enough to ask for the same again. */
export type QuoteQuestion =
  | ({ kind: 'domestic'; request: QuoteRequest } & QuoteSubject)
  | { kind: 'crossborder'; request: CrossborderQuoteRequest }

/** @throws FreightError */
export const askedDomestic = async (by: QuoteClient, asked: QuoteRequest, clock: Clock, ids: Ids): Promise<Quote> => {
  const [id, at] = [ids.next('qte'), clock.now()]
  return normaliseQuote(await by.requestQuote(asked), asked, id, at)
}

/** @throws FreightError */
export const askedCrossBorder = async (
  by: QuoteClient,
  asked: CrossborderQuoteRequest,
  clock: Clock,
  ids: Ids,
): Promise<CrossBorderQuote> => {
  const [id, at] = [ids.next('qte'), clock.now()]
  return normaliseCrossBorderQuote(await by.requestCrossBorderQuote(asked), asked, id, at)
}

/** A quote under an id of ours, asked of the service and kept nowhere. @throws FreightError */
export const askedQuote = (by: QuoteClient, question: QuoteQuestion, clock: Clock, ids: Ids): Promise<AnyQuote> =>
  question.kind === 'domestic'
    ? askedDomestic(by, question.request, clock, ids)
    : askedCrossBorder(by, question.request, clock, ids)
