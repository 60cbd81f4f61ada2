import { z } from 'zod'
import { retentionRulesSchema, type RetentionRules, type Removed } from '../../../src-shared/station/app/retention.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { jsonColumn } from '../../kernel/sqlite/json-column.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { appendAudit, type Actor } from '../audit/audit.rows.ts'

const SETTING = 'keep.round'
const roundSchema = jsonColumn(z.object({ at: z.string(), rules: retentionRulesSchema }))

/** Rounds of removal in the audit log, and when the last whole one ended. */
export function removalRounds(db: SqliteDatabase, clock: Clock) {
  const note = (actor: Actor, action: string, detail: Record<string, unknown>) =>
    appendAudit(db, { at: clock.now(), actor, subjectKind: 'ledger', subjectId: 'keep', action, detail })

  return {
    /** ISO 8601 in UTC; null: none ever ended. */
    lastAt: async (): Promise<string | null> => {
      const row: unknown = statement(db, 'SELECT value FROM setting WHERE name = ?').pluck().get(SETTING)
      const parsed = roundSchema.safeParse(row)
      return parsed.success ? parsed.data.at : null
    },

    /** Written before the first row goes: a round that was killed shows as one without an end. */
    begun: (actor: Actor, rules: RetentionRules): Promise<void> =>
      inTransaction(db, () => note(actor, 'removal begun', { days: rules })),

    /** @param removed what went; all nothing: the round leaves no row in the audit log */
    ended: (actor: Actor, rules: RetentionRules, removed: readonly Removed[]): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        ).run(SETTING, JSON.stringify({ at: clock.now().toISOString(), rules }))
        const went = removed.filter(({ count }) => count > 0)
        if (went.length === 0) return
        note(actor, 'removal ended', Object.fromEntries(went.map(({ kind, count, bytes }) => [kind, { count, bytes }])))
      }),
  }
}
export type RemovalRounds = ReturnType<typeof removalRounds>
