import type { BookingMove, QuoteTerms } from '../../src-shared/machine/booking.ts'
import type { CrossBorderRate } from '../../src-shared/station/quote/crossborder.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { isSameMoney, type Money } from '../../src-shared/station/money.ts'
import { isCrossBorder, type AnyQuote } from '../../src-shared/station/quote/quote-history.ts'
import { isAbove } from '../../src-shared/station/rules/decide.ts'
import type { PricedBooking } from '../../src-shared/station/rules/offers.ts'
import type { Rate } from '../../src-shared/station/quote/quote.ts'
import type { LedgerBooking } from '../booking/booking-row.rows.ts'
import type { QuoteOrigin } from '../../src-shared/station/booking/record.ts'
import { carrierCodesOf, carriersOf } from '../booking/submit/submission.ts'

/**
 * The rate of a new quote that is the same carrier's same service, as a booking takes it over; null when the carrier
 * offers it no more. Of several the cheapest: rates are sorted so.
 * @param bookedName the carrier's name in the booking, which decides where the SCAC of either is unknown
 */
export function sameRate(origin: QuoteOrigin, bookedName: string, quote: AnyQuote): QuoteTerms | null {
  if (isCrossBorder(quote)) {
    const rate = origin.kind === 'crossborder' ? quote.rates.find((offer) => isSameWay(origin, offer)) : undefined
    if (!rate) return null
    const carrierName = carriersOf(rate).join(' + ') || (rate.serviceType ?? '')
    return { ...termsOf(quote, rate), loadId: quote.loadId, carrierName }
  }
  const rate =
    origin.kind === 'domestic' ? quote.rates.find((offer) => isSameService(origin, bookedName, offer)) : undefined
  if (!rate) return null
  const { carrierName, provider, service } = rate
  return { ...termsOf(quote, rate), loadId: quote.loadId, carrierName, provider, service }
}

function termsOf(quote: AnyQuote, { quoteId, total }: Pick<Rate, 'quoteId' | 'total'>) {
  return { quoteId, expiresAt: quote.expiresAt, total }
}

function isSameService(
  { provider, service, scac }: Extract<QuoteOrigin, { kind: 'domestic' }>,
  bookedName: string,
  rate: Rate,
): boolean {
  // A provider may be a broker, whose carriers share the names of its services.
  const isSameCarrier = rate.scac === null || scac === null ? rate.carrierName === bookedName : rate.scac === scac
  return isSameCarrier && rate.provider === provider && rate.service === service
}

function isSameWay(origin: Extract<QuoteOrigin, { kind: 'crossborder' }>, rate: CrossBorderRate): boolean {
  const carriers = carrierCodesOf(rate)
  return (
    rate.serviceType === origin.serviceType &&
    carriers.length === origin.carriers.length &&
    carriers.every((carrier, leg) => carrier === origin.carriers[leg])
  )
}

/** @throws StationError RULE_FORBIDS, APPROVAL_NEEDED */
export type PriceCheck = (origin: QuoteOrigin, priced: PricedBooking) => Promise<unknown>

type PriceMove = Extract<BookingMove, { question: { kind: 'price-changed' } }>
const SAID_BY_RULES: readonly string[] = ['RULE_FORBIDS', 'APPROVAL_NEEDED']

/** Is the new price acceptable without a question? Another currency never is. */
export function isWithinTolerance(was: Money, now: Money, percent: number): boolean {
  return !isAbove(now, mostWithin(was, percent))
}

/** The price up to which no question is asked. @param percent the allowed rise */
export const mostWithin = (agreed: Money, percent: number): Money => ({
  ...agreed,
  minor: agreed.minor + Math.floor((agreed.minor * percent) / 100),
})

/**
 * Where a new quote leads a QUEUED booking whose own has ended: on with the new one, or to a person.
 * @param percent the price rise that needs no question
 */
export function outcomeOfQuote(booking: LedgerBooking, quote: AnyQuote, percent: number, now: Date): BookingMove {
  const { origin, total, carrierName } = booking
  // New quotes add up: each is compared with the price that a person agreed to.
  const agreed = booking.agreed ?? total
  const terms = origin && sameRate(origin, carrierName, quote)
  if (!terms) return rateGone(quote.rates.length)
  if (terms.loadId === null && booking.kind === 'load') return rateGone(quote.rates.length)
  const detail = {
    was: total,
    now: terms.total,
    wasQuoteId: 'quoteId' in booking.request ? booking.request.quoteId : null,
    quoteId: terms.quoteId,
  }
  if (agreed === null || isWithinTolerance(agreed, terms.total, percent)) {
    return { to: 'QUEUED', action: 'requoted', terms, detail, dueAt: now }
  }
  return askedPrice(agreed, terms, detail)
}

/** The question whether to book at another price than the one that a person agreed to. */
function askedPrice(was: Money, terms: QuoteTerms, detail: Record<string, unknown>): PriceMove {
  const { quoteId, expiresAt, total: now } = terms
  const question = { kind: 'price-changed', was, now, quoteId, expiresAt } as const
  return { to: 'NEEDS_DECISION', question, offer: terms, detail }
}

/**
 * The same, with the carrier rules applied to the new price: a person decides on one that they forbid or need
 * approved, however small the change.
 * @param checkPrice throws a rule's refusal
 */
export async function ruledOutcome(
  booking: LedgerBooking,
  outcome: BookingMove,
  checkPrice: PriceCheck,
): Promise<BookingMove> {
  const terms = outcome.to === 'QUEUED' ? outcome.terms : 'offer' in outcome ? outcome.offer : undefined
  const was = booking.agreed ?? booking.total
  if (!terms || !booking.origin || was === null || isSameMoney(booking.total, terms.total)) return outcome
  if (booking.mostAllowed && isAbove(terms.total, booking.mostAllowed)) {
    return askedPrice(was, terms, outcome.detail ?? {})
  }
  try {
    await checkPrice(booking.origin, { ...terms, consigneeName: booking.consigneeName })
    return outcome
  } catch (error) {
    if (!(error instanceof StationError) || !SAID_BY_RULES.includes(error.code)) throw error
    return { ...askedPrice(was, terms, outcome.detail ?? {}), error: error.toData() }
  }
}

export function rateGone(offers: number): BookingMove {
  return { to: 'NEEDS_DECISION', question: { kind: 'rate-gone', offers } }
}
