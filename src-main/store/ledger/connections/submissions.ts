import type { SqliteDatabase } from '../../database.ts'
import { statement } from '../../statement.ts'
import { inTransaction } from '../../transaction.ts'

export type SubmissionStore = ReturnType<typeof submissionStore>

/** What was handed in over the API under a submission's id, as a hash of its content. */
export function submissionStore(db: SqliteDatabase) {
  return {
    hashOf: async (submissionId: string): Promise<string | null> => {
      const found = statement(db, 'SELECT content_hash FROM api_submission WHERE submission_id = ?')
        .pluck()
        .get(submissionId)
      return typeof found === 'string' ? found : null
    },
    /** Takes the place of one of which nothing was made. */
    note: (submissionId: string, hash: string): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `INSERT INTO api_submission (submission_id, content_hash) VALUES (?, ?)
           ON CONFLICT (submission_id) DO UPDATE SET content_hash = excluded.content_hash`,
        ).run(submissionId, hash)
      }),
    drop: (submissionId: string): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'DELETE FROM api_submission WHERE submission_id = ?').run(submissionId)
      }),
  }
}
