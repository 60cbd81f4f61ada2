import { z } from 'zod'
import { nextTurn } from '../../src-node/runtime/wait.ts'
import type { BookingQuery } from '../../src-shared/station/booking/booking-input.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { SELECT_BOOKING, toBooking, type LedgerBooking } from './booking-row.rows.ts'
import { dueBookings, indexedBookings, newestOutsideIndex, wordSearch, wordsOfBookings } from './booking-words.rows.ts'

/** What it costs: what was charged, or was quoted. */
const PRICE = "coalesce(b.summary ->> '$.charged.minor', b.summary ->> '$.total.minor')"

/** Those whose shipment was canceled have an index of their own. */
const CANCELED = 'FROM booking WHERE cancellation IS NOT NULL'
export const COUNT_CANCELED = `SELECT count(*) ${CANCELED}`

/** Rows that are walked through at a time, newest first: some milliseconds, then others have their turn. */
const SLICE = 1_000
/** Bookings named by the word index that are read in one turn, where there is no other condition. */
const INDEX_PAGE = 200

const seqsSchema = z.array(z.int())
const seqSchema = z.int()

interface Condition {
  sql: string
  values: unknown[]
}

/** What an index answers. @param isListOfCanceled the canceled are looked up by their own index, and not asked for row by row */
function indexed({ state, states, isCanceled, batchId }: BookingQuery, isListOfCanceled: boolean): Condition[] {
  return [
    ...(state ? [{ sql: 'b.state = ?', values: [state] }] : []),
    ...(states ? [{ sql: 'b.state IN (SELECT value FROM json_each(?))', values: [JSON.stringify(states)] }] : []),
    ...(isCanceled === true
      ? [{ sql: isListOfCanceled ? `b.seq IN (SELECT seq ${CANCELED})` : '+b.cancellation IS NOT NULL', values: [] }]
      : []),
    ...(isCanceled === false ? [{ sql: 'b.cancellation IS NULL', values: [] }] : []),
    ...(batchId ? [{ sql: 'b.batch_id = ?', values: [batchId] }] : []),
  ]
}

/** What each row is asked. */
function asked({ since, until, carrier, leastPrice, mostPrice }: BookingQuery): Condition[] {
  const at = (time: string) => new Date(time).toISOString()
  return [
    ...(since ? [{ sql: 'b.created_at >= ?', values: [at(since)] }] : []),
    ...(until ? [{ sql: 'b.created_at < ?', values: [at(until)] }] : []),
    ...(carrier ? [{ sql: "instr(lower(b.summary ->> 'carrierName'), lower(?)) > 0", values: [carrier] }] : []),
    ...(leastPrice === undefined ? [] : [{ sql: `${PRICE} >= ?`, values: [leastPrice] }]),
    ...(mostPrice === undefined ? [] : [{ sql: `${PRICE} <= ?`, values: [mostPrice] }]),
  ]
}

const among = (seqs: readonly number[]): Condition => ({
  sql: 'b.seq IN (SELECT value FROM json_each(?))',
  values: [JSON.stringify(seqs)],
})
const upTo = (newest: number): Condition => ({ sql: 'b.seq <= ?', values: [newest] })

/** Bookings that may be listed, newest first, and the newest one behind them. */
interface Candidates {
  seqs: number[]
  next: number
}

