import type { QuoteRequest } from '../../../src-shared/freight/quote.ts'
import { notFound, wrongState } from '../../../src-shared/station/error.ts'
import { poundsOf } from '../../../src-shared/station/scale/reading.ts'
import type { WeightRequote } from '../../../src-shared/station/scale/status.ts'
import type { Quotes } from '../../quotes/quotes.ts'
import { sameRate } from '../../quotes/requote.ts'
import type { LedgerBooking } from '../../booking/bookings.rows.ts'

export interface WeightRequotePorts {
  bookings: { findByShipment(environment: string, shipmentId: string): Promise<LedgerBooking | null> }
  quotes: Pick<Quotes, 'request'>
  insured: (request: QuoteRequest) => Promise<QuoteRequest>
  environment: () => string
}

const TENTHS = 10

/** The same goods at another weight in all: each line by its share, to a tenth of a pound a piece. */
export function atWeight(request: QuoteRequest, weighedLb: number): { request: QuoteRequest; bookedLb: number } {
  const bookedLb = request.cargo.reduce((sum, { quantity, weight }) => sum + quantity * weight, 0)
  const cargo = request.cargo.map((line) => ({
    ...line,
    weight: Math.max(1 / TENTHS, Math.round((line.weight * weighedLb * TENTHS) / bookedLb) / TENTHS),
  }))
  return { request: { ...request, cargo }, bookedLb }
}

/**
 * Requests a booked shipment's price at its actual weight. Nothing is booked: the quote is in Quote.
 * @throws FreightError, StationError NOT_FOUND (not booked here), WRONG_STATE (no quote of one country behind it)
 */
export async function requoteByWeight(
  { bookings, quotes, insured, environment }: WeightRequotePorts,
  { shipmentId, weighedGrams }: { shipmentId: string; weighedGrams: number },
): Promise<WeightRequote> {
  const booking = await bookings.findByShipment(environment(), shipmentId)
  if (!booking) throw notFound('booking of this shipment', { shipmentId })
  const { origin, total: before, carrierName } = booking
  if (origin?.kind !== 'domestic') {
    throw wrongState('It was not booked from a quote that can be repeated. Get a quote in Quote.', {
      shipmentId,
    })
  }
  const weighedLb = poundsOf(weighedGrams)
  const { request, bookedLb } = atWeight(origin.request, weighedLb)
  const quote = await quotes.request(await insured(request))
  const after = sameRate(origin, carrierName, quote)?.total ?? null
  const isSame = before !== null && after !== null && before.currency === after.currency
  return {
    quote,
    bookedLb,
    weighedLb,
    before,
    after,
    difference: isSame ? { currency: after.currency, minor: after.minor - before.minor } : null,
  }
}
