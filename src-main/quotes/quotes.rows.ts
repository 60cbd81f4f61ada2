import { z } from 'zod'
import { isCrossBorder, type AnyQuote, type QuoteListQuery } from '../../src-shared/station/quote/quote-history.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { prefixQuery } from '../kernel/sqlite/prefix-query.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { crossBorderQuoteSchema, quoteSchema } from './quote-schema.ts'

const MOST_QUOTES = 10_000
/** To find those beyond the newest is a walk through all of them: it is taken with one quote in so many. */
const FORGOTTEN_EVERY = 10
/** How many of each sort expire then: more than arrive, so that a surplus drains over time, in short steps. */
const GO_AT_ONCE = 20

const rowSchema = z.object({ seq: z.int(), kind: z.enum(['domestic', 'crossborder']), body: z.string() })

/** A quote with the number that a history is paged by. */
export interface NumberedQuote {
  seq: number
  quote: AnyQuote
}

export type QuoteStore = ReturnType<typeof quoteStore>

/**
 * Quotes of both kinds: the newest 10,000 that people asked for, and the newest 10,000 of batches, which are in no
 * list. They expire by age in `cacheRetention`.
 */
export function quoteStore(db: SqliteDatabase, most = MOST_QUOTES) {
  const find = (id: string, environment: string): AnyQuote | null => {
    const row = statement(db, 'SELECT seq, kind, body FROM quote WHERE id = ?').get(id)
    if (row === undefined) return null
    const { quote } = toQuote(row)
    return (quote.environment ?? environment) === environment ? quote : null
  }

  /** A batch of thousands drives no person's quote out. */
  const forgetOldest = () => {
    for (const ofBatch of [0, 1]) {
      statement(
        db,
        `DELETE FROM quote WHERE seq IN (SELECT seq FROM quote WHERE of_batch = @ofBatch AND seq <= (
           SELECT seq FROM quote WHERE of_batch = @ofBatch ORDER BY seq DESC LIMIT 1 OFFSET @most)
         ORDER BY seq LIMIT ${GO_AT_ONCE})`,
      ).run({ ofBatch, most })
    }
  }

  return {
    keep: (quote: AnyQuote, { isOfBatch = false } = {}): Promise<void> =>
      inTransaction(db, () => {
        const { lastInsertRowid: seq } = statement(
          db,
          'INSERT INTO quote (id, kind, requested_at, body, of_batch) VALUES (?, ?, ?, ?, ?)',
        ).run(
          quote.id,
          isCrossBorder(quote) ? 'crossborder' : 'domestic',
          quote.requestedAt,
          JSON.stringify(quote),
          isOfBatch ? 1 : 0,
        )
        if (!isOfBatch) statement(db, 'INSERT INTO quote_text (rowid, words) VALUES (?, ?)').run(seq, wordsOf(quote))
        if (Number(seq) % FORGOTTEN_EVERY === 0) forgetOldest()
      }),

    /** All that are kept, also of batches, newest first. @param before the number of the last one of the page before */
    newest: async ({ before, limit }: { before: number | undefined; limit: number }): Promise<NumberedQuote[]> =>
      statement(db, 'SELECT seq, kind, body FROM quote WHERE seq < ? ORDER BY seq DESC LIMIT ?')
        .all(before ?? Number.MAX_SAFE_INTEGER, limit)
        .map(toQuote),

    /**
     * A quote of either kind. One of another service is none: its answer came after the switch.
     * @param environment the service in use
     */
    find: async (id: string, environment: string): Promise<AnyQuote | null> => find(id, environment),

    /** Newest first. */
    list: async ({ text, from, to, before, limit }: QuoteListQuery): Promise<NumberedQuote[]> => {
      const words = prefixQuery(text)
      const where = [
        'of_batch = 0',
        ...(words ? ['seq IN (SELECT rowid FROM quote_text WHERE quote_text MATCH @words)'] : []),
        ...(from === undefined ? [] : ['requested_at >= @from']),
        // The whole of the last day is meant.
        ...(to === undefined ? [] : [`requested_at < date(@to, '+1 day')`]),
        ...(before === undefined ? [] : ['seq < @before']),
      ]
      return statement(
        db,
        `SELECT seq, kind, body FROM quote WHERE ${where.join(' AND ')}
         ORDER BY seq DESC LIMIT @limit`,
      )
        .all({ words, from: from ?? null, to: to ?? null, before: before ?? null, limit })
        .map(toQuote)
    },
  }
}

export function toQuote(row: unknown): NumberedQuote {
  const { seq, kind, body } = rowSchema.parse(row)
  return { seq, quote: jsonColumn(kind === 'crossborder' ? crossBorderQuoteSchema : quoteSchema).parse(body) }
}

/** Every text in the request, and the carriers. */
export function wordsOf({ request, rates }: AnyQuote): string {
  const words: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') words.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  collect(request)
  for (const rate of rates) {
    if ('carrierName' in rate) words.push(rate.carrierName)
    else words.push(...rate.moves.map(({ carrierName }) => carrierName))
  }
  return [...new Set(words)].join(' ')
}
