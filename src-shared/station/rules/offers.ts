import type { CrossborderQuoteRequest } from '../../freight/crossborder-quote.ts'
import type { QuoteRequest } from '../../freight/quote.ts'
import type { QuoteOrigin } from '../booking/record.ts'
import { money, type Money } from '../money.ts'
import { isCrossBorder, type AnyQuote } from '../quote/quote-history.ts'

/** A rate as rules look at it. */
export interface RuleOffer {
  rateId: string
  /** For people. */
  carrierName: string
  service: string
  /** The names by which a rule may identify the carrier, or the carriers of the legs: names, providers, SCACs. */
  carriers: string[]
  total: Money
  /** Business days at most; null: unknown. */
  days: number | null
}

interface Place {
  city: string
  state: string
  postalCode: string
}

/** What rules ask about a load. */
export interface RuleContext {
  consignee: string
  from: Place
  to: Place
  /** Pounds of the whole load. */
  weightLb: number
  /** The declared value of the goods, by currency. */
  declared: Money[]
  /** Major units of the declared currency; 0: not insured. */
  insuredFor: number
}

/**
 * A quote of either kind as rules look at it.
 * @param consignee as a booking names it, which is who gets the load; absent or empty: as the quote does
 */
export function ruleViewOf(quote: AnyQuote, consignee?: string): { offers: RuleOffer[]; context: RuleContext } {
  if (!isCrossBorder(quote)) {
    return { offers: quote.rates.map(domesticOffer), context: contextOf(quote.request, consignee) }
  }
  return {
    offers: quote.rates.map(({ rateId, serviceType, total, transitDays, moves }) => ({
      rateId,
      carrierName: [...new Set(moves.map(({ carrierName }) => carrierName))].join(' + ') || (serviceType ?? ''),
      service: serviceType ?? '',
      carriers: moves.flatMap(({ carrierName, scac }) => [carrierName, ...(scac === null ? [] : [scac])]),
      total,
      days: transitDays?.to ?? null,
    })),
    context: contextOfBorder(quote.request, consignee),
  }
}

/** What rules ask about a load that crosses the border. */
function contextOfBorder(
  { shipperLocation: from, consigneeLocation: to, handlingUnits }: CrossborderQuoteRequest,
  consignee?: string,
): RuleContext {
  const weights = handlingUnits.map(
    ({ quantity, products }) => quantity * products.reduce((sum, one) => sum + one.quantity * one.weight, 0),
  )
  return {
    consignee: consignee || (to.name ?? ''),
    from: { city: from.city, state: from.stateOrProvince, postalCode: from.zipCode },
    to: { city: to.city, state: to.stateOrProvince, postalCode: to.zipCode },
    weightLb: weights.reduce((sum, one) => sum + one, 0),
    // The interface insures no load that crosses the border.
    declared: [],
    insuredFor: 0,
  }
}

/** What of a booking at a price is not in its quote. */
export interface PricedBooking {
  carrierName: string
  total: Money
  consigneeName: string
}

/** A booking at a price, as rules look at it: its quote's other offers are not known any more. */
export function bookedViewOf(
  origin: QuoteOrigin,
  { carrierName, total, consigneeName }: PricedBooking,
): { offer: RuleOffer; context: RuleContext } {
  const frame = { rateId: '', carrierName, total, days: null }
  if (origin.kind === 'crossborder') {
    const { serviceType, carriers, request } = origin
    const named = carrierName.split(' + ')
    return {
      offer: { ...frame, service: serviceType ?? '', carriers: [...named, ...carriers] },
      context: contextOfBorder(request, consigneeName),
    }
  }
  const { provider, service, scac, request } = origin
  const carriers = [carrierName, provider, ...(scac === null ? [] : [scac])]
  return { offer: { ...frame, service, carriers }, context: contextOf(request, consigneeName) }
}

function domesticOffer(rate: Extract<AnyQuote, { shape: unknown }>['rates'][number]): RuleOffer {
  const { rateId, carrierName, service, provider, scac, total, transitDays } = rate
  return {
    rateId,
    carrierName,
    service,
    carriers: [carrierName, provider, ...(scac === null ? [] : [scac])],
    total,
    days: transitDays?.to ?? null,
  }
}

/** What rules ask about a domestic load, before there is a quote. @param consignee as a booking names it */
export function contextOf(request: QuoteRequest, consignee?: string): RuleContext {
  const { originAddress: from, destinationAddress: to, cargo, insuranceAmount = 0 } = request
  const declared = new Map<string, number>()
  for (const { value = 0, quantity, currency = 'USD' } of cargo) {
    const { minor, currency: code } = money(value * quantity, currency)
    if (minor > 0) declared.set(code, (declared.get(code) ?? 0) + minor)
  }
  return {
    consignee: consignee || (to.companyName ?? to.contactName ?? ''),
    from,
    to,
    weightLb: cargo.reduce((sum, line) => sum + line.weight * line.quantity, 0),
    declared: [...declared].map(([currency, minor]) => ({ currency, minor })),
    insuredFor: insuranceAmount,
  }
}
