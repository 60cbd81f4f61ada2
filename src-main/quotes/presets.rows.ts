import { z } from 'zod'
import { presetInputSchema, type CargoPreset, type PresetInput } from '../../src-shared/station/quote/preset.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'
import type { NoteShared } from '../data/ledger/note-shared.ts'

const rowSchema = z.object({
  preset_id: z.string(),
  name: z.string(),
  body: jsonColumn(presetInputSchema.omit({ name: true })),
  updated_at: z.string(),
})

export type PresetStore = ReturnType<typeof presetStore>

/** Cargo presets by name. @param noteShared as `addressStore` takes it */
export function presetStore(db: SqliteDatabase, clock: Clock, noteShared: NoteShared = () => undefined) {
  const audit = (presetId: string, action: string, name: string) =>
    appendAudit(db, {
      at: clock.now(),
      actor: 'operator',
      subjectKind: 'preset',
      subjectId: presetId,
      action,
      detail: { name },
    })

  return {
    /** By name. */
    list: async (): Promise<CargoPreset[]> =>
      statement(db, 'SELECT * FROM preset ORDER BY name COLLATE NOCASE')
        .all()
        .map((row) => {
          const { preset_id: presetId, name, body, updated_at: updatedAt } = rowSchema.parse(row)
          return { presetId, name, ...body, updatedAt }
        }),

    /** Adds, or replaces the one of that name. */
    save: (newId: string, { name, ...body }: PresetInput): Promise<void> =>
      inTransaction(db, () => {
        const presetId = statement(
          db,
          `INSERT INTO preset (preset_id, name, body, updated_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (name) DO UPDATE SET name = excluded.name, body = excluded.body, updated_at = excluded.updated_at
           RETURNING preset_id`,
        )
          .pluck()
          .get(newId, name, JSON.stringify(body), clock.now().toISOString())
        audit(z.string().parse(presetId), 'saved', name)
        noteShared(z.string().parse(presetId))
      }),

    /** Removing a missing one is no error. */
    remove: (presetId: string): Promise<void> =>
      inTransaction(db, () => {
        const name = statement(db, 'DELETE FROM preset WHERE preset_id = ? RETURNING name').pluck().get(presetId)
        if (typeof name !== 'string') return
        audit(presetId, 'removed', name)
        noteShared(presetId)
      }),
  }
}
