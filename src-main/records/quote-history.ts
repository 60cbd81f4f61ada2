import type { CrossborderQuoteRequest } from '../../src-shared/freight/crossborder-quote.ts'
import type { QuoteRequest } from '../../src-shared/freight/quote.ts'
import type { CrossBorderQuote } from '../../src-shared/station/crossborder.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type {
  AnyQuote,
  QuoteAgain,
  QuoteHistoryPage,
  QuoteListQuery,
  QuoteSummary,
  RateChange,
} from '../../src-shared/station/quote-history.ts'
import type { Money } from '../../src-shared/station/money.ts'
import type { Quote } from '../../src-shared/station/quote.ts'
import { isCrossBorder, type QuoteStore } from '../store/cache/quotes.ts'
import type { BookingsOfQuotes } from '../store/ledger/quote-bookings.ts'

export interface QuoteHistoryOptions {
  quotes: QuoteStore
  bookings: BookingsOfQuotes
  /** Each asks the service; the answer is not kept yet. */
  ask: {
    domestic: (request: QuoteRequest) => Promise<Quote>
    crossBorder: (request: CrossborderQuoteRequest) => Promise<CrossBorderQuote>
  }
}

export type QuoteHistory = ReturnType<typeof createQuoteHistory>

/** The quotes of the past, what became of them, and the same asked again. */
export function createQuoteHistory({ quotes, bookings, ask }: QuoteHistoryOptions) {
  return {
    list: async (query: QuoteListQuery): Promise<QuoteHistoryPage> => {
      const found = await quotes.list(query)
      const rows = await Promise.all(
        found.map(async ({ quote }) => ({
          ...summaryOf(quote),
          bookings: await bookings.of(quote.rates.map(({ quoteId }) => quoteId)),
        })),
      )
      return { rows, next: found.length === query.limit ? (found.at(-1)?.seq ?? null) : null }
    },

    /** Asks the service the same once more, keeps the answer, and says what has changed. @throws FreightError, NOT_FOUND */
    again: async (id: string): Promise<QuoteAgain> => {
      const before = await quotes.find(id)
      if (!before) {
        throw new StationError({
          code: 'NOT_FOUND',
          message: 'This quote is not kept here any more. Ask for a new one.',
          details: { quoteId: id },
        })
      }
      const quote = isCrossBorder(before) ? await ask.crossBorder(before.request) : await ask.domestic(before.request)
      await quotes.keep(quote)
      return { quote, changes: rateChanges(before, quote) }
    },
  }
}

function summaryOf(quote: AnyQuote): Omit<QuoteSummary, 'bookings'> {
  const { id, requestedAt, expiresAt, rates } = quote
  const cheapest = rates.reduce<Money | null>(
    (least, { total }) => (least === null || total.minor < least.minor ? total : least),
    null,
  )
  const common = { id, requestedAt, expiresAt, cheapest, rates: rates.length }
  if (isCrossBorder(quote)) {
    const { shipperLocation: from, consigneeLocation: to, handlingUnits } = quote.request
    return {
      ...common,
      kind: 'crossborder',
      origin: `${from.city}, ${from.stateOrProvince} ${from.zipCode}`,
      destination: `${to.city}, ${to.stateOrProvince} ${to.zipCode}`,
      ...loadOf(
        handlingUnits.flatMap(({ quantity, products }) =>
          products.map((product) => ({ quantity: quantity * product.quantity, weight: product.weight })),
        ),
      ),
    }
  }
  const { originAddress: from, destinationAddress: to, cargo } = quote.request
  return {
    ...common,
    kind: 'domestic',
    origin: `${from.city}, ${from.state} ${from.postalCode}`,
    destination: `${to.city}, ${to.state} ${to.postalCode}`,
    ...loadOf(cargo),
  }
}

function loadOf(lines: readonly { quantity: number; weight: number }[]): { pieces: number; weightLb: number } {
  return {
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    weightLb: Math.round(lines.reduce((sum, { quantity, weight }) => sum + quantity * weight, 0) * 100) / 100,
  }
}

interface Offer {
  provider: string
  service: string
  carrierName: string
  total: Money
}

/** Each carrier's service of either quote, with its price then and now; in the new quote's order, then what is gone. */
export function rateChanges(before: AnyQuote, after: AnyQuote): RateChange[] {
  const was = offersOf(before)
  const now = offersOf(after)
  return [...new Set([...now.keys(), ...was.keys()])].flatMap((key) => {
    const [old, fresh] = [was.get(key), now.get(key)]
    const told = fresh ?? old
    if (!told) return []
    const isComparable = old && fresh && old.total.currency === fresh.total.currency
    return [
      {
        provider: told.provider,
        service: told.service,
        carrierName: told.carrierName,
        was: old?.total ?? null,
        now: fresh?.total ?? null,
        difference: isComparable ? fresh.total.minor - old.total.minor : null,
      },
    ]
  })
}

/** The cheapest offer of each provider's service. */
function offersOf(quote: AnyQuote): Map<string, Offer> {
  const offers = isCrossBorder(quote)
    ? quote.rates.map(({ moves, serviceType, total }) => ({
        provider: moves.map(({ scac, carrierName }) => scac ?? carrierName).join(' + '),
        service: serviceType ?? '',
        carrierName: [...new Set(moves.map(({ carrierName }) => carrierName))].join(' + '),
        total,
      }))
    : quote.rates
  const found = new Map<string, Offer>()
  for (const offer of offers) {
    const key = JSON.stringify([offer.provider, offer.service])
    const known = found.get(key)
    if (!known || offer.total.minor < known.total.minor) found.set(key, offer)
  }
  return found
}
