import { z } from 'zod'
import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { PrintJob, PrintJobState, PrintProof, SentDetail } from '../../../src-shared/station/printing.ts'
import type { Clock } from '../../clock.ts'
import type { SqliteDatabase } from '../database.ts'
import { statement } from '../statement.ts'
import { appendAudit, type Actor } from './audit.ts'
import { toStoredJob, type JobContent, type StoredJob } from './print-job-row.ts'

export interface NewPrintJob extends Pick<
  PrintJob,
  'jobId' | 'printerId' | 'title' | 'purpose' | 'reason' | 'shipmentId' | 'copies'
> {
  /** One copy, in the printer's language. */
  document: Uint8Array
  /** Labels in one copy. */
  labels: number
  /** Settings commands that were left out of the document. */
  stripped?: string[]
}

/**
 * Who may follow whom. SENDING is committed before the first byte leaves, so a job found there at start is UNKNOWN. Once
 * bytes have left nothing leads back to QUEUED; FAILED does only when none had (see `reprint`).
 */
export const PRINT_JOB_TRANSITIONS: Record<PrintJobState, readonly PrintJobState[]> = {
  QUEUED: ['SENDING', 'CANCELLED'],
  SENDING: ['SENT', 'PRINTED', 'FAILED', 'UNKNOWN'],
  SENT: ['PRINTED', 'FAILED'],
  UNKNOWN: ['PRINTED', 'FAILED'],
  FAILED: ['QUEUED', 'CANCELLED'],
  PRINTED: [],
  CANCELLED: [],
}

/** What a transition changes beside the state. */
export interface JobChange {
  actor: Actor
  bytesSent?: number
  proof?: PrintProof
  sentDetail?: SentDetail | null
  attempts?: number
  nextTryAt?: string | null
  /** From now on its age counts anew. */
  isFresh?: boolean
  error?: StationErrorData | null
  detail?: Record<string, unknown>
}

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

  /** Writes an audit row, and gives its time. */
  const note = (jobId: string, actor: Actor, action: string, detail: Record<string, unknown> = {}): Date => {
    const at = clock.now()
    appendAudit(db, { at, actor, subjectKind: 'print_job', subjectId: jobId, action, detail })
    return at
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

    /** @throws StationError WRONG_STATE */
    move: (before: PrintJob, to: PrintJobState, change: JobChange): PrintJob => {
      if (!PRINT_JOB_TRANSITIONS[before.state].includes(to)) throw wrongState(before, to)
      const at = clock.now().toISOString()
      const after: PrintJob = {
        ...before,
        state: to,
        bytesSent: change.bytesSent ?? before.bytesSent,
        confirmedBy: change.proof ? (change.proof.kind === 'operator' ? 'operator' : 'printer') : null,
        proof: change.proof ?? null,
        detail: change.sentDetail ?? null,
        question: null,
        attempts: change.attempts ?? before.attempts,
        nextTryAt: change.nextTryAt ?? null,
        error: change.error ?? null,
        updatedAt: at,
      }
      statement(
        db,
        `UPDATE print_job SET state = ?, bytes_sent = ?, confirmed_by = ?, proof = ?, detail = ?, question = NULL,
           attempts = ?, next_try_at = ?, error = ?, updated_at = ?, fresh_at = coalesce(?, fresh_at) WHERE job_id = ?`,
      ).run(
        after.state,
        after.bytesSent,
        after.confirmedBy,
        after.proof === null ? null : JSON.stringify(after.proof),
        after.detail,
        after.attempts,
        after.nextTryAt,
        after.error === null ? null : JSON.stringify(after.error),
        at,
        change.isFresh ? at : null,
        after.jobId,
      )
      note(after.jobId, change.actor, to.toLowerCase(), {
        from: before.state,
        bytesSent: after.bytesSent,
        ...(after.error ? { code: after.error.code } : {}),
        ...(change.proof ? { proof: change.proof } : {}),
        ...change.detail,
      })
      return after
    },

    /** @throws StationError NOT_FOUND when there is no such printer */
    insert: (job: Omit<NewPrintJob, 'document' | 'labels'>, content: JobContent): PrintJob => {
      const at = clock.now().toISOString()
      const printerName = nameOfPrinter(job.printerId)
      const reprintNumber =
        job.purpose === 'reprint' && job.shipmentId !== null ? 1 + countReprints(db, job.shipmentId) : 0
      statement(
        db,
        `INSERT INTO print_job (job_id, printer_id, printer_name, shipment_id, title, purpose, reason, copies, labels, sha256,
           bytes, reprint_number, stripped, state, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'QUEUED', ?, ?)`,
      ).run(
        job.jobId,
        job.printerId,
        printerName,
        job.shipmentId,
        job.title,
        job.purpose,
        job.reason,
        job.copies,
        content.labels,
        content.sha256,
        content.bytes,
        reprintNumber,
        JSON.stringify(job.stripped ?? []),
        at,
        at,
      )
      note(job.jobId, 'operator', 'queued', {
        printer: printerName,
        shipmentId: job.shipmentId,
        purpose: job.purpose,
        copies: job.copies,
        ...(job.reason === null ? {} : { reason: job.reason }),
        ...(reprintNumber > 0 ? { reprintNumber } : {}),
        ...(job.stripped?.length ? { stripped: job.stripped } : {}),
      })
      return mustGet(job.jobId).job
    },
  }
}

function countReprints(db: SqliteDatabase, shipmentId: string): number {
  return z
    .int()
    .parse(
      statement(db, `SELECT count(*) FROM print_job WHERE shipment_id = ? AND purpose = 'reprint'`)
        .pluck()
        .get(shipmentId),
    )
}

/** Bytes have left, and only a person knows what came of them. */
export function isAskable({ state }: PrintJob): boolean {
  return state === 'UNKNOWN' || state === 'SENT'
}

/** A new job took this one's place. */
export function isReprinted({ error }: PrintJob): boolean {
  return error !== null && 'reprintedAs' in error.details
}

export function notFound(what: string, details: Record<string, unknown>): StationError {
  return new StationError({ code: 'NOT_FOUND', message: `There is no such ${what} here.`, details })
}

export function wrongState(job: PrintJob, to: PrintJobState): StationError {
  return new StationError({
    code: 'WRONG_STATE',
    message: `Print job "${job.title}" is ${job.state} and cannot become ${to}.`,
    details: { jobId: job.jobId, state: job.state, to },
  })
}
