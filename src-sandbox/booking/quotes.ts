import { quoteRequestSchema, type QuoteRequest } from '../../src-shared/freight/quote.ts'
import type { Day } from '../calendar.ts'
import type { SandboxDatabase } from '../database.ts'
import { FreightFailure, invalidField } from '../http/failure.ts'
import { checkAddress } from '../locations/check-address.ts'
import type { Locations } from '../locations/locations.ts'
import { classWarnings, loadOf, type Load } from '../rating/load.ts'
import { offerSchema, rate, type Offer } from '../rating/rates.ts'
import { crossesToMexico } from '../rating/refusal.ts'
import { isTooFarAhead, pickupDayFor } from '../rating/transit.ts'
import { findStoredQuote, storeQuote, type Quote, type Quoted, type StoredQuote } from './quote-store.ts'

export type QuotedOffer = Quoted<Offer>
export type DomesticQuote = Quote<QuoteRequest, Offer>

/** The load of a request after both addresses were checked, with warnings for the shipper. */
export function checkedLoad(
  locations: Locations,
  request: Pick<QuoteRequest, 'originAddress' | 'destinationAddress' | 'cargo' | 'accessorials' | 'insuranceAmount'>,
): { load: Load; warnings: string[] } {
  const origin = checkAddress(locations, 'originAddress', request.originAddress)
  const destination = checkAddress(locations, 'destinationAddress', request.destinationAddress)
  const load = loadOf(origin.location, destination.location, request)
  return { load, warnings: [...origin.warnings, ...destination.warnings, ...classWarnings(load)] }
}

/**
 * Rates a request and keeps the quote.
 * @throws FreightFailure INVALID_ADDRESS, NO_RATES_AVAILABLE (details.reason, details.providers).
 */
export function makeQuote(
  db: SandboxDatabase,
  locations: Locations,
  request: QuoteRequest,
  now: number,
  loadId?: string,
): { quote: DomesticQuote; pickupDay: Day; warnings: string[] } {
  assertCanPlan('shipDate', request.shipDate, now)
  const { load, warnings } = checkedLoad(locations, request)
  const { offers, refusals } = rate(load)
  if (offers.length === 0) throw noRates(load, refusals)
  const pickupDay = pickupDayFor(request.shipDate, now)
  if (request.shipDate !== undefined && request.shipDate !== pickupDay) {
    warnings.push(`No pickup is possible on ${request.shipDate}; the rates are for pickup on ${pickupDay}.`)
  }
  const quote = storeQuote(db, 'DOMESTIC', { request, offers }, now, loadId)
  return {
    quote,
    pickupDay,
    warnings: [...warnings, ...refusals.map(({ provider, reason }) => `${provider} made no offer: ${reason}.`)],
  }
}

/** @throws FreightFailure INVALID_REQUEST when the day is further ahead than carriers plan. */
export function assertCanPlan(field: 'shipDate' | 'pickupDate', day: Day | undefined, now: number): void {
  if (day !== undefined && isTooFarAhead(day, now)) {
    throw invalidField(field, `${day} is more than a year ahead; no carrier plans it yet.`)
  }
}

/** NO_RATES_AVAILABLE with the reason that all carriers share, or theirs one by one. */
export function noRates(load: Load, refusals: readonly { provider: string; reason: string }[]): FreightFailure {
  return new FreightFailure('NO_RATES_AVAILABLE', 'No carrier has a rate for this shipment.', {
    reason: crossesToMexico(load)
      ? 'Shipments across the border with Mexico are quoted with POST /quote-crossborder.'
      : refusals.map(({ provider, reason }) => `${provider}: ${reason}`).join('; '),
    providers: refusals,
  })
}

/**
 * The domestic quote that an id names, with the offers that may be booked under it.
 * @throws FreightFailure INVALID_REQUEST, details.field quoteId, details.reason QUOTE_NOT_FOUND, QUOTE_EXPIRED or
 *   CROSSBORDER_QUOTE.
 */
export function findQuote(db: SandboxDatabase, id: string, now: number): DomesticQuote {
  const stored = findStoredQuote(db, id, now)
  if (stored.kind === 'DOMESTIC') return domesticQuote(stored)
  throw invalidField('quoteId', `${id} is a cross-border quote; it is booked with POST /book/${stored.loadId}.`, {
    reason: 'CROSSBORDER_QUOTE',
    quoteId: id,
    loadId: stored.loadId,
  })
}

export function domesticQuote({ request, offers, ...quote }: StoredQuote): DomesticQuote {
  return {
    ...quote,
    request: quoteRequestSchema.parse(request),
    offers: offers.map(({ rateId, offer }) => ({ ...offerSchema.parse(offer), rateId })),
  }
}
