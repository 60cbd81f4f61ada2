import type { z } from 'zod'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'

export type SettingStore = ReturnType<typeof settingStore>

/** Named settings as JSON. A value that no longer fits its schema reads as absent, so an old row never stops a start. @param onWritten called inside the transaction */
export function settingStore(db: SqliteDatabase, clock: Clock, onWritten?: (name: string) => void) {
  return {
    read: async <T extends z.ZodType>(name: string, schema: T): Promise<z.output<T> | null> => {
      const text = statement(db, 'SELECT value FROM setting WHERE name = ?').pluck().get(name)
      if (typeof text !== 'string') return null
      const parsed = schema.safeParse(JSON.parse(text))
      return parsed.success ? parsed.data : null
    },

    /** `detail` goes into the audit log: the change, without secrets. */
    write: (name: string, value: unknown, detail: Record<string, unknown> = {}): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        ).run(name, JSON.stringify(value))
        appendAudit(db, {
          at: clock.now(),
          actor: 'operator',
          subjectKind: 'setting',
          subjectId: name,
          action: 'changed',
          detail,
        })
        onWritten?.(name)
      }),
  }
}
