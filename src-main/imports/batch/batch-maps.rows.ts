import { z } from 'zod'
import { columnMapSchema, type ColumnMap, type SavedColumnMap } from '../../../src-shared/station/batch/batch-field.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { jsonColumn } from '../../kernel/sqlite/json-column.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { appendAudit } from '../../data/audit/audit.rows.ts'
import type { NoteShared } from '../../data/ledger/note-shared.ts'

const rowSchema = z.object({
  map_id: z.string(),
  name: z.string(),
  body: jsonColumn(columnMapSchema),
  updated_at: z.string(),
})

export type ColumnMapStore = ReturnType<typeof columnMapStore>

/** Column maps by name. @param noteShared as `addressStore` takes it */
export function columnMapStore(db: SqliteDatabase, clock: Clock, noteShared: NoteShared = () => undefined) {
  const audit = (mapId: string, action: string, name?: string) =>
    appendAudit(db, {
      at: clock.now(),
      actor: 'operator',
      subjectKind: 'column_map',
      subjectId: mapId,
      action,
      ...(name === undefined ? {} : { detail: { name } }),
    })

  return {
    /** By name. A map of an older version that no longer parses is left out: it is made again in a minute. */
    list: async (): Promise<SavedColumnMap[]> =>
      statement(db, 'SELECT * FROM column_map ORDER BY name')
        .all()
        .flatMap((row) => {
          const parsed = rowSchema.safeParse(row)
          if (!parsed.success) return []
          const { map_id: mapId, name, body: map, updated_at: updatedAt } = parsed.data
          return [{ mapId, name, map, updatedAt }]
        }),

    /** Saves under a name; a map of that name, in any letter case, is replaced. */
    save: (newId: string, name: string, map: ColumnMap): Promise<void> =>
      inTransaction(db, () => {
        const mapId = z.string().parse(
          statement(
            db,
            `INSERT INTO column_map (map_id, name, body, updated_at) VALUES (?, ?, ?, ?)
             ON CONFLICT (name) DO UPDATE SET name = excluded.name, body = excluded.body, updated_at = excluded.updated_at
             RETURNING map_id`,
          )
            .pluck()
            .get(newId, name, JSON.stringify(map), clock.now().toISOString()),
        )
        audit(mapId, 'saved', name)
        noteShared(mapId)
      }),

    remove: (mapId: string): Promise<void> =>
      inTransaction(db, () => {
        const { changes } = statement(db, 'DELETE FROM column_map WHERE map_id = ?').run(mapId)
        if (changes === 0) return
        audit(mapId, 'removed')
        noteShared(mapId)
      }),
  }
}
