import { z } from 'zod'
import type { SandboxDatabase } from '../database.ts'
import { invalidField } from '../http/failure.ts'
import { newId } from '../random.ts'
import { statement } from '../statement.ts'
import { announceQuote } from '../webhooks/quote-events.ts'

/** Section Limits: a quote is valid for one hour. */
const QUOTE_LIFE_MS = 60 * 60 * 1000
/** How long after its end a quote is still known as expired rather than unknown. */
const KEPT_AFTER_EXPIRY_MS = 30 * 24 * 60 * 60 * 1000

/** Which endpoint quoted: a domestic quote and a cross-border one keep different requests and offers. */
export const QUOTE_KINDS = ['DOMESTIC', 'CROSSBORDER'] as const
export type QuoteKind = (typeof QUOTE_KINDS)[number]

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

/** Keeps offers as a quote that is valid from now on for an hour; call it within a transaction. */
export function keepQuote<Request, Offer extends object>(
  db: SandboxDatabase,
  kind: QuoteKind,
  { offers, ...load }: { loadId: string; bolNumber: string; request: Request; offers: readonly Offer[] },
  now: number,
): Quote<Request, Offer> {
  const quoteId = newId('QTE')
  const quote = {
    ...load,
    quoteId,
    // Alike but for the end, so that they lie side by side in their index: a commit writes one page of it, not a dozen.
    offers: offers.map((offer, index) => ({
      ...offer,
      rateId: `${quoteId.replace('QTE', 'RTE')}-${String(index + 1).padStart(2, '0')}`,
    })),
    createdAt: now,
    expiresAt: now + QUOTE_LIFE_MS,
  }
  statement(
    db,
    `INSERT INTO quote (quote_id, kind, load_id, bol_number, request, created_at, expires_at)
     VALUES (@quoteId, @kind, @loadId, @bolNumber, @request, @createdAt, @expiresAt)`,
  ).run({ ...quote, kind, request: JSON.stringify(quote.request), offers: null })
  const insert = statement(db, 'INSERT INTO quote_rate (rate_id, quote_id, position, rate) VALUES (?, ?, ?, ?)')
  quote.offers.forEach(({ rateId, ...offer }, position) => {
    insert.run(rateId, quote.quoteId, position, JSON.stringify(offer))
  })
  announceQuote(db, quote)
  return quote
}

const quoteRowSchema = z.object({
  quote_id: z.string(),
  kind: z.enum(QUOTE_KINDS),
  load_id: z.string(),
  bol_number: z.string(),
  request: z.string(),
  created_at: z.number(),
  expires_at: z.number(),
})
const rateRowSchema = z.object({ rate_id: z.string(), rate: z.string() })

/** A quote as it lies in the database: what its kind knows the shape of is not read yet. */
export interface StoredQuote extends Omit<Quote<unknown, unknown>, 'offers'> {
  kind: QuoteKind
  offers: { rateId: string; offer: unknown }[]
}

/**
 * The quote that an id names, with the offers that may be booked under it: all of them under the quote's own id, one
 * under the id of a single offer (the elements of a quotes list carry those).
 * @throws FreightFailure INVALID_REQUEST, details.field quoteId, details.reason QUOTE_NOT_FOUND or QUOTE_EXPIRED.
 */
export function findStoredQuote(db: SandboxDatabase, id: string, now: number): StoredQuote {
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
    .map(({ rate_id, rate }): { rateId: string; offer: unknown } => ({ rateId: rate_id, offer: JSON.parse(rate) }))
  return {
    quoteId: row.quote_id,
    kind: row.kind,
    loadId: row.load_id,
    bolNumber: row.bol_number,
    request: JSON.parse(row.request),
    offers: id === row.quote_id ? offers : offers.filter(({ rateId }) => rateId === id),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

/** Was a load quoted under that id? */
export function isQuotedLoad(db: SandboxDatabase, loadId: string): boolean {
  return statement(db, 'SELECT 1 FROM quote WHERE load_id = ?').get(loadId) !== undefined
}

/** Forgets quotes that expired long ago. */
export function forgetOldQuotes(db: SandboxDatabase, now: number): void {
  statement(db, 'DELETE FROM quote WHERE expires_at < ?').run(now - KEPT_AFTER_EXPIRY_MS)
}
