import { errorFacts } from '../../src-node/log/error-facts.ts'
import { runtime } from '../../src-node/runtime/runtime.ts'
import { after } from '../../src-node/runtime/wait.ts'
import type { Timer } from '../../src-node/runtime/timers.ts'
import type { SandboxDatabase } from '../database.ts'
import { statement } from '../statement.ts'
import { hasWebhooks } from '../webhooks/outbox.ts'
import { announceQuote } from '../webhooks/quote-events.ts'

/** Which endpoint quoted: a domestic quote and a cross-border one keep different requests and offers. */
export const QUOTE_KINDS = ['DOMESTIC', 'CROSSBORDER'] as const
export type QuoteKind = (typeof QUOTE_KINDS)[number]

/** A quote as it is written. */
export interface WaitingQuote {
  kind: QuoteKind
  quoteId: string
  loadId: string
  bolNumber: string
  request: unknown
  offers: readonly { rateId: string }[]
  createdAt: number
  expiresAt: number
}

/** How long a quote may wait for others to be written with, in machine milliseconds. */
const WRITE_WITHIN_MS = 50
/** After a write that failed, on a full disk for instance. */
const WRITE_AGAIN_MS = 1000
const MOST_WAITING = 500

interface Waiting {
  quotes: WaitingQuote[]
  timer: Timer | undefined
}

const waiting = new WeakMap<SandboxDatabase, Waiting>()

/**
 * Has a quote written within a moment, together with other quotes of that moment. A quote is not binding until it is
 * booked, so its answer does not wait for the disk: a service that is killed loses the quotes of its last moment, and
 * a booking of that is refused as one of an unknown quote, never made at another price.
 *
 * Where a subscription to events exists, the quote is written at once: its event must be sent.
 */
export function writeSoon(db: SandboxDatabase, quote: WaitingQuote): void {
  const ofDb = waiting.get(db) ?? { quotes: [], timer: undefined }
  waiting.set(db, ofDb)
  ofDb.quotes.push(quote)
  if (ofDb.quotes.length >= MOST_WAITING || hasWebhooks(db)) writeQuotes(db)
  else ofDb.timer ??= after(WRITE_WITHIN_MS, () => writeLater(db, ofDb), { isBackground: true })
}

/** Writes every quote that waits, in one transaction: before quotes are looked for, and before the database is closed. */
export function writeQuotes(db: SandboxDatabase): void {
  const ofDb = waiting.get(db)
  if (!ofDb || ofDb.quotes.length === 0) return
  db.transaction(() => {
    const isReported = hasWebhooks(db)
    for (const quote of ofDb.quotes) {
      write(db, quote)
      if (isReported) announceQuote(db, quote)
    }
  }).immediate()
  ofDb.quotes = []
  ofDb.timer?.cancel()
  ofDb.timer = undefined
}

function writeLater(db: SandboxDatabase, ofDb: Waiting): void {
  ofDb.timer = undefined
  if (!db.open) return
  try {
    writeQuotes(db)
  } catch (cause) {
    runtime().log.error('quotes', { error: errorFacts(cause) })
    ofDb.timer = after(WRITE_AGAIN_MS, () => writeLater(db, ofDb), { isBackground: true })
  }
}

function write(db: SandboxDatabase, quote: WaitingQuote): void {
  const { quoteId, kind, loadId, bolNumber, request, offers, createdAt, expiresAt } = quote
  statement(
    db,
    `INSERT INTO quote (quote_id, kind, load_id, bol_number, request, offers, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(quoteId, kind, loadId, bolNumber, JSON.stringify(request), JSON.stringify(offers), createdAt, expiresAt)
}
