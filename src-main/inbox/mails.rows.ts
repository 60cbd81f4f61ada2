import { z } from 'zod'
import { stationErrorSchema, type StationErrorData } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

export interface NewMail {
  mailId: string
  subject: string
  body: string
}

/** A mail that was not taken by a server yet. */
export interface WaitingMail extends NewMail {
  createdAt: string
  tries: number
  nextAt: string
  error: StationErrorData | null
}

const rowSchema = z
  .object({
    mail_id: z.string(),
    subject: z.string(),
    body: z.string(),
    created_at: z.string(),
    tries: z.int(),
    next_at: z.string(),
    error: jsonColumn(stationErrorSchema).nullable(),
  })
  .transform((row): WaitingMail => ({
    mailId: row.mail_id,
    subject: row.subject,
    body: row.body,
    createdAt: row.created_at,
    tries: row.tries,
    nextAt: row.next_at,
    error: row.error,
  }))

/** To be called inside the transaction of what it reports. */
export function queueMail(db: SqliteDatabase, { mailId, subject, body }: NewMail, at: Date): void {
  statement(db, 'INSERT INTO mail (mail_id, subject, body, created_at, next_at) VALUES (?, ?, ?, ?, ?)').run(
    mailId,
    subject,
    body,
    at.toISOString(),
    at.toISOString(),
  )
}

export type MailStore = ReturnType<typeof mailStore>

/** Mails that are to be sent, each until a server has taken it. */
export function mailStore(db: SqliteDatabase, clock: Clock) {
  return {
    /** The one that is due first; null: none waits. */
    next: async (): Promise<WaitingMail | null> => {
      const row = statement(db, 'SELECT * FROM mail WHERE sent_at IS NULL ORDER BY next_at LIMIT 1').get()
      return row === undefined ? null : rowSchema.parse(row)
    },

    waiting: async (): Promise<number> =>
      z.int().parse(statement(db, 'SELECT count(*) FROM mail WHERE sent_at IS NULL').pluck().get()),

    lastSentAt: async (): Promise<string | null> =>
      z
        .string()
        .nullable()
        .parse(statement(db, 'SELECT max(sent_at) FROM mail WHERE sent_at IS NOT NULL').pluck().get()),

    sent: (mailId: string): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE mail SET sent_at = ?, error = NULL WHERE mail_id = ?').run(
          clock.now().toISOString(),
          mailId,
        )
      }),

    /** It was not taken; again then. */
    failed: (mailId: string, error: StationErrorData, nextAt: Date): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE mail SET tries = tries + 1, error = ?, next_at = ? WHERE mail_id = ?').run(
          JSON.stringify(error),
          nextAt.toISOString(),
          mailId,
        )
      }),

    /** All that waits is due now: the settings have changed, or a person asks. */
    hasten: (): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE mail SET next_at = ? WHERE sent_at IS NULL').run(clock.now().toISOString())
      }),
  }
}
