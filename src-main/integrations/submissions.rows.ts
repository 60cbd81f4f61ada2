import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

/** The content submitted under a submission's id; null: nothing, or by a version that kept none. */
export function contentHashOf(db: SqliteDatabase, submissionId: string): string | null {
  const found = statement(db, 'SELECT content_hash FROM api_submission WHERE submission_id = ?')
    .pluck()
    .get(submissionId)
  return typeof found === 'string' ? found : null
}

/** To be called inside a transaction. Takes the place of one of which nothing was made. */
export function noteContent(db: SqliteDatabase, submissionId: string, hash: string): void {
  statement(
    db,
    `INSERT INTO api_submission (submission_id, content_hash) VALUES (?, ?)
     ON CONFLICT (submission_id) DO UPDATE SET content_hash = excluded.content_hash`,
  ).run(submissionId, hash)
}

export type SubmissionStore = ReturnType<typeof submissionStore>

/** The content submitted under a submission's id, as a hash; over the API before anything is made of it. */
export function submissionStore(db: SqliteDatabase) {
  return {
    hashOf: async (submissionId: string): Promise<string | null> => contentHashOf(db, submissionId),
    note: (submissionId: string, hash: string): Promise<void> =>
      inTransaction(db, () => noteContent(db, submissionId, hash)),
    drop: (submissionId: string): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'DELETE FROM api_submission WHERE submission_id = ?').run(submissionId)
      }),
  }
}
