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
import {
  askedCrossBorder,
  askedDomestic,
  type QuoteClient,
  type QuoteQuestion,
  type QuoteSubject,
} from './asked-quote.ts'
import { rateChanges } from './rate-changes.ts'
import { summaryOf } from './summary.ts'

/** A service, and what its quotes are filed under. */
interface QuoteLink {
  key: string
  client: QuoteClient
}

export interface QuotesOptions {
  store: QuoteStore
  bookings: BookingsOfQuotes
  /** The service in use, with a person waiting. */
  link: () => QuoteLink
  /** The request with the insurance that a rule of this site asks for. */
  insured: (request: QuoteRequest) => Promise<QuoteRequest>
  clock: Clock
  ids: Ids
}

export type Quotes = ReturnType<typeof createQuotes>

/** Asks the service for quotes of both kinds, keeps every answer under an id of ours, and knows those of the past. */
export function createQuotes({ store, bookings, link, insured, clock, ids }: QuotesOptions) {
  async function kept<Q extends AnyQuote>(asked: Promise<Q>, { key }: QuoteLink, isOfBatch = false): Promise<Q> {
    const quote = { ...(await asked), environment: key }
    await store.keep(quote, { isOfBatch })
    return quote
  }

  /** @throws FreightError */
  const request = (asked: QuoteRequest, by = link(), { returnOf, orderId }: QuoteSubject = {}): Promise<Quote> =>
    kept(
      askedDomestic(by.client, asked, clock, ids).then((quote) => ({
        ...quote,
        ...(returnOf !== undefined && { returnOf }),
        ...(orderId !== undefined && { orderId }),
      })),
      by,
    )

  /** For a row of a batch: kept, but in no history. @throws FreightError */
  const requestForBatch = (asked: QuoteRequest, by: QuoteLink): Promise<Quote> =>
    kept(askedDomestic(by.client, asked, clock, ids), by, true)

  /** @throws FreightError */
  const requestCrossBorder = (asked: CrossborderQuoteRequest, by = link()): Promise<CrossBorderQuote> =>
    kept(askedCrossBorder(by.client, asked, clock, ids), by)

  /** The same again. @throws FreightError */
  const requestSame = (question: QuoteQuestion, by = link()): Promise<AnyQuote> =>
    question.kind === 'domestic' ? request(question.request, by, question) : requestCrossBorder(question.request, by)

  /** A quote of either kind. @throws StationError NOT_FOUND */
  async function find(id: string): Promise<AnyQuote> {
    const quote = await store.find(id, link().key)
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
    : { kind: 'domestic', request: quote.request, returnOf: quote.returnOf, orderId: quote.orderId }
}

export function quoteNotStored(quoteId: string): StationError {
  return notStored('This quote is no longer stored here. Get a new one.', { quoteId })
}
