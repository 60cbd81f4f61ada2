import { z } from 'zod'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

const rowSchema = z.object({ failures: z.number(), counted_at: z.string(), blocked_until: z.string().nullable() })

/** Unknown badges that were scanned at this station. */
export interface BadgeTries {
  failures: number
  /** When the last one was counted. */
  countedAt: Date
  blockedUntil: Date | null
}

export type BadgeTryStore = ReturnType<typeof badgeTryStore>

/** Scans of unknown badges, kept so that a restart forgives none. */
export function badgeTryStore(db: SqliteDatabase) {
  return {
    read: async (): Promise<BadgeTries | null> => {
      const row = statement(db, 'SELECT failures, counted_at, blocked_until FROM badge_tries').get()
      if (row === undefined) return null
      const { failures, counted_at: countedAt, blocked_until: until } = rowSchema.parse(row)
      return { failures, countedAt: new Date(countedAt), blockedUntil: until === null ? null : new Date(until) }
    },
    /** Null: none is counted. */
    write: (tries: BadgeTries | null): Promise<void> =>
      inTransaction(db, () => {
        if (tries === null) {
          statement(db, 'DELETE FROM badge_tries').run()
          return
        }
        statement(
          db,
          `INSERT INTO badge_tries (id, failures, counted_at, blocked_until) VALUES (1, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET failures = excluded.failures, counted_at = excluded.counted_at,
             blocked_until = excluded.blocked_until`,
        ).run(tries.failures, tries.countedAt.toISOString(), tries.blockedUntil?.toISOString() ?? null)
      }),
  }
}
