import { z } from 'zod'
import type { SqliteDatabase } from '../database.ts'
import { statement } from '../statement.ts'
import { inTransaction } from '../transaction.ts'

const rowSchema = z.object({
  environment: z.string(),
  events_until: z.string().nullable(),
  filled_until: z.string().nullable(),
  updated_at: z.string().nullable(),
})

/** How far the cache has followed the service. */
export interface SyncCursor {
  /** Timestamp of the newest event taken in; null before the first. */
  eventsUntil: string | null
  /** Creation time of the newest shipment of a completed fill; null before the first fill was complete. */
  filledUntil: string | null
  /** When the service last answered a sync. */
  updatedAt: string | null
}

export type SourceStore = ReturnType<typeof sourceStore>

/** Which environment the cache belongs to. It holds one at a time: another one's copies can be fetched again. */
export function sourceStore(db: SqliteDatabase) {
  return {
    /** Makes the cache this environment's; empties it when it was another's. */
    use: (environment: string): Promise<void> =>
      inTransaction(db, () => {
        const current = statement(db, 'SELECT environment FROM source').pluck().get()
        if (current === environment) return
        db.exec(
          `DELETE FROM quote; DELETE FROM shipment; DELETE FROM tracking_event; DELETE FROM shipment_text; DELETE FROM source;`,
        )
        statement(db, 'INSERT INTO source (id, environment) VALUES (1, ?)').run(environment)
      }),

    cursor: async (): Promise<SyncCursor> => {
      const row = rowSchema.parse(statement(db, 'SELECT * FROM source').get())
      return { eventsUntil: row.events_until, filledUntil: row.filled_until, updatedAt: row.updated_at }
    },

    advance: (cursor: Partial<SyncCursor>): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE source SET events_until = coalesce(?, events_until), filled_until = coalesce(?, filled_until),
             updated_at = coalesce(?, updated_at)`,
        ).run(cursor.eventsUntil ?? null, cursor.filledUntil ?? null, cursor.updatedAt ?? null)
      }),
  }
}
