import { mayMove, moved, type PrintJobMove } from '../../../src-shared/machine/print-job.ts'
import {
  StationError,
  notStored,
  shipmentCanceled,
  wrongState,
  type ErrorParts,
} from '../../../src-shared/station/error.ts'
import { LABEL_PURPOSES, type PrintJob, type PrintJobState } from '../../../src-shared/station/printing/printing.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { isNotIn } from '../../kernel/sqlite/is-in.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { appendAudit, type Actor } from '../../data/audit/audit.rows.ts'
import type { StoredPages } from '../../../src-shared/station/printing/stored-pages.ts'
import { isCanceled } from './print-job-sql.rows.ts'
import { toStoredJob, type JobContent, type StoredJob } from './print-job-row.ts'

export interface NewPrintJob extends Pick<
  PrintJob,
  'jobId' | 'printerId' | 'title' | 'purpose' | 'reason' | 'shipmentId' | 'copies'
> {
  /** One copy, in the printer's language. */
  document: Uint8Array
  /** Labels in one copy. */
  labels: number
  /** Commands that were left out of it; given, the document was validated for this printer. */
  stripped?: string[] | undefined
  /** Latin-1: the end of `document` that sets the printer back behind its last label; absent: it leaves nothing behind. */
  setBack?: string | undefined
  /** Set: `document` goes page by page. */
  pages?: StoredPages | undefined
}

/** Who took a step, and what else its audit row records. */
export interface JobStep {
  actor: Actor
  detail?: Record<string, unknown>
}

/** Of a job that is to be added: it is no label. */
const IS_OTHER = isNotIn('@purpose', LABEL_PURPOSES)
const IS_CANCELED = isCanceled('@shipmentId')

export type JobWriter = ReturnType<typeof jobWriter>

/**
 * Reading and changing one print job; every function is to be called inside a transaction.
 * @param nameOfUnkept the name of a printer that a job only names by its address
 */
