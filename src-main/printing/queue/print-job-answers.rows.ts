import {
  isAskable,
  isUnproved,
  isStale,
  isUnsent,
  maySendAgain,
  restOf,
} from '../../../src-shared/machine/print-job.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import type { JobPages, PrintJob, PrintProof, SentDetail } from '../../../src-shared/station/printing/printing.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import type { Actor } from '../../data/audit/audit.rows.ts'
import type { StoredJob } from './print-job-row.ts'
import { IS_UNPROVED } from './print-job-sql.rows.ts'
import { assertBytes, refusedMove, type JobWriter } from './print-job-write.rows.ts'

/** What a person, or a later proof, says about a job. Every function is one whole transaction. */
export function jobAnswers(db: SqliteDatabase, { mustGet, move, insert, note, nameOfPrinter }: JobWriter) {
  /** To be called inside a transaction. */
  const toQueued = (jobId: string, actor: Actor): PrintJob => {
    const { job } = mustGet(jobId)
    if (!maySendAgain(job)) throw refusedMove(job, 'QUEUED')
    nameOfPrinter(job.printerId)
    return move(job, { to: 'QUEUED', isFresh: actor === 'operator' }, { actor })
  }

  /** A new job of the same bytes: all of them, or these sheets of one that goes page by page. Inside a transaction. */
  const goOn = (
    { job, content, pages }: StoredJob,
    newJobId: string,
    sheets: Pick<JobPages, 'begin' | 'end'> | null,
    why: Pick<PrintJob, 'purpose' | 'reason'>,
  ): PrintJob => {
    assertBytes(db, content)
    const { printerId, title, shipmentId, copies, stripped } = job
    const { begin, end } = sheets ?? pages ?? { begin: 0, end: 0 }
    const rest = pages === null ? undefined : { ...pages, begin, end, handedOver: begin, isBetween: false, stop: null }
    const { purpose, reason } = why
    return insert(
      { jobId: newJobId, printerId, title, purpose, reason, shipmentId, copies, stripped, pages: rest },
      content,
      true,
    )
  }

  return {
    /** FAILED -> QUEUED. @throws StationError WRONG_STATE, also when it was reprinted; NOT_FOUND, also for its printer */
    retry: (jobId: string): Promise<PrintJob> => inTransaction(db, () => toQueued(jobId, 'operator')),

    /** FAILED -> QUEUED when its next try is still wanted; null when a person has decided otherwise meanwhile. */
    retryByItself: (jobId: string): Promise<PrintJob | null> =>
      inTransaction(db, () => (mustGet(jobId).job.nextTryAt === null ? null : toQueued(jobId, 'station'))),

    /** QUEUED or FAILED -> CANCELLED. @throws StationError WRONG_STATE, also when it was reprinted; NOT_FOUND */
    cancel: (jobId: string): Promise<PrintJob> =>
      inTransaction(db, () => move(mustGet(jobId).job, { to: 'CANCELLED' }, { actor: 'operator' })),

    /** UNKNOWN -> CANCELLED, when its printer was only there for a rehearsal. @throws StationError WRONG_STATE, NOT_FOUND */
    forget: (jobId: string): Promise<PrintJob> =>
      inTransaction(db, () =>
        move(
          mustGet(jobId).job,
          { to: 'CANCELLED', isPrinterGone: true },
          { actor: 'station', detail: { why: 'the rehearsal ended' } },
        ),
      ),

    /** The answer to `stale`: its age counts from now on. @throws StationError WRONG_STATE, NOT_FOUND */
    printNow: (jobId: string): Promise<PrintJob> =>
      inTransaction(db, () => {
        const { job } = mustGet(jobId)
        if (!isStale(job)) throw refusedMove(job, 'SENDING')
        const update = 'UPDATE print_job SET question = NULL, fresh_at = ? WHERE job_id = ?'
        statement(db, update).run(note(jobId, 'operator', 'answered print-now').toISOString(), jobId)
        return mustGet(jobId).job
      }),

    /**
     * Gives a QUEUED or FAILED job, of which no byte left, to another printer; it is QUEUED there.
     * @throws StationError WRONG_STATE, NOT_FOUND
     */
    moveTo: (jobId: string, printerId: string, actor: Actor): Promise<PrintJob> =>
      inTransaction(db, () => {
        const { job } = mustGet(jobId)
        if (!isUnsent(job)) throw refusedMove(job, 'QUEUED')
        const printerName = nameOfPrinter(printerId)
        if (maySendAgain(job)) move(job, { to: 'QUEUED', isFresh: false }, { actor })
        const at = note(jobId, actor, 'moved', { from: job.printerName, to: printerName }).toISOString()
        statement(
          db,
          `UPDATE print_job SET printer_id = ?, printer_name = ?, question = NULL, fresh_at = CASE ? WHEN 'operator' THEN ? ELSE fresh_at END,
             updated_at = ? WHERE job_id = ?`,
        ).run(printerId, printerName, actor, at, at, jobId)
        return mustGet(jobId).job
      }),

    /**
     * UNKNOWN or SENT -> PRINTED, on the operator's word. What is still to be printed of one that goes page by page is
     * `rest`, a new job that begins behind the sheet that came out.
     * @throws StationError WRONG_STATE, NOT_FOUND, NO_LABEL when its bytes are deleted
     */
    confirm: (jobId: string, newJobId: string): Promise<{ confirmed: PrintJob; rest: PrintJob | null }> =>
      inTransaction(db, () => {
        const stored = mustGet(jobId)
        const { job } = stored
        if (!isAskable(job)) throw refusedMove(job, 'PRINTED')
        const sheets = restOf(job, 'printed')
        const rest = sheets && goOn(stored, newJobId, sheets, job)
        const { bytesSent } = job
        const confirmed = move(
          job,
          { to: 'PRINTED', bytesSent, proof: { kind: 'operator' } },
          { actor: 'operator', ...(rest ? { detail: { continuedAs: newJobId } } : {}) },
        )
        return { confirmed, rest }
      }),

    /** SENT -> PRINTED on the printer's proof; jobs that a person has settled meanwhile stay as they are. */
    prove: (jobIds: readonly string[], proof: PrintProof): Promise<PrintJob[]> =>
      inTransaction(db, () =>
        jobIds
          .map((jobId) => mustGet(jobId).job)
          .filter(isUnproved)
          .map((job) => move(job, { to: 'PRINTED', bytesSent: job.bytesSent, proof }, { actor: 'station' })),
      ),

    /** Says why SENT jobs could not be proved. */
    leaveSent: (jobIds: readonly string[], detail: SentDetail): Promise<void> =>
      inTransaction(db, () => {
        for (const jobId of jobIds) {
          const update = `UPDATE print_job SET detail = ? WHERE job_id = ? AND ${IS_UNPROVED}`
          statement(db, update).run(detail, jobId)
        }
      }),

    /**
     * The operator says that an UNKNOWN or SENT job did not come out: a new job prints the same bytes, and the old one ends
     * as FAILED with PRINTER_INTERRUPTED, details.reprintedAs naming the new one. The old one can neither be sent again
     * nor canceled: bytes of it have left.
     * @throws StationError WRONG_STATE, NOT_FOUND, NO_LABEL when its bytes are deleted
     */
    reprint: (jobId: string, newJobId: string): Promise<{ replaced: PrintJob; added: PrintJob }> =>
      inTransaction(db, () => {
        const stored = mustGet(jobId)
        const { job } = stored
        if (!isAskable(job)) throw refusedMove(job, 'FAILED')
        const why = job.error?.message ?? 'The operator reported that it did not print.'
        const reason = job.error?.code ?? 'PRINTER_INTERRUPTED'
        // What is printed of a paper again is still no label.
        const purpose = job.purpose === 'label' ? 'reprint' : job.purpose
        const added = goOn(stored, newJobId, restOf(job, 'print-again'), { purpose, reason })
        const error = new StationError({
          code: 'PRINTER_INTERRUPTED',
          message: why,
          details: { ...job.error?.details },
        }).toData()
        const replaced = move(
          job,
          { to: 'FAILED', error, replacedBy: newJobId },
          { actor: 'operator', detail: { reprintedAs: newJobId } },
        )
        return { replaced, added }
      }),
  }
}
