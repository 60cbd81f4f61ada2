import { z } from 'zod'
import { MOST_DRAFT_BYTES, MOST_DRAFTS, type Draft } from '../../src-shared/station/app/draft.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { currentUser } from '../kernel/current-user.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

const rowSchema = z.object({
  form: z.string(),
  key: z.string(),
  body: jsonColumn(z.json()),
  updated_at: z.string(),
  restored_from: z.string().nullable(),
})

export type DraftStore = ReturnType<typeof draftStore>

/** Forms that were not finished, each its person's where people sign in. They change with every pause in typing, so they leave no audit rows. */
export function draftStore(db: SqliteDatabase, clock: Clock) {
  return {
    /** @throws StationError TOO_LARGE (details.most, in bytes) */
    save: async ({ form, key, body }: Pick<Draft, 'form' | 'key' | 'body'>): Promise<void> => {
      const text = JSON.stringify(body)
      const bytes = Buffer.byteLength(text)
      if (bytes > MOST_DRAFT_BYTES) {
        throw new StationError({
          code: 'TOO_LARGE',
          message: `A draft can have at most ${MOST_DRAFT_BYTES / 1024} KiB; this one has ${Math.ceil(bytes / 1024)}.`,
          details: { most: MOST_DRAFT_BYTES, bytes },
        })
      }
      await inTransaction(db, () => {
        statement(
          db,
          `INSERT INTO draft (person_id, form, key, body, updated_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (person_id, form, key) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at`,
        ).run(whose(), form, key, text, clock.now().toISOString())
        statement(
          db,
          `DELETE FROM draft WHERE person_id = @whose AND form = @form AND key IN (
             SELECT key FROM draft WHERE person_id = @whose AND form = @form AND key <> @key ORDER BY updated_at DESC, key LIMIT -1 OFFSET @kept)`,
        ).run({ whose: whose(), form, key, kept: MOST_DRAFTS - 1 })
      })
    },

    get: async (form: string, key: string): Promise<Draft | null> => {
      const row = statement(db, 'SELECT * FROM draft WHERE person_id = ? AND form = ? AND key = ?').get(
        whose(),
        form,
        key,
      )
      return row === undefined ? null : toDraft(row)
    },

    /** Newest first. */
    list: async (form: string | undefined, limit: number): Promise<Draft[]> =>
      statement(
        db,
        'SELECT * FROM draft WHERE person_id = @whose AND (@form IS NULL OR form = @form) ORDER BY updated_at DESC, key LIMIT @limit',
      )
        .all({ whose: whose(), form: form ?? null, limit })
        .map(toDraft),

    /**
     * The time of the backup that the form with this submission came back with; null: it is no such form. Later edits
     * do not change that.
     */
    restoredFrom: async (submissionId: string): Promise<string | null> => {
      const found = statement(
        db,
        `SELECT restored_from FROM draft WHERE restored_from IS NOT NULL AND coalesce(body ->> '$.value.submissionId', body ->> 'submissionId') = ?`,
      )
        .pluck()
        .get(submissionId)
      return typeof found === 'string' ? found : null
    },

    /** Removing a missing one is no error. */
    remove: (form: string, key: string): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'DELETE FROM draft WHERE person_id = ? AND form = ? AND key = ?').run(whose(), form, key)
      }),
  }
}

/** Empty where no one signs in. */
const whose = (): string => currentUser()?.personId ?? ''

function toDraft(row: unknown): Draft {
  const { form, key, body, updated_at: updatedAt, restored_from: restoredFrom } = rowSchema.parse(row)
  return { form, key, body, updatedAt, restoredFrom }
}
