import { mayStop } from '../../../src-shared/machine/print-job.ts'
import { wrongState } from '../../../src-shared/station/error.ts'
import type { PrintJob } from '../../../src-shared/station/printing/printing.ts'
import type { PagesNote } from '../../../src-shared/station/printing/stored-pages.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { type JobWriter } from './print-job-write.rows.ts'

/**
 * How far a SENDING job is whose document goes page by page. Every function is one whole transaction: a sheet that the
 * printer took is written down before the next one begins.
 */
export function jobPageSteps(db: SqliteDatabase, { mustGet, note }: JobWriter) {
  /** To be called inside a transaction. */
  const write = (jobId: string, { bytesSent, ...patch }: PagesNote): PrintJob => {
    const { pages } = mustGet(jobId)
    if (pages === null) throw wrongState('The print job does not go page by page.', { jobId })
    statement(db, 'UPDATE print_job SET pages = ?, bytes_sent = coalesce(?, bytes_sent) WHERE job_id = ?').run(
      JSON.stringify({ ...pages, ...patch }),
      bytesSent ?? null,
      jobId,
    )
    return mustGet(jobId).job
  }

  return {
    /** How far it is, and why it ends early. @returns the job, with what a person said meanwhile. @throws StationError NOT_FOUND, WRONG_STATE */
    notePages: (jobId: string, patch: PagesNote): Promise<PrintJob> => inTransaction(db, () => write(jobId, patch)),

    /** A person ends it behind the page in hand. @throws StationError NOT_FOUND, WRONG_STATE */
    stopPages: (jobId: string): Promise<PrintJob> =>
      inTransaction(db, () => {
        const { job } = mustGet(jobId)
        if (!mayStop(job))
          throw wrongState(`Print job "${job.title}" is ${job.state} and cannot be stopped.`, { jobId })
        note(jobId, 'operator', 'stop asked', { handedOver: job.pages?.handedOver })
        return write(jobId, { stop: { kind: 'asked' } })
      }),
  }
}
