import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { appendAudit } from '../audit/audit.rows.ts'

/**
 * No settings from a backup wait for confirmation. Part of every query that takes something to be sent or printed: an
 * environment or a route of printers that was changed since the backup must not be used unasked.
 */
export const SETTINGS_STAND = 'NOT EXISTS (SELECT 1 FROM restoration WHERE confirmed_at IS NULL)'

const rowSchema = z.object({ at: z.string(), backup_at: z.string(), confirmed_at: z.string().nullable() })

/** A backup that took the ledger's place. Times are ISO 8601 in UTC. */
export interface Restoration {
  at: string
  /** When the backup was made. */
  backupAt: string
  /** When a person confirmed its settings; null: not yet. */
  confirmedAt: string | null
}

export type RestorationStore = ReturnType<typeof restorationStore>

/** When the ledger was put back to a backup, and whether a person has confirmed what came back with it. */
export function restorationStore(db: SqliteDatabase, clock: Clock) {
  return {
    /** Null: this ledger was never put back. */
    newest: async (): Promise<Restoration | null> => {
      const row = statement(db, 'SELECT * FROM restoration ORDER BY seq DESC LIMIT 1').get()
      if (row === undefined) return null
      const { at, backup_at: backupAt, confirmed_at: confirmedAt } = rowSchema.parse(row)
      return { at, backupAt, confirmedAt }
    },

    /** A person confirms the settings. Confirmed twice is confirmed once. */
    confirm: (): Promise<void> =>
      inTransaction(db, () => {
        const at = clock.now()
        const update = 'UPDATE restoration SET confirmed_at = ? WHERE confirmed_at IS NULL'
        if (statement(db, update).run(at.toISOString()).changes === 0) return
        appendAudit(db, {
          at,
          actor: 'operator',
          subjectKind: 'ledger',
          subjectId: 'ledger',
          action: 'settings confirmed',
        })
      }),
  }
}
