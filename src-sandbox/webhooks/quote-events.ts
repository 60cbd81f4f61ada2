import { z } from 'zod'
import { timestamp } from '../clock.ts'
import type { SandboxDatabase } from '../database.ts'
import { statement } from '../statement.ts'
import { announce } from './outbox.ts'

/** quote.created: call it in the transaction that keeps the quote. */
export function announceQuote(
  db: SandboxDatabase,
  quote: { quoteId: string; loadId: string; createdAt: number; expiresAt: number; offers: readonly unknown[] },
): void {
  const { createdAt, offers } = quote
  const data = { ...quoteData(quote), rateCount: offers.length }
  announce(db, { type: 'quote.created', at: createdAt, data }, createdAt)
}

const expiredSchema = z
  .object({ quote_id: z.string(), load_id: z.string(), created_at: z.number(), expires_at: z.number() })
  .transform((row) => ({
    quoteId: row.quote_id,
    loadId: row.load_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }))

/** quote.expired for every quote whose time has run out since the last call, booked or not. */
export function announceExpiredQuotes(db: SandboxDatabase, now: number): void {
  db.transaction(() => {
    const expired = z.array(expiredSchema).parse(
      statement(
        db,
        `SELECT quote_id, load_id, created_at, expires_at FROM quote
         WHERE expires_at > coalesce((SELECT until FROM quote_expiry_announced), 0) AND expires_at <= ?
         ORDER BY expires_at`,
      ).all(now),
    )
    if (expired.length === 0) return
    for (const quote of expired) {
      announce(db, { type: 'quote.expired', at: quote.expiresAt, data: quoteData(quote) }, now)
    }
    statement(db, 'INSERT OR REPLACE INTO quote_expiry_announced (id, until) VALUES (1, ?)').run(now)
  }).immediate()
}

function quoteData(quote: { quoteId: string; loadId: string; createdAt: number; expiresAt: number }) {
  return {
    quoteId: quote.quoteId,
    loadId: quote.loadId,
    createdAt: timestamp(quote.createdAt),
    expiresAt: timestamp(quote.expiresAt),
  }
}
