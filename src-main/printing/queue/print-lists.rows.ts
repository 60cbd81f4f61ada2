import { z } from 'zod'
import { stationErrorSchema, type StationErrorData } from '../../../src-shared/station/error.ts'
import { isOut } from '../../../src-shared/machine/print-job.ts'
import type { PrintList } from '../../../src-shared/station/printing/printer-settings.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { jsonColumn } from '../../kernel/sqlite/json-column.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { toStoredJob } from './print-job-row.ts'
import { notFound } from './print-job-write.rows.ts'

const itemSchema = z.object({
  code: z.string(),
  job_id: z.string().nullable(),
  problem: jsonColumn(stationErrorSchema).nullable(),
})

/** Print lists in the ledger (its tables still say batch): which labels were asked for together, in which order, and the outcome of each. */
export function printListStore(db: SqliteDatabase, clock: Clock) {
  const itemOf = (raw: unknown): PrintList['items'][number] => {
    const { code, job_id, problem } = itemSchema.parse(raw)
    const row = job_id === null ? undefined : statement(db, 'SELECT * FROM print_job WHERE job_id = ?').get(job_id)
    return { code, job: row === undefined ? null : toStoredJob(row).job, problem }
  }

  return {
    /** All codes at once, before the first is prepared. */
    add: (listId: string, codes: readonly string[]): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'INSERT INTO print_batch (batch_id, created_at) VALUES (?, ?)').run(
          listId,
          clock.now().toISOString(),
        )
        codes.forEach((code, position) => {
          statement(db, 'INSERT INTO print_batch_item (batch_id, position, code) VALUES (?, ?, ?)').run(
            listId,
            position,
            code,
          )
        })
      }),

    /** The outcome of one of them. */
    settle: (
      listId: string,
      position: number,
      outcome: { jobId: string } | { problem: StationErrorData },
    ): Promise<void> =>
      inTransaction(db, () => {
        const jobId = 'jobId' in outcome ? outcome.jobId : null
        const problem = 'problem' in outcome ? JSON.stringify(outcome.problem) : null
        statement(db, 'UPDATE print_batch_item SET job_id = ?, problem = ? WHERE batch_id = ? AND position = ?').run(
          jobId,
          problem,
          listId,
          position,
        )
        if (jobId !== null) statement(db, 'UPDATE print_job SET batch_id = ? WHERE job_id = ?').run(listId, jobId)
      }),

    /** With every job as it is now. @throws StationError NOT_FOUND */
    get: async (listId: string): Promise<PrintList> => {
      const createdAt = statement(db, 'SELECT created_at FROM print_batch WHERE batch_id = ?').pluck().get(listId)
      if (typeof createdAt !== 'string') throw notFound('print list', { listId })
      const items = statement(
        db,
        'SELECT code, job_id, problem FROM print_batch_item WHERE batch_id = ? ORDER BY position',
      )
        .all(listId)
        .map(itemOf)
      const out = items.filter(({ job }) => job !== null && isOut(job)).length
      return { listId, createdAt, items, out }
    },
  }
}
