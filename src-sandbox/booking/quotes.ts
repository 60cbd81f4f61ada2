import { z } from 'zod'
import { quoteRequestSchema, type QuoteRequest } from '../../src-shared/freight/quote.ts'
import type { Day } from '../calendar.ts'
import type { SandboxDatabase } from '../database.ts'
import { FreightFailure, invalidField } from '../http/failure.ts'
import { checkAddress } from '../locations/check-address.ts'
import type { Locations } from '../locations/locations.ts'
import { nextBolNumber } from '../numbers.ts'
import { newId } from '../random.ts'
import { classWarnings, loadOf, type Load } from '../rating/load.ts'
import { offerSchema, rate, type Offer } from '../rating/rates.ts'
import { crossesToMexico } from '../rating/refusal.ts'
import { isTooFarAhead, pickupDayFor } from '../rating/transit.ts'
import { statement } from '../statement.ts'

/** An offer within a quote. */
export interface QuotedOffer extends Offer {
  rateId: string
}

export interface DomesticQuote {
  quoteId: string
  loadId: string
  bolNumber: string
  request: QuoteRequest
  offers: QuotedOffer[]
  createdAt: number
  expiresAt: number
}

/** Section Limits: a quote is valid for one hour. */
const QUOTE_LIFE_MS = 60 * 60 * 1000
/** How long after its end a quote is still known as expired rather than unknown. */
const KEPT_AFTER_EXPIRY_MS = 30 * 24 * 60 * 60 * 1000

/** The load of a request after both addresses were checked, with what a shipper should know about it. */
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
  newLoadId = () => newId('SHP'),
): { quote: DomesticQuote; pickupDay: Day; warnings: string[] } {
  assertCanPlan('shipDate', request.shipDate, now)
  const { load, warnings } = checkedLoad(locations, request)
  const { offers, refusals } = rate(load)
  if (offers.length === 0) throw noRates(load, refusals)
  const pickupDay = pickupDayFor(request.shipDate, now)
  if (request.shipDate !== undefined && request.shipDate !== pickupDay) {
    warnings.push(`No pickup is possible on ${request.shipDate}; the rates are for pickup on ${pickupDay}.`)
  }
  const quote = db
    .transaction(() =>
      keepQuote(db, {
        quoteId: newId('QTE'),
        loadId: newLoadId(),
        bolNumber: nextBolNumber(db),
        request,
        offers: offers.map((offer) => ({ ...offer, rateId: newId('RTE') })),
        createdAt: now,
        expiresAt: now + QUOTE_LIFE_MS,
      }),
    )
    .immediate()
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

function keepQuote(db: SandboxDatabase, quote: DomesticQuote): DomesticQuote {
  statement(
    db,
    `INSERT INTO quote (quote_id, load_id, bol_number, request, created_at, expires_at)
     VALUES (@quoteId, @loadId, @bolNumber, @request, @createdAt, @expiresAt)`,
  ).run({ ...quote, request: JSON.stringify(quote.request), offers: null })
  const insert = statement(db, 'INSERT INTO quote_rate (rate_id, quote_id, position, rate) VALUES (?, ?, ?, ?)')
  quote.offers.forEach(({ rateId, ...offer }, position) => {
    insert.run(rateId, quote.quoteId, position, JSON.stringify(offer))
  })
  return quote
}

const quoteRowSchema = z.object({
  quote_id: z.string(),
  load_id: z.string(),
  bol_number: z.string(),
  request: z.string(),
  created_at: z.number(),
  expires_at: z.number(),
})
const rateRowSchema = z.object({ rate_id: z.string(), rate: z.string() })

/**
 * The quote that an id names, with the offers that may be booked under it: all of them under the quote's own id, one
 * under the id of a single offer (the elements of answer shape B carry those).
 * @throws FreightFailure INVALID_REQUEST, details.field quoteId, details.reason QUOTE_NOT_FOUND or QUOTE_EXPIRED.
 */
export function findQuote(db: SandboxDatabase, id: string, now: number): DomesticQuote {
  const row = quoteRowSchema
    .optional()
    .parse(
      statement(
        db,
        `SELECT * FROM quote WHERE quote_id = @id OR quote_id = (SELECT quote_id FROM quote_rate WHERE rate_id = @id)`,
      ).get({ id }),
    )
  if (!row) throw invalidField('quoteId', `there is no quote ${id}.`, { reason: 'QUOTE_NOT_FOUND', quoteId: id })
  if (row.expires_at <= now) {
    const expiredAt = new Date(row.expires_at).toISOString()
    throw invalidField('quoteId', `the quote ${id} expired at ${expiredAt}.`, {
      reason: 'QUOTE_EXPIRED',
      quoteId: id,
      expiredAt,
    })
  }
  const offers = z
    .array(rateRowSchema)
    .parse(statement(db, 'SELECT rate_id, rate FROM quote_rate WHERE quote_id = ? ORDER BY position').all(row.quote_id))
    .map(({ rate_id, rate }) => ({ ...offerSchema.parse(JSON.parse(rate)), rateId: rate_id }))
  return {
    quoteId: row.quote_id,
    loadId: row.load_id,
    bolNumber: row.bol_number,
    request: quoteRequestSchema.parse(JSON.parse(row.request)),
    offers: id === row.quote_id ? offers : offers.filter(({ rateId }) => rateId === id),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

/** Forgets quotes that expired long ago. */
export function forgetOldQuotes(db: SandboxDatabase, now: number): void {
  statement(db, 'DELETE FROM quote WHERE expires_at < ?').run(now - KEPT_AFTER_EXPIRY_MS)
}
