import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { inspectLedgerFile } from './inspect.rows.ts'
import { isIncrement, restoreIncrements } from '../increments/backup-chain.ts'
import { systemFiles } from '../../kernel/sqlite/files.ts'

const LAST = 100

const bookingSchema = z.object({ seq: z.int(), bookingId: z.string(), reference: z.string(), createdAt: z.string() })
export const drilledSchema = z.object({ bookings: z.int(), last: z.array(bookingSchema) })

/** What a restored ledger shows: how many bookings, and the last hundred, newest first. */
export type Drilled = z.infer<typeof drilledSchema>

export const LAST_BOOKINGS = `SELECT seq, booking_id AS bookingId, reference, created_at AS createdAt FROM booking
  WHERE seq <= ? ORDER BY seq DESC LIMIT ${LAST}`
/** Of the ledger in use: all of them without those that came since, so that no walk through years holds the loop. */
export const COUNT_UNTIL = `SELECT (SELECT coalesce(sum(n), 0) FROM booking_count)
  - (SELECT count(*) FROM booking WHERE seq > ?)`
const COUNT_BOOKINGS = 'SELECT count(*) FROM booking'

/** Restores a copy into `target`, opens it read-only, and deletes it. @throws Error when it is not sound */
export function drill(copy: string, target: string): Drilled {
  try {
    if (isIncrement(copy)) restoreIncrements(copy, target)
    else systemFiles.copy(copy, target)
    const facts = inspectLedgerFile(target, { pages: true })
    if (!facts.isSound) throw new Error(facts.detail)
    const db = new Database(target, { readonly: true })
    try {
      const bookings = z.int().parse(db.prepare(COUNT_BOOKINGS).pluck().get())
      return drilledSchema.parse({ bookings, last: db.prepare(LAST_BOOKINGS).all(Number.MAX_SAFE_INTEGER) })
    } finally {
      db.close()
    }
  } finally {
    rmSync(target, { force: true })
  }
}
