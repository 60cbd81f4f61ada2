import { z } from 'zod'
import { withoutControls } from '../../src-shared/station/limits.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

/** What the index leads by. */
const SIGNS = 3
/** How many such parts of a word it is asked for: each has to be followed, and what they name too many is read. */
const PARTS = 2
/** Bookings that are brought into it in one transaction: some milliseconds. */
const AT_ONCE = 50
const seqsSchema = z.array(z.int())
const wordsSchema = z.array(z.object({ seq: z.int(), words: z.string() }))

/** In any letter case, with or without accents. */
const folded = (text: string): string => withoutControls(text).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * The last characters of a word, in threes: in a number they are more distinctive than the first. The last part may
 * overlap.
 */
function partsOf(word: string): string[] {
  const signs = [...word]
  if (signs.length < SIGNS) return []
  const most = Math.min(PARTS, Math.ceil(signs.length / SIGNS))
  const begins = Array.from({ length: most }, (_, n) => Math.max(0, signs.length - (n + 1) * SIGNS))
  return begins.map((begin) => signs.slice(begin, begin + SIGNS).join(''))
}

/** Words of which each must occur in a booking's search text. */
export function wordSearch(typed: readonly string[]) {
  const words = typed.map(folded).filter((word) => word !== '')
  const parts = words.flatMap(partsOf)
  return {
    /** Of the index, which finds a few too many; null: no word is long enough for it. */
    query: parts.length === 0 ? null : parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND '),
    isIn: (text: string): boolean => {
      const said = folded(text)
      return words.every((word) => said.includes(word))
    },
  }
}

/** Bookings in that range that the index names, newest first. */
export function indexedBookings(
  db: SqliteDatabase,
  query: string,
  { above, upTo, most }: { above: number; upTo: number; most: number },
): number[] {
  return seqsSchema.parse(
    statement(
      db,
      'SELECT -rowid FROM booking_text WHERE booking_text MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid LIMIT ?',
    )
      .pluck()
      .all(query, -upTo, -above, most),
  )
}

/** What each of these bookings is searched by. */
export function wordsOfBookings(db: SqliteDatabase, seqs: readonly number[]): z.infer<typeof wordsSchema> {
  return wordsSchema.parse(
    statement(db, 'SELECT seq, words FROM booking_words WHERE seq IN (SELECT value FROM json_each(?))').all(
      JSON.stringify(seqs),
    ),
  )
}

/** Bookings in that range that are not in the index as they are now, newest first. */
export function dueBookings(
  db: SqliteDatabase,
  { above, upTo, most }: { above: number; upTo: number; most: number },
): number[] {
  return seqsSchema.parse(
    statement(db, 'SELECT seq FROM booking_text_due WHERE seq > ? AND seq <= ? ORDER BY seq DESC LIMIT ?')
      .pluck()
      .all(above, upTo, most),
  )
}

/** The newest of the bookings from before the index that are not in it yet; 0: all are. */
export const newestOutsideIndex = (db: SqliteDatabase): number =>
  z.int().parse(statement(db, 'SELECT until FROM booking_text_backfill').pluck().get())

/** Brings some bookings into the index, in one short transaction: what changed first, then older ones. False: all are in it. */
export function indexWords(db: SqliteDatabase): Promise<boolean> {
  return inTransaction(db, () => {
    const until = newestOutsideIndex(db)
    const due = dueBookings(db, { above: 0, upTo: Number.MAX_SAFE_INTEGER, most: AT_ONCE })
    if (due.length > 0) {
      const seqs = JSON.stringify(due)
      statement(db, 'DELETE FROM booking_text WHERE rowid IN (SELECT -value FROM json_each(?))').run(seqs)
      statement(
        db,
        `INSERT INTO booking_text (rowid, words)
         SELECT -seq, words FROM booking_words WHERE seq IN (SELECT value FROM json_each(?)) AND seq > ? ORDER BY seq DESC`,
      ).run(seqs, until)
      statement(db, 'DELETE FROM booking_text_due WHERE seq IN (SELECT value FROM json_each(?))').run(seqs)
      return true
    }
    if (until <= 0) return false
    const above = Math.max(0, until - AT_ONCE)
    statement(
      db,
      'INSERT INTO booking_text (rowid, words) SELECT -seq, words FROM booking_words WHERE seq > ? AND seq <= ? ORDER BY seq DESC',
    ).run(above, until)
    statement(db, 'UPDATE booking_text_backfill SET until = ?').run(above)
    return true
  })
}
