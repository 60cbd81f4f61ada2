import { z } from 'zod'
import { stationErrorSchema, type StationErrorData } from '../../src-shared/station/error.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

const rowSchema = z.object({
  code: z.string(),
  message: z.string(),
  details: jsonColumn(stationErrorSchema.shape.details),
})

/** To be called inside the transaction of what it reports. The same sentence twice is one notice. */
export function addNotices(db: SqliteDatabase, at: Date, notices: readonly StationErrorData[]): void {
  for (const { code, message, details } of notices) {
    statement(
      db,
      `INSERT INTO notice (code, message, details, created_at) SELECT ?, ?, ?, ?
       WHERE NOT EXISTS (SELECT 1 FROM notice WHERE dismissed_at IS NULL AND code = ? AND message = ?)`,
    ).run(code, message, JSON.stringify(details), at.toISOString(), code, message)
  }
}

/** To be called inside a transaction. One that a person has acknowledged is not raised again. @returns whether it was raised now */
export function raiseOnce(db: SqliteDatabase, at: Date, notice: StationErrorData): boolean {
  const { code, message } = notice
  const isReported =
    statement(db, 'SELECT 1 FROM notice WHERE code = ? AND message = ?').get(code, message) !== undefined
  if (!isReported) addNotices(db, at, [notice])
  return !isReported
}

/** The same as one transaction. */
export const addNoticeOnce = (db: SqliteDatabase, at: Date, notice: StationErrorData): Promise<boolean> =>
  inTransaction(db, () => raiseOnce(db, at, notice))

/** Notices that no one has acknowledged yet, oldest first. */
export function openNotices(db: SqliteDatabase): StationErrorData[] {
  return statement(db, 'SELECT code, message, details FROM notice WHERE dismissed_at IS NULL ORDER BY seq')
    .all()
    .map((row) => ({ ...rowSchema.parse(row), retryable: false }))
}

/** A person has acknowledged all with this code. */
export const dismissNotices = (db: SqliteDatabase, code: string, at: Date): Promise<void> =>
  inTransaction(db, () => {
    statement(db, 'UPDATE notice SET dismissed_at = ? WHERE dismissed_at IS NULL AND code = ?').run(
      at.toISOString(),
      code,
    )
  })