export function jobWriter(db: SqliteDatabase, clock: Clock, nameOfUnkept: (printerId: string) => string | null) {
  const mustGet = (jobId: string): StoredJob => {
    const row = statement(db, 'SELECT * FROM print_job WHERE job_id = ?').get(jobId)
    if (row === undefined) throw notFound('print job', { jobId })
    return toStoredJob(row)
  }

  const noteAt = (at: Date, jobId: string, actor: Actor, action: string, detail: Record<string, unknown>): void =>
    appendAudit(db, { at, actor, subjectKind: 'print_job', subjectId: jobId, action, detail })

  /** Writes an audit row, and gives its time. */
  const note = (jobId: string, actor: Actor, action: string, detail: Record<string, unknown> = {}): Date => {
    const at = clock.now()
    noteAt(at, jobId, actor, action, detail)
    return at
  }

  /**
   * What the printer was left with when a send ended. Broken off, it may still be set as that job's labels set it; one that
   * got all of a job was set back, for the jobs before it too.
   */
  const noteSetBack = ({ jobId, printerId }: PrintJob, move: PrintJobMove): void => {
    if (move.to === 'UNKNOWN') {
      statement(
        db,
        `UPDATE printer SET set_back_owed = set_back_owed || j.set_back FROM print_job j
         WHERE j.job_id = ? AND printer.printer_id = ? AND instr(printer.set_back_owed, j.set_back) = 0`,
      ).run(jobId, printerId)
    } else if (move.to === 'SENT' || move.to === 'PRINTED') {
      const owed = move.setBackOwed ?? ''
      const update = 'UPDATE printer SET set_back_owed = ? WHERE printer_id = ? AND set_back_owed <> ?'
      statement(db, update).run(owed, printerId, owed)
    }
  }

  const nameOfPrinter = (printerId: string): string => {
    const name =
      statement(db, 'SELECT name FROM printer WHERE printer_id = ?').pluck().get(printerId) ?? nameOfUnkept(printerId)
    if (typeof name !== 'string') throw notFound('printer', { printerId })
    return name
  }

  return {
    mustGet,
    note,
    nameOfPrinter,

    /** Takes a step of the machine. @throws StationError WRONG_STATE */
    move: (before: PrintJob, move: PrintJobMove, { actor, detail }: JobStep): PrintJob => {
      if (!mayMove(before, move)) throw refusedMove(before, move.to)
      if (move.to === 'QUEUED') assertBytes(db, mustGet(before.jobId).content)
      const at = clock.now()
      const after = moved(before, move, at.toISOString())
      statement(
        db,
        `UPDATE print_job SET state = ?, bytes_sent = ?, confirmed_by = ?, proof = ?, detail = ?, question = ?,
           attempts = ?, next_try_at = ?, spool = ?, pages = iif(? AND pages IS NOT NULL, json_set(pages, '$.stop', NULL), pages), error = ?, updated_at = ?, fresh_at = coalesce(?, fresh_at), let_go_at = NULL
         WHERE job_id = ?`,
      ).run(
        after.state,
        after.bytesSent,
        after.confirmedBy,
        after.proof === null ? null : JSON.stringify(after.proof),
        after.detail,
        after.question,
        after.attempts,
        after.nextTryAt,
        after.spool === null ? null : JSON.stringify(after.spool),
        move.to === 'QUEUED' ? 1 : 0,
        after.error === null ? null : JSON.stringify(after.error),
        after.updatedAt,
        move.to === 'QUEUED' && move.isFresh ? after.updatedAt : null,
        after.jobId,
      )
      if (before.state === 'SENDING') noteSetBack(before, move)
      noteAt(at, after.jobId, actor, after.state.toLowerCase(), {
        from: before.state,
        bytesSent: after.bytesSent,
        ...(after.error ? { code: after.error.code } : {}),
        ...(after.proof ? { proof: after.proof } : {}),
        ...(after.spool ? { spool: after.spool } : {}),
        ...detail,
      })
      return after
    },

    /**
     * @param isWanted a person wants it for a job that is there, whatever becomes of its shipment
     * @throws StationError NOT_FOUND when there is no such printer, WRONG_STATE (details.isCanceled) for a label whose
     * shipment was canceled since its scan began
     */
    insert: (
      job: Omit<NewPrintJob, 'document' | 'labels' | 'setBack'>,
      content: JobContent,
      isWanted = false,
    ): PrintJob => {
      const now = clock.now()
      const at = now.toISOString()
      const insert = statement(
        db,
        `INSERT INTO print_job (job_id, printer_id, printer_name, shipment_id, title, purpose, reason, copies, labels, sha256,
           bytes, reprint_number, stripped, set_back, pages, state, fresh_at, created_at, updated_at)
         SELECT @jobId, @printerId, p.name, @shipmentId, @title, @purpose, @reason, @copies, @labels, @sha256, @bytes,
           CASE WHEN @purpose = 'reprint' AND @shipmentId IS NOT NULL THEN 1 +
             (SELECT count(*) FROM print_job WHERE shipment_id = @shipmentId AND purpose = 'reprint') ELSE 0 END,
           @stripped, @setBack, @pages, 'QUEUED', iif(@isWanted, @at, NULL), @at, @at
         FROM (SELECT coalesce((SELECT name FROM printer WHERE printer_id = @printerId), @unkeptName) AS name) p
         WHERE p.name IS NOT NULL AND (@isWanted OR ${IS_OTHER} OR NOT ${IS_CANCELED}) RETURNING *`,
      )
      const values = {
        jobId: job.jobId,
        printerId: job.printerId,
        shipmentId: job.shipmentId,
        title: job.title,
        purpose: job.purpose,
        reason: job.reason,
        copies: job.copies,
        ...content,
        stripped: JSON.stringify(job.stripped ?? []),
        pages: job.pages ? JSON.stringify(job.pages) : null,
        isWanted: isWanted ? 1 : 0,
        at,
      }
      const row =
        insert.get({ ...values, unkeptName: null }) ??
        insert.get({ ...values, unkeptName: nameOfUnkept(job.printerId) })
      if (row === undefined) {
        nameOfPrinter(job.printerId)
        throw shipmentCanceled(job.shipmentId)
      }
      const added = toStoredJob(row).job
      const { reprintNumber, stripped } = added
      noteAt(now, job.jobId, 'operator', 'queued', {
        printer: added.printerName,
        shipmentId: job.shipmentId,
        purpose: job.purpose,
        copies: job.copies,
        ...(job.reason === null ? {} : { reason: job.reason }),
        ...(reprintNumber > 0 ? { reprintNumber } : {}),
        ...(stripped.length > 0 ? { stripped } : {}),
        ...(job.pages ? { sheets: { begin: job.pages.begin, end: job.pages.end } } : {}),
      })
      return added
    },
  }
}

export function notFound(what: string, details: Record<string, unknown>): StationError {
  return notStored(`There is no such ${what} here.`, details)
}

export function refusedMove(job: PrintJob, to: PrintJobState): StationError {
  return wrongState(`Print job "${job.title}" is ${job.state} and cannot become ${to}.`, {
    jobId: job.jobId,
    state: job.state,
    to,
  })
}

/** Nothing of it may go to a printer, and no other try makes it better. */
export const SPOILED_BYTES = {
  code: 'NO_LABEL',
  message: 'The stored label is damaged on disk. Scan the shipment to download its label again.',
  retryable: false,
  details: {},
} as const satisfies ErrorParts

/** A reprint needs the bytes. @throws StationError NO_LABEL when they are deleted */
export function assertBytes(db: SqliteDatabase, { sha256 }: Pick<JobContent, 'sha256'>): void {
  const isHere = statement(db, 'SELECT 1 FROM document_bytes WHERE sha256 = ? AND length(bytes) > 0').get(sha256)
  if (isHere !== undefined) return
  throw new StationError({
    code: 'NO_LABEL',
    message: 'The printed label expired and was deleted. Scan the shipment to download its label again.',
    details: { sha256 },
  })
}
