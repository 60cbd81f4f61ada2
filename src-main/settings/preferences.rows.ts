import { z } from 'zod'
import { PREFERENCES, type PreferenceName, type Preferences } from '../../src-shared/station/app/preference.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

const rowSchema = z.object({ name: z.enum(PREFERENCES), value: jsonColumn(z.json()) })

export type PreferenceStore = ReturnType<typeof preferenceStore>

/** What people prefer at this station. They change with a click and harm nothing, so they leave no audit rows. */
export function preferenceStore(db: SqliteDatabase, clock: Clock) {
  return {
    /** One that a newer version wrote and this one does not know is left out. */
    list: async (): Promise<Preferences> =>
      Object.fromEntries(
        statement(db, 'SELECT name, value FROM preference')
          .all()
          .flatMap((row) => {
            const parsed = rowSchema.safeParse(row)
            return parsed.success ? [[parsed.data.name, parsed.data.value]] : []
          }),
      ),

    set: (name: PreferenceName, value: z.core.util.JSONType): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `INSERT INTO preference (name, value, updated_at) VALUES (?, ?, ?)
           ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
        ).run(name, JSON.stringify(value), clock.now().toISOString())
      }),
  }
}
