import { monotonic } from '../../src-node/runtime/wait.ts'
import type { Statement } from 'better-sqlite3'
import type { SqliteDatabase } from './database.ts'

/** A statement holds up everything else in this process while it runs; one that takes longer than this is told of. */
const SLOW_MS = 40
/** Of one statement it is told so often at most. */
const TOLD_EVERY_MS = 60_000

const prepared = new WeakMap<SqliteDatabase, Map<string, Statement>>()

/** The prepared statement of this SQL text on this connection, prepared once. What is slow is logged, without its values. */
export function statement(db: SqliteDatabase, sql: string): Statement {
  let ofDb = prepared.get(db)
  if (!ofDb) prepared.set(db, (ofDb = new Map<string, Statement>()))
  let found = ofDb.get(sql)
  if (!found) ofDb.set(sql, (found = timed(db.prepare(sql))))
  return found
}

/** `iterate` is left out: who walks through a million rows works between them. */
function timed(prepared: Statement): Statement {
  const [run, get, all] = [prepared.run.bind(prepared), prepared.get.bind(prepared), prepared.all.bind(prepared)]
  let toldAt = -Infinity
  const note = (startedAt: number) => {
    const now = monotonic()
    if (now - startedAt < SLOW_MS || now - toldAt < TOLD_EVERY_MS) return
    toldAt = now
    console.warn(`Slow SQL, ${Math.round(now - startedAt)} ms: ${prepared.source.replace(/\s+/g, ' ').trim()}`)
  }
  prepared.run = (...values) => {
    const startedAt = monotonic()
    const result = run(...values)
    note(startedAt)
    return result
  }
  prepared.get = (...values) => {
    const startedAt = monotonic()
    const row = get(...values)
    note(startedAt)
    return row
  }
  prepared.all = (...values) => {
    const startedAt = monotonic()
    const rows = all(...values)
    note(startedAt)
    return rows
  }
  return prepared
}
