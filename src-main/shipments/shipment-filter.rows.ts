import { z } from 'zod'
import { ON_THE_DOCK } from '../../src-shared/machine/shipment.ts'
import type { ShipmentFilter } from '../../src-shared/station/tracking/shipment.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { placeFrom } from './place.ts'
import { countsOf } from './shipment-read.rows.ts'
import { ATTENTION_SQL, NOT_PICKED_UP_SQL, WATCH_SQL, type Quiet, type WatchTimes } from './watch.rows.ts'
import { queryOf } from './words.ts'

/** A filter with its inputs from outside the cache. */
export interface StoreFilter extends Partial<ShipmentFilter> {
  /** Needed by late, atRisk, stale and attention. */
  times?: WatchTimes | undefined
  /** Shipments that a person has acknowledged: left out of `attention`. */
  quiet?: readonly Quiet[] | undefined
}

/** A filter as SQL. */
export interface FilterSql {
  /** The query of the search index; null when nothing was typed. */
  words: string | null
  /** Conditions over `shipment s`, beside the words. */
  conditions: string[]
  values: Record<string, string | number | null>
  /** The filter leaves so few that it, and not the words, is where to start. */
  isRare: boolean
  /** Only shipments under way can match. */
  isWatched: boolean
  /** How many match, where a counter knows. */
  exactTotal: number | null
}

const NO_TIMES: WatchTimes = { now: 0, riskUntil: 0, staleBefore: 0 }

/** Below this share of all shipments a filter is the better start than the words typed beside it. */
const RARE_SHARE = 0.005

function namesFrom(db: SqliteDatabase, start: string, limit: number): string[] {
  return z
    .array(z.string())
    .parse(
      statement(db, 'SELECT word FROM shipment_word WHERE word >= ? AND word < ? LIMIT ?')
        .pluck()
        .all(start, `${start}\u{10FFFF}`, limit),
    )
}

export function filterSql(db: SqliteDatabase, filter: StoreFilter): FilterSql {
  const words = queryOf(filter.text ?? '', (start, limit) => namesFrom(db, start, limit))
  const counts = countsOf(db, 'status')
  const everything = Object.values(counts).reduce((sum, count) => sum + count, 0)
  /** How many each filter leaves, where a counter knows. */
  const known: number[] = []
  const conditions: string[] = []
  if (filter.status !== undefined) {
    conditions.push('s.status = @status')
    known.push(counts[filter.status] ?? 0)
  }
  if (filter.provider !== undefined) {
    conditions.push('s.provider = @provider')
    known.push(countsOf(db, 'provider')[filter.provider] ?? 0)
  }
  if (filter.exceptionCode !== undefined) {
    conditions.push('s.exception_code = @exceptionCode')
    known.push(countsOf(db, 'exception')[filter.exceptionCode] ?? 0)
  }
  if (filter.late) conditions.push(`(${WATCH_SQL.late})`)
  if (filter.atRisk) conditions.push(`(${WATCH_SQL.atRisk})`)
  if (filter.stale) conditions.push(`(${WATCH_SQL.stale})`)
  if (filter.notPickedUp) {
    conditions.push(`(${NOT_PICKED_UP_SQL})`)
    known.push(ON_THE_DOCK.reduce((sum, status) => sum + (counts[status] ?? 0), 0))
  }
  if (filter.attention) conditions.push(`(${ATTENTION_SQL})`)
  if (filter.since !== undefined) conditions.push('s.place >= @sincePlace')

  const isWatched = [filter.late, filter.atRisk, filter.stale, filter.notPickedUp, filter.attention].includes(true)
  return {
    words,
    conditions,
    values: {
      words,
      status: filter.status ?? null,
      provider: filter.provider ?? null,
      exceptionCode: filter.exceptionCode ?? null,
      quiet: JSON.stringify(filter.quiet ?? []),
      sincePlace: filter.since === undefined ? 0 : placeFrom(Date.parse(filter.since)),
      ...NO_TIMES,
      ...filter.times,
    },
    isWatched,
    isRare: isWatched || known.some((count) => count < everything * RARE_SHARE),
    exactTotal: exactTotal(),
  }

  function exactTotal(): number | null {
    if (words !== null || conditions.length > 1) return null
    return conditions.length === 0 ? everything : (known[0] ?? null)
  }
}
