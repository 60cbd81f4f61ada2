import type { CrossborderQuoteRequest } from '../../src-shared/freight/crossborder-quote.ts'
import type { QuoteRequest } from '../../src-shared/freight/quote.ts'
import { notStored, type StationError } from '../../src-shared/station/error.ts'
import type { CrossBorderQuote } from '../../src-shared/station/quote/crossborder.ts'
import {
  isCrossBorder,
  type AnyQuote,
  type QuoteAgain,
  type QuoteHistoryPage,
  type QuoteListQuery,
} from '../../src-shared/station/quote/quote-history.ts'
import type { Quote } from '../../src-shared/station/quote/quote.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { QuoteStore } from './quotes.rows.ts'
import type { BookingsOfQuotes } from '../booking/quote-bookings.rows.ts'
import { askedCrossBorder, askedDomestic, type QuoteClient, type QuoteQuestion } from './asked-quote.ts'
import { rateChanges } from './rate-changes.ts'
import { summaryOf } from './summary.ts'

export interface QuotesOptions {
  store: QuoteStore
  bookings: BookingsOfQuotes
  /** Of the service in use, with a person waiting. */
  client: () => QuoteClient
  /** The request with the insurance that a rule of this site asks for. */
  insured: (request: QuoteRequest) => Promise<QuoteRequest>
  clock: Clock
  ids: Ids
}

export type Quotes = ReturnType<typeof createQuotes>

/** Asks the service for quotes of both kinds, keeps every answer under an id of ours, and knows those of the past. */
export function createQuotes({ store, bookings, client, insured, clock, ids }: QuotesOptions) {
  async function kept<Q extends AnyQuote>(asked: Promise<Q>, isOfBatch = false): Promise<Q> {
    const quote = await asked
    await store.keep(quote, { isOfBatch })
    return quote
  }

  /** @param returnOf the shipment that it would bring back @throws FreightError */
  const request = (asked: QuoteRequest, by: QuoteClient = client(), returnOf?: string): Promise<Quote> =>
    kept(
      askedDomestic(by, asked, clock, ids).then((quote) => ({ ...quote, ...(returnOf !== undefined && { returnOf }) })),
    )

  /** For a row of a batch: kept, but in no history. @throws FreightError */
  const requestForBatch = (asked: QuoteRequest, by: QuoteClient): Promise<Quote> =>
    kept(askedDomestic(by, asked, clock, ids), true)

  /** @throws FreightError */
  const requestCrossBorder = (asked: CrossborderQuoteRequest, by: QuoteClient = client()): Promise<CrossBorderQuote> =>
    kept(askedCrossBorder(by, asked, clock, ids))

  /** The same again. @throws FreightError */
  const requestSame = (question: QuoteQuestion, by: QuoteClient = client()): Promise<AnyQuote> =>
    question.kind === 'domestic'
      ? request(question.request, by, question.returnOf)
      : requestCrossBorder(question.request, by)

  /** A quote of either kind. @throws StationError NOT_FOUND */
  async function find(id: string): Promise<AnyQuote> {
    const quote = await store.find(id)
    if (quote) return quote
    throw quoteNotStored(id)
  }

  return {
    /** Null: it is not kept here any more. */
    kept: store.find,
    request,
    requestForBatch,
    requestCrossBorder,
    requestSame,
    find,

    /** A domestic quote. @throws StationError NOT_FOUND */
    get: async (id: string): Promise<Quote> => {
      const quote = await find(id)
      if (isCrossBorder(quote)) throw quoteNotStored(id)
      return quote
    },

    /** Newest first, each with the bookings that were made of it. */
    list: async (query: QuoteListQuery): Promise<QuoteHistoryPage> => {
      const found = await store.list(query)
      const rows = await Promise.all(
        found.map(async ({ quote }) => ({
          ...summaryOf(quote),
          bookings: await bookings.of(quote.rates.map(({ quoteId }) => quoteId)),
        })),
      )
      return { rows, next: found.length === query.limit ? (found.at(-1)?.seq ?? null) : null }
    },

    /** Asks for the same as an earlier quote, and returns the changes. @throws FreightError, StationError NOT_FOUND */
    again: async (id: string): Promise<QuoteAgain> => {
      const before = await find(id)
      const asked = questionOf(before)
      const quote = await requestSame(
        asked.kind === 'domestic' ? { ...asked, request: await insured(asked.request) } : asked,
      )
      return { quote, changes: rateChanges(before, quote) }
    },
  }
}

function questionOf(quote: AnyQuote): QuoteQuestion {
  return isCrossBorder(quote)
    ? { kind: 'crossborder', request: quote.request }
    : { kind: 'domestic', request: quote.request, returnOf: quote.returnOf }
}

export function quoteNotStored(quoteId: string): StationError {
  return notStored('This quote is no longer stored here. Get a new one.', { quoteId })
}
