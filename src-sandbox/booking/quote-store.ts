import { z } from 'zod'
import { QUOTE_LIFE_MS } from '../../src-shared/freight/quote.ts'
import type { SandboxDatabase } from '../database.ts'
import { invalidField } from '../http/failure.ts'
import { nextQuoteNumbers } from '../numbers.ts'
import { statement } from '../statement.ts'
import { LOAD_OF_ITS_OWN } from './schema.ts'
import { QUOTE_KINDS, writeSoon, type QuoteKind } from './waiting-quotes.ts'

/** How long after its end a quote is still known as expired rather than unknown. */
const RETAINED_AFTER_EXPIRY_MS = 30 * 24 * 60 * 60 * 1000

/** An offer within a quote. */
export type Quoted<Offer> = Offer & { rateId: string }

/** A quote of either kind. */
export interface Quote<Request, Offer> {
  quoteId: string
  loadId: string
  bolNumber: string
  request: Request
  offers: Quoted<Offer>[]
  createdAt: number
  expiresAt: number
}

/**
 * Makes offers a quote that is valid from now on for an hour. It is written with the next ones (`waiting-quotes.ts`), or at
 * once when a subscriber may be waiting for it.
 */
export function storeQuote<Request, Offer extends object>(
  db: SandboxDatabase,
  kind: QuoteKind,
  { request, offers }: { request: Request; offers: readonly Offer[] },
  now: number,
  wantedLoadId?: string,
): Quote<Request, Offer> {
  const { letters, bolNumber } = nextQuoteNumbers(db)
  const quoteId = `QTE-${letters}`
  const quote = {
    quoteId,
    loadId: wantedLoadId ?? `SHP-${letters}`,
    bolNumber,
    request,
    offers: offers.map((offer, index) => ({ ...offer, rateId: rateIdOf(quoteId, index) })),
    createdAt: now,
    expiresAt: now + QUOTE_LIFE_MS,
  }
  writeSoon(db, { ...quote, kind })
  return quote
}

/** An offer's own id: that of its quote with the offer's place, so that the quote is found by it without an index. */
function rateIdOf(quoteId: string, index: number): string {
  return `${quoteId.replace('QTE', 'RTE')}-${String(index + 1).padStart(2, '0')}`
}

/** The id of the quote that `id` names, be it its own or one of its offers'. */
function quoteIdIn(id: string): string {
  return id.replace(/^RTE(-.+)-\d+$/, 'QTE$1')
}

const quoteRowSchema = z.object({
  quote_id: z.string(),
  kind: z.enum(QUOTE_KINDS),
  load_id: z.string(),
  bol_number: z.string(),
  request: z.string(),
  offers: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(z.looseObject({ rateId: z.string() }))),
  created_at: z.number(),
  expires_at: z.number(),
})

/** A quote as stored in the database: what its kind knows the shape of is not read yet. */
export interface StoredQuote extends Omit<Quote<unknown, unknown>, 'offers'> {
  kind: QuoteKind
  offers: { rateId: string; offer: unknown }[]
}

/**
 * The quote that an id names, with the offers that may be booked under it: all of them under the quote's own id, one
 * under the id of a single offer (the elements of a quotes list carry those). Quotes that are still to be written are not
 * seen: see writeQuotes.
 * @throws FreightFailure INVALID_REQUEST, details.field quoteId, details.reason QUOTE_NOT_FOUND or QUOTE_EXPIRED.
 */
export function findStoredQuote(db: SandboxDatabase, id: string, now: number): StoredQuote {
  const row = quoteRowSchema
    .optional()
    .parse(statement(db, 'SELECT * FROM quote WHERE quote_id = ?').get(quoteIdIn(id)))
  const offers = row?.offers.filter(({ rateId }) => id === row.quote_id || id === rateId) ?? []
  if (!row || offers.length === 0) {
    throw invalidField('quoteId', `there is no quote ${id}.`, { reason: 'QUOTE_NOT_FOUND', quoteId: id })
  }
  if (row.expires_at <= now) {
    const expiredAt = new Date(row.expires_at).toISOString()
    throw invalidField('quoteId', `the quote ${id} expired at ${expiredAt}.`, {
      reason: 'QUOTE_EXPIRED',
      quoteId: id,
      expiredAt,
    })
  }
  return {
    quoteId: row.quote_id,
    kind: row.kind,
    loadId: row.load_id,
    bolNumber: row.bol_number,
    request: JSON.parse(row.request),
    offers: offers.map(({ rateId, ...offer }) => ({ rateId, offer })),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

/** Was a load quoted under that id? Load and quote share their letters; quotes of older files, and samples, do not. */
export function isQuotedLoad(db: SandboxDatabase, loadId: string): boolean {
  const known =
    statement(db, 'SELECT 1 FROM quote WHERE quote_id = ? AND load_id = ?').get(loadId.replace('SHP', 'QTE'), loadId) ??
    statement(db, `SELECT 1 FROM quote WHERE load_id = ? AND ${LOAD_OF_ITS_OWN}`).get(loadId)
  return known !== undefined
}

/** Forgets quotes that expired long ago. */
export function forgetOldQuotes(db: SandboxDatabase, now: number): void {
  statement(db, 'DELETE FROM quote WHERE expires_at < ?').run(now - RETAINED_AFTER_EXPIRY_MS)
}
