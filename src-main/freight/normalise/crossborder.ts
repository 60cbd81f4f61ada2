import type { CrossborderQuoteRequest } from '../../../src-shared/freight/crossborder-quote.ts'
import type { CrossBorderQuote, CrossBorderRate } from '../../../src-shared/station/quote/crossborder.ts'
import { money } from '../../../src-shared/station/money.ts'
import type { CrossBorderAnswer, CrossingElementAnswer } from '../answer/quote.ts'
import { QUOTE_LIFE_MS } from '../../../src-shared/freight/quote.ts'
import { withOwnIds } from './own-ids.ts'

/** One CrossBorderQuote from the answer of POST /quote-crossborder. */
export function normaliseCrossBorderQuote(
  { unread, requestId, quotes: { quotes, loadId, bolNumber } }: CrossBorderAnswer,
  request: CrossborderQuoteRequest,
  id: string,
  requestedAt: Date,
): CrossBorderQuote {
  return {
    id,
    kind: 'crossborder',
    loadId,
    bolNumber: bolNumber ?? null,
    unread,
    requestId,
    rates: withOwnIds(quotes.map(rateOf)).sort((a, b) => a.total.minor - b.total.minor),
    // This answer names no end of its own.
    expiresAt: new Date(requestedAt.getTime() + QUOTE_LIFE_MS).toISOString(),
    requestedAt: requestedAt.toISOString(),
    request,
  }
}

function rateOf(element: CrossingElementAnswer): CrossBorderRate {
  const { quoteId, total, currency, fromTransitTime, toTransitTime, serviceType, moves } = element
  const from = fromTransitTime ?? toTransitTime
  const to = toTransitTime ?? fromTransitTime
  return {
    rateId: quoteId,
    quoteId,
    serviceType: serviceType ?? null,
    total: money(total, currency),
    transitDays: typeof from === 'number' && typeof to === 'number' ? { from, to } : null,
    moves: (moves ?? []).map(({ carrierName, scac, pickupDate, deliveryDate }) => ({
      carrierName,
      scac: scac ?? null,
      pickupDate: pickupDate ?? null,
      deliveryDate: deliveryDate ?? null,
    })),
  }
}
