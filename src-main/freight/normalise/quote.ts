import { QUOTE_LIFE_MS, type QuoteRequest } from '../../../src-shared/freight/quote.ts'
import { money, type Money } from '../../../src-shared/station/money.ts'
import type { Quote, Rate } from '../../../src-shared/station/quote/quote.ts'
import type { ElementAnswer, QuoteAnswer, RateAnswer } from '../answer/quote.ts'
import { withOwnIds } from './own-ids.ts'

/** One Quote from either shape. Offers that could not be read, one of a negative amount for instance, are counted. */
export function normaliseQuote(answer: QuoteAnswer, request: QuoteRequest, id: string, requestedAt: Date): Quote {
  const rates =
    answer.shape === 'A'
      ? answer.data.rates.map((rate, index) => rateOfShapeA(rate, answer.data.quoteId, index))
      : answer.data.quotes.filter(({ purchasable }) => purchasable !== false).map(rateOfShapeB)
  return {
    id,
    shape: answer.shape,
    rates: withOwnIds(rates).sort((a, b) => a.total.minor - b.total.minor),
    expiresAt: endOfQuote(answer.shape === 'A' ? answer.data.expiresAt : undefined, requestedAt),
    requestedAt: requestedAt.toISOString(),
    warnings: answer.shape === 'A' ? answer.data.warnings : [],
    loadId: answer.shape === 'B' ? answer.data.loadId : null,
    bolNumber: answer.shape === 'B' ? (answer.data.bolNumber ?? null) : null,
    unread: answer.unread,
    requestId: answer.requestId,
    request,
  }
}

/**
 * When a quote that was asked for just now ends. One that had ended before it was asked for shows that the clocks here and
 * there differ: then the hour that every quote has counts from here, and the service has the last word.
 */
function endOfQuote(reported: string | undefined, requestedAt: Date): string {
  if (reported !== undefined && Date.parse(reported) > requestedAt.getTime()) return reported
  return new Date(requestedAt.getTime() + QUOTE_LIFE_MS).toISOString()
}

function rateOfShapeA(rate: RateAnswer, quoteId: string, index: number): Rate {
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
    deliveryDate: rate.deliveryDate ?? null,
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

function rateOfShapeB(element: ElementAnswer): Rate {
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
