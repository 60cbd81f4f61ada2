import type { Statement } from 'better-sqlite3'
import type { SandboxDatabase } from './database.ts'

const prepared = new WeakMap<SandboxDatabase, Map<string, Statement>>()

/** The prepared statement of this SQL text, prepared once for each database. */
export function statement(db: SandboxDatabase, sql: string): Statement {
  const ofDb = prepared.get(db) ?? new Map<string, Statement>()
  prepared.set(db, ofDb)
  const found = ofDb.get(sql) ?? db.prepare(sql)
  ofDb.set(sql, found)
  return found
}
