import type { CrossborderQuoteRequest } from '../../src-shared/freight/crossborder-quote.ts'
import type { QuoteRequest } from '../../src-shared/freight/quote.ts'
import type { CrossBorderQuote } from '../../src-shared/station/crossborder.ts'
import type { Quote } from '../../src-shared/station/quote.ts'
import type { Clock } from '../clock.ts'
import type { FreightLink } from '../environment.ts'
import type { FreightClient } from '../freight/client.ts'
import { normaliseCrossBorderQuote } from '../freight/normalise-crossborder.ts'
import { normaliseQuote } from '../freight/normalise-quote.ts'
import type { Ids } from '../ids.ts'

export interface AskOptions {
  link: () => Pick<FreightLink, 'client'>
  clock: Clock
  ids: Ids
}

/** Asks the service in use for quotes, and gives each an id of ours; keeping it is the caller's. They reject with FreightError. */
export function askQuotes({ link, clock, ids }: AskOptions) {
  return {
    domestic: async (request: QuoteRequest, client: FreightClient = link().client): Promise<Quote> => {
      const requestedAt = clock.now()
      return normaliseQuote(await client.requestQuote(request), request, ids.next('qte'), requestedAt)
    },
    crossBorder: async (request: CrossborderQuoteRequest): Promise<CrossBorderQuote> => {
      const requestedAt = clock.now()
      const answer = await link().client.requestCrossBorderQuote(request)
      return normaliseCrossBorderQuote(answer, request, ids.next('qte'), requestedAt)
    },
  }
}
