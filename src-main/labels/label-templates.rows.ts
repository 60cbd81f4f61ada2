import { z } from 'zod'
import { invalidField, notFound } from '../../src-shared/station/error.ts'
import {
  MOST_TEMPLATES,
  templateBodySchema,
  type LabelTemplate,
  type LabelTemplateInput,
} from '../../src-shared/station/printing/label-template.ts'
import { currentUser } from '../kernel/current-user.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'

const rowSchema = z.object({
  template_id: z.string(),
  name: z.string(),
  body: jsonColumn(templateBodySchema),
  made_by: z.string().nullable(),
  made_at: z.string(),
})

export type LabelTemplateStore = ReturnType<typeof labelTemplateStore>

/** Label templates of the station's own, by name. */
export function labelTemplateStore(db: SqliteDatabase, clock: Clock) {
  const templateOf = (raw: unknown): LabelTemplate => {
    const { template_id: templateId, name, body, made_by: madeBy, made_at: madeAt } = rowSchema.parse(raw)
    return { templateId, name, ...body, isStarter: false, madeBy, madeAt }
  }
  const list = (): LabelTemplate[] =>
    statement(db, 'SELECT * FROM label_template ORDER BY name COLLATE NOCASE').all().map(templateOf)
  const get = (templateId: string): LabelTemplate => {
    const row = statement(db, 'SELECT * FROM label_template WHERE template_id = ?').get(templateId)
    if (row === undefined) throw notFound('label template', { templateId })
    return templateOf(row)
  }
  const audit = (templateId: string, action: string, detail: Record<string, unknown>) =>
    appendAudit(db, {
      at: clock.now(),
      actor: 'operator',
      subjectKind: 'label-template',
      subjectId: templateId,
      action,
      detail,
    })

  return {
    list: async (): Promise<LabelTemplate[]> => list(),

    /** @throws StationError NOT_FOUND */
    get: async (templateId: string): Promise<LabelTemplate> => get(templateId),

    /** Adds one, or replaces the one of that id. @throws StationError INVALID_INPUT */
    save: (newId: string, { templateId, name, ...body }: LabelTemplateInput): Promise<LabelTemplate> =>
      inTransaction(db, () => {
        const before = list()
        const known = before.find((template) => template.templateId === templateId)
        const named = before.find((template) => template.name.toLowerCase() === name.toLowerCase())
        if (named && named !== known) throw invalidField('name', `there is already a template named ${named.name}`)
        if (!known && before.length >= MOST_TEMPLATES) {
          throw invalidField('name', `there are already ${MOST_TEMPLATES} templates, the most allowed`)
        }
        const id = known?.templateId ?? newId
        statement(
          db,
          `INSERT INTO label_template (template_id, name, body, made_by, made_at)
           VALUES (@id, @name, @body,
             coalesce(@by, (SELECT json_extract(value, '$.operatorName') FROM setting WHERE name = 'settings' AND json_valid(value))), @at)
           ON CONFLICT (template_id) DO UPDATE SET name = excluded.name, body = excluded.body,
             made_by = excluded.made_by, made_at = excluded.made_at`,
        ).run({
          id,
          name,
          body: JSON.stringify(body),
          by: currentUser()?.name ?? null,
          at: clock.now().toISOString(),
        })
        audit(id, known ? 'changed' : 'added', { name, kind: body.kind, rows: body.rows.length })
        return get(id)
      }),

    /** A missing one is no error. */
    remove: (templateId: string): Promise<void> =>
      inTransaction(db, () => {
        const name = statement(db, 'DELETE FROM label_template WHERE template_id = ? RETURNING name')
          .pluck()
          .get(templateId)
        if (typeof name === 'string') audit(templateId, 'removed', { name })
      }),
  }
}
