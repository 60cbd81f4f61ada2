import { z } from 'zod'
import { invalidField } from '../../src-shared/station/error.ts'
import { MOST_RULES, ruleBodySchema, type Rule, type RuleInput } from '../../src-shared/station/rules/rule.ts'
import { currentUser } from '../kernel/current-user.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'

const rowSchema = z.object({
  rule_id: z.string(),
  place: z.int(),
  name: z.string(),
  is_on: z.int(),
  body: jsonColumn(ruleBodySchema),
  made_by: z.string().nullable(),
  made_at: z.string(),
})

export type RuleStore = ReturnType<typeof ruleStore>

/** The rules by which a carrier is chosen, in their order. */
export const rulesOf = (db: SqliteDatabase): Rule[] =>
  statement(db, 'SELECT * FROM rule ORDER BY place, rule_id')
    .all()
    .map((raw, index) => {
      const row = rowSchema.parse(raw)
      return {
        ruleId: row.rule_id,
        name: row.name,
        isOn: row.is_on === 1,
        order: index + 1,
        ...row.body,
        madeBy: row.made_by,
        madeAt: row.made_at,
      }
    })

/** Keeps those rules. @param onChanged called inside the transaction of each change */
export function ruleStore(db: SqliteDatabase, clock: Clock, onChanged?: () => void) {
  const list = (): Rule[] => rulesOf(db)
  const audit = (ruleId: string, action: string, detail: Record<string, unknown>) => {
    appendAudit(db, { at: clock.now(), actor: 'operator', subjectKind: 'rule', subjectId: ruleId, action, detail })
    onChanged?.()
  }

  return {
    list: async (): Promise<Rule[]> => list(),

    /** Adds a rule behind the others, or replaces the one with that id. @throws StationError INVALID_INPUT */
    save: (newId: string, { ruleId, name, isOn, when, does }: RuleInput): Promise<void> =>
      inTransaction(db, () => {
        const before = list()
        const known = before.find((rule) => rule.ruleId === ruleId)
        const named = before.find((rule) => rule.name.toLowerCase() === name.toLowerCase())
        if (named && named !== known) throw invalidField('name', `there is already a rule named ${named.name}`)
        if (!known && before.length >= MOST_RULES)
          throw invalidField('name', `there are already ${MOST_RULES} rules, the most allowed`)
        const id = known?.ruleId ?? newId
        statement(
          db,
          `INSERT INTO rule (rule_id, place, name, is_on, body, made_by, made_at)
           VALUES (@id, (SELECT coalesce(max(place), 0) + 1 FROM rule), @name, @isOn, @body,
             coalesce(@by, (SELECT json_extract(value, '$.operatorName') FROM setting WHERE name = 'settings' AND json_valid(value))), @at)
           ON CONFLICT (rule_id) DO UPDATE SET name = excluded.name, is_on = excluded.is_on, body = excluded.body,
             made_by = excluded.made_by, made_at = excluded.made_at`,
        ).run({
          id,
          name,
          isOn: isOn ? 1 : 0,
          body: JSON.stringify({ when, does }),
          by: currentUser()?.name ?? null,
          at: clock.now().toISOString(),
        })
        audit(id, known ? 'changed' : 'added', { name, isOn, when, does })
      }),

    /** Removing a missing one is no error. */
    remove: (ruleId: string): Promise<void> =>
      inTransaction(db, () => {
        const name = statement(db, 'DELETE FROM rule WHERE rule_id = ? RETURNING name').pluck().get(ruleId)
        if (typeof name === 'string') audit(ruleId, 'removed', { name })
      }),

    /** @throws StationError INVALID_INPUT when it does not name every rule once */
    order: (ruleIds: readonly string[]): Promise<void> =>
      inTransaction(db, () => {
        const before = list()
        const isWhole = new Set(ruleIds).size === ruleIds.length && ruleIds.length === before.length
        if (!isWhole || before.some(({ ruleId }) => !ruleIds.includes(ruleId))) {
          throw invalidField('ruleIds', 'must list every rule exactly once')
        }
        for (const [index, ruleId] of ruleIds.entries()) {
          statement(db, 'UPDATE rule SET place = ? WHERE rule_id = ?').run(index + 1, ruleId)
        }
        audit('order', 'ordered', { names: ruleIds.map((id) => before.find(({ ruleId }) => ruleId === id)?.name) })
      }),
  }
}
