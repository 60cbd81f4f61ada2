import { templateTextsSchema, type TemplateTexts } from '../../src-shared/station/documents/document.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

const bodySchema = jsonColumn(templateTextsSchema)

export type TemplateTextStore = ReturnType<typeof templateTextStore>

/** The input of templates, by the documents made from them. It is kept for as long as its document. */
export function templateTextStore(db: SqliteDatabase, clock: Clock) {
  return {
    save: (documentId: string, texts: TemplateTexts): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `INSERT INTO template_text (document_id, body, updated_at) VALUES (?, ?, ?)
           ON CONFLICT (document_id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at`,
        ).run(documentId, JSON.stringify(texts), clock.now().toISOString())
      }),

    /** Null: nothing was typed here, or it does not fit any more. */
    get: async (documentId: string): Promise<TemplateTexts | null> => {
      const body = statement(db, 'SELECT body FROM template_text WHERE document_id = ?').pluck().get(documentId)
      const parsed = bodySchema.safeParse(body)
      return parsed.success ? parsed.data : null
    },

    remove: (documentId: string): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'DELETE FROM template_text WHERE document_id = ?').run(documentId)
      }),
  }
}
