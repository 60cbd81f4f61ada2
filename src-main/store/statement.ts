import type { Statement } from 'better-sqlite3'
import type { SqliteDatabase } from './database.ts'

const prepared = new WeakMap<SqliteDatabase, Map<string, Statement>>()

/** The prepared statement of this SQL text on this connection, prepared once. */
export function statement(db: SqliteDatabase, sql: string): Statement {
  let ofDb = prepared.get(db)
  if (!ofDb) prepared.set(db, (ofDb = new Map<string, Statement>()))
  let found = ofDb.get(sql)
  if (!found) ofDb.set(sql, (found = db.prepare(sql)))
  return found
}
