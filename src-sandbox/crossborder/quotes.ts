import {
  crossborderQuoteRequestSchema,
  type CrossborderQuoteRequest,
} from '../../src-shared/freight/crossborder-quote.ts'
import { readDockTime } from '../../src-shared/freight/dock-time.ts'
import { storeQuote, type Quote, type Quoted, type StoredQuote } from '../booking/quote-store.ts'
import type { Day } from '../calendar.ts'
import type { SandboxDatabase } from '../database.ts'
import { FreightFailure, invalidField } from '../http/failure.ts'
import type { Locations } from '../locations/locations.ts'
import { isTooFarAhead, pickupDayFor } from '../rating/transit.ts'
import type { SatCodes } from '../sat/sat-codes.ts'
import { crossborderLoadOf } from './load.ts'
import { crossborderOfferSchema, rateCrossborder, type CrossborderOffer } from './rates.ts'

export type QuotedCrossborderOffer = Quoted<CrossborderOffer>
export type CrossborderQuote = Quote<CrossborderQuoteRequest, CrossborderOffer>

/**
 * Rates a cross-border request and keeps the quote.
 * @throws FreightFailure INVALID_REQUEST (a SAT code that does not exist, a day too far ahead), INVALID_ADDRESS,
 *   NO_RATES_AVAILABLE (details.reason, details.providers).
 */
export function makeCrossborderQuote(
  { db, locations, satCodes }: { db: SandboxDatabase; locations: Locations; satCodes: SatCodes },
  request: CrossborderQuoteRequest,
  now: number,
): { quote: CrossborderQuote; pickupDay: Day } {
  assertSatCodes(satCodes, request)
  const wantedDay = wantedPickupDay(request)
  if (wantedDay !== undefined && isTooFarAhead(wantedDay, now)) {
    const { scheduledDate } = request.shipperLocation
    const field = scheduledDate === undefined ? 'shipperLocation.readyTime' : 'shipperLocation.scheduledDate'
    throw invalidField(field, `${wantedDay} is more than a year ahead; no carrier plans it yet.`)
  }
  const { offers, refusals } = rateCrossborder(crossborderLoadOf(locations, request))
  if (offers.length === 0) {
    throw new FreightFailure('NO_RATES_AVAILABLE', 'No carriers have a rate for this shipment.', {
      reason: refusals.map(({ provider, reason }) => `${provider}: ${reason}`).join('; '),
      providers: refusals,
    })
  }
  const quote = storeQuote(db, 'CROSSBORDER', { request, offers }, now)
  return { quote, pickupDay: pickupDayFor(wantedDay, now) }
}

/** The day the shipper wants it picked up: the scheduled one, or the day the freight is ready. */
export function wantedPickupDay({ shipperLocation }: CrossborderQuoteRequest): Day | undefined {
  const { scheduledDate, readyTime } = shipperLocation
  return scheduledDate?.slice(0, 10) ?? readDockTime(readyTime ?? '')?.day
}

export function crossborderQuote({ request, offers, ...quote }: StoredQuote): CrossborderQuote {
  return {
    ...quote,
    request: crossborderQuoteRequestSchema.parse(request),
    offers: offers.map(({ rateId, offer }) => ({ ...crossborderOfferSchema.parse(offer), rateId })),
  }
}

function assertSatCodes(satCodes: SatCodes, { handlingUnits }: CrossborderQuoteRequest): void {
  handlingUnits.forEach(({ products }, unit) => {
    products.forEach(({ satCode }, product) => {
      if (satCodes.find(satCode)) return
      throw invalidField(
        `handlingUnits.${unit}.products.${product}.satCode`,
        `there is no SAT code ${satCode}; 01010101 is for goods that the catalogue does not have.`,
        { reason: 'UNKNOWN_SAT_CODE', satCode },
      )
    })
  })
}
