import {
  QUOTE_LIFE_MS,
  type QuoteRequest,
  type WireQuoteElement,
  type WireRate,
} from '../../../src-shared/freight/quote.ts'
import { money, type Money } from '../../../src-shared/station/money.ts'
import type { Quote, Rate } from '../../../src-shared/station/quote/quote.ts'
import { unreadable } from '../http/failure.ts'
import type { QuoteAnswer } from '../resources/quotes.ts'
import { withOwnIds } from './own-ids.ts'

/** One Quote from either shape. Rates of a negative amount are refused whole: no price can be trusted beside them. */
export function normaliseQuote(answer: QuoteAnswer, request: QuoteRequest, id: string, requestedAt: Date): Quote {
  const rates =
    answer.shape === 'A'
      ? answer.data.rates.map((rate, index) => rateOfShapeA(rate, answer.data.quoteId, index))
      : answer.data.quotes.filter(({ purchasable }) => purchasable !== false).map(rateOfShapeB)
  if (rates.some(({ total }) => total.minor < 0)) throw unreadable('a rate has a negative price', { path: '/quote' })
  return {
    id,
    shape: answer.shape,
    rates: withOwnIds(rates).sort((a, b) => a.total.minor - b.total.minor),
    expiresAt:
      answer.shape === 'A' ? answer.data.expiresAt : new Date(requestedAt.getTime() + QUOTE_LIFE_MS).toISOString(),
    requestedAt: requestedAt.toISOString(),
    warnings: answer.shape === 'A' ? (answer.data.warnings ?? []) : [],
    loadId: answer.shape === 'B' ? answer.data.loadId : null,
    bolNumber: answer.shape === 'B' ? (answer.data.bolNumber ?? null) : null,
    request,
  }
}

function rateOfShapeA(rate: WireRate, quoteId: string, index: number): Rate {
  const { provider, service, currency, breakdown, metadata, transitDays } = rate
  const amount = (value: number | null | undefined) =>
    value === null || value === undefined ? null : money(value, currency)
  return {
    rateId: metadata?.rateId ?? `${quoteId}:${index}`,
    quoteId,
    provider,
    service,
    carrierName: provider,
    scac: metadata?.carrierCode ?? null,
    total: money(rate.totalCost, currency),
    transitDays: transitDays === null || transitDays === undefined ? null : { from: transitDays, to: transitDays },
    // The day as the carrier wrote it: a time zone applied here would shift it by one.
    deliveryDate: rate.deliveryDate?.slice(0, 10) ?? null,
    isGuaranteed: rate.isGuaranteed ?? null,
    breakdown: breakdown
      ? {
          base: amount(breakdown.baseCost),
          fuelSurcharge: amount(breakdown.fuelSurcharge),
          charges: Object.entries(breakdown.accessorials ?? {}).map(([code, value]) => ({
            code,
            amount: money(value, currency),
          })),
        }
      : null,
  }
}

function rateOfShapeB(element: WireQuoteElement): Rate {
  const { currency, customerPrice, rawPrice, fromTransitTime, toTransitTime } = element
  const from = fromTransitTime ?? toTransitTime
  const to = toTransitTime ?? fromTransitTime
  return {
    rateId: element.quoteId,
    quoteId: element.quoteId,
    provider: element.provider,
    service: element.service,
    carrierName: element.carrierName,
    scac: element.scac ?? null,
    total: money(customerPrice.grossCharge, currency),
    transitDays: typeof from === 'number' && typeof to === 'number' ? { from, to } : null,
    deliveryDate: null,
    isGuaranteed: null,
    breakdown: {
      base: null,
      fuelSurcharge: null,
      charges: chargesOf(rawPrice ?? customerPrice.miscCharges ?? [], currency),
    },
  }
}

function chargesOf(
  lines: readonly {
    chargeType?: string | null | undefined
    description?: string | null | undefined
    chargeAmount?: number | null | undefined
  }[],
  currency: string,
): { code: string; amount: Money }[] {
  return lines.flatMap(({ chargeType, description, chargeAmount }) =>
    typeof chargeAmount === 'number'
      ? [{ code: description ?? chargeType ?? '', amount: money(chargeAmount, currency) }]
      : [],
  )
}
