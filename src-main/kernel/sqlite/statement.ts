import type { Statement } from 'better-sqlite3'
import { z } from 'zod'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import { monotonic } from '../../../src-node/runtime/wait.ts'
import type { SqliteDatabase } from './database.ts'

/** A statement blocks everything else in this process while it runs; one that takes longer than this is reported. */
const SLOW_MS = 40
/** The most reports of one statement. */
const REPORTED_EVERY_MS = 60 * 60_000
const planSchema = z.array(z.object({ detail: z.string() }))

const prepared = new WeakMap<SqliteDatabase, Map<string, Statement>>()

/** The prepared statement of this SQL text on this connection, prepared once. What is slow is logged with its plan, without its values. */
export function statement(db: SqliteDatabase, sql: string): Statement {
  let ofDb = prepared.get(db)
  if (!ofDb) prepared.set(db, (ofDb = new Map<string, Statement>()))
  let found = ofDb.get(sql)
  if (!found) ofDb.set(sql, (found = timed(db, db.prepare(sql))))
  return found
}

let slowest: { ms: number; sql: string } | null = null

/** What held up this process the longest since it began; null: nothing above 40 ms. */
export const slowestStatement = (): { ms: number; sql: string } | null => slowest

/** The values decide nothing and are not in it; SQLite wants them all the same. */
function planOf(db: SqliteDatabase, sql: string, values: unknown[]): string[] {
  if (!/^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(sql)) return []
  const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values)
  return planSchema.parse(rows).map(({ detail }) => detail)
}

/** `iterate` is left out: who walks through a million rows works between them. */
function timed(db: SqliteDatabase, prepared: Statement): Statement {
  const [run, get, all] = [prepared.run.bind(prepared), prepared.get.bind(prepared), prepared.all.bind(prepared)]
  let reportedAt = -Infinity
  const note = (startedAt: number, values: unknown[]) => {
    const now = monotonic()
    const ms = Math.round(now - startedAt)
    if (ms < SLOW_MS) return
    const sql = prepared.source.replaceAll(/\s+/g, ' ').trim()
    if (ms > (slowest?.ms ?? 0)) slowest = { ms, sql }
    if (now - reportedAt < REPORTED_EVERY_MS) return
    reportedAt = now
    runtime().log.warn('slow statement', { ms, sql, plan: planOf(db, prepared.source, values) })
  }
  prepared.run = (...values) => {
    const startedAt = monotonic()
    const result = run(...values)
    note(startedAt, values)
    return result
  }
  prepared.get = (...values) => {
    const startedAt = monotonic()
    const row = get(...values)
    note(startedAt, values)
    return row
  }
  prepared.all = (...values) => {
    const startedAt = monotonic()
    const rows = all(...values)
    note(startedAt, values)
    return rows
  }
  return prepared
}
