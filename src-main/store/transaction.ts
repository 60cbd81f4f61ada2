import type { SqliteDatabase } from './database.ts'

/**
 * Runs `work` as one whole transaction that takes the write lock first. A thrown error rolls back and becomes a
 * rejection, as it would from a store on another machine.
 */
export function inTransaction<T>(db: SqliteDatabase, work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(db.transaction(work).immediate()))
}