/** Bookings by what a person asks for, newest first. */
export function bookingList(db: SqliteDatabase): (query: BookingQuery) => Promise<LedgerBooking[]> {
  const prepared = (what: string, conditions: readonly Condition[]) => {
    const where = conditions.map(({ sql }) => sql).join(' AND ')
    return {
      select: statement(db, `${what} WHERE ${where} ORDER BY b.seq DESC LIMIT ?`),
      values: conditions.flatMap(({ values }) => values),
    }
  }
  function bookings(conditions: readonly Condition[], limit: number): LedgerBooking[] {
    const { select, values } = prepared(SELECT_BOOKING, conditions)
    return select.all(...values, limit).map(toBooking)
  }
  function seqs(...conditions: Condition[]): number[] {
    const { select, values } = prepared('SELECT b.seq FROM booking b', conditions)
    return seqsSchema.parse(select.pluck().all(...values, SLICE))
  }

  /** Was the newest booking up to there submitted before that moment? */
  function isBefore(seq: number, since: string): boolean {
    const newest = statement(db, 'SELECT created_at FROM booking WHERE seq <= ? ORDER BY seq DESC LIMIT 1')
    const at = z.string().optional().parse(newest.pluck().get(seq))
    return at !== undefined && at < new Date(since).toISOString()
  }

  /** Are there so few in these states, or canceled, that all of them may be looked at? */
  function areFew({ state, states = state ? [state] : [], isCanceled }: BookingQuery): boolean {
    if (isCanceled && seqSchema.parse(statement(db, COUNT_CANCELED).pluck().get()) <= SLICE) return true
    if (states.length === 0) return false
    const count = 'SELECT coalesce(sum(n), 0) FROM booking_count WHERE state IN (SELECT value FROM json_each(?))'
    return seqSchema.parse(statement(db, count).pluck().get(JSON.stringify(states))) <= SLICE
  }

  /** The newest booking that may be listed; below 1: none. */
  function newestOf({ before }: BookingQuery): number {
    const seq =
      before === undefined
        ? statement(db, 'SELECT max(seq) + 1 FROM booking').pluck().get()
        : statement(db, 'SELECT seq FROM booking WHERE booking_id = ?').pluck().get(before)
    return seqSchema.parse(seq ?? 0) - 1
  }

  /** What the index names, and what it does not know of as it is now. */
  function pageOf(match: string, { above, upTo, most }: { above: number; upTo: number; most: number }): Candidates {
    const named = indexedBookings(db, match, { above, upTo, most })
    const behind = named.length < most ? above : (named.at(-1) ?? 0) - 1
    const due = dueBookings(db, { above: behind, upTo, most })
    const next = due.length < most ? behind : (due.at(-1) ?? 0) - 1
    return { seqs: [...new Set([...due, ...named.filter((seq) => seq > next)])], next }
  }

  return async (query) => {
    const { text, batchId, carrier, since, limit } = query
    const words = text?.split(/\s+/).filter((word) => word !== '') ?? []
    const isPlain = words.length === 0 && asked(query).length === 0
    const isNarrow = batchId !== undefined || (!isPlain && areFew(query))
    const filters = [...indexed(query, batchId === undefined && (isPlain || isNarrow)), ...asked(query)]
    let newest = newestOf(query)
    if (isPlain) return bookings([...filters, upTo(newest)], limit)

    const search = wordSearch(words)
    // A carrier's name is among what a booking is searched by; letter by letter it is compared by the filter.
    const { query: match } = wordSearch([...words, ...(carrier ? [carrier] : [])])
    function candidates(): Candidates {
      if (isNarrow) {
        const few = seqs(upTo(newest), ...filters)
        return { seqs: few, next: few.length < SLICE ? 0 : (few.at(-1) ?? 0) - 1 }
      }
      const outside = newestOutsideIndex(db)
      if (match === null || newest <= outside) {
        const next = newest - SLICE
        return { seqs: seqs(upTo(newest), { sql: 'b.seq > ?', values: [next] }, ...filters), next }
      }
      const most = filters.length === 0 ? INDEX_PAGE : SLICE
      const { seqs: named, next } = pageOf(match, { above: outside, upTo: newest, most })
      return { seqs: filters.length === 0 ? named : seqs(among(named), ...filters), next }
    }

    const found: LedgerBooking[] = []
    for (;;) {
      const { seqs: some, next } = candidates()
      const wanted =
        words.length === 0
          ? some
          : wordsOfBookings(db, some).flatMap(({ seq, words: said }) => (search.isIn(said) ? [seq] : []))
      if (wanted.length > 0) found.push(...bookings([among(wanted)], limit - found.length))
      newest = next
      // They are in order of submission: one older than requested ends the walk.
      if (found.length >= limit || newest <= 0 || (since !== undefined && isBefore(newest, since))) return found
      await nextTurn()
    }
  }
}
