import { z } from 'zod'
import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { PrintJob, PrintJobState } from '../../../src-shared/station/printing.ts'
import type { Clock } from '../../clock.ts'
import type { SqliteDatabase } from '../database.ts'
import { statement } from '../statement.ts'
import { inTransaction } from '../transaction.ts'
import { appendAudit, type Actor } from './audit.ts'
import { keepBytes } from './labels.ts'
import { IS_OPEN, toStoredJob, type JobContent, type StoredJob } from './print-job-row.ts'

export interface NewPrintJob extends Pick<
  PrintJob,
  'jobId' | 'printerId' | 'title' | 'purpose' | 'reason' | 'shipmentId' | 'copies'
> {
  /** One copy, in the printer's language. */
  document: Uint8Array
  /** Labels in one copy. */
  labels: number
}

/** How a send ended: the state it leads to, and what is known with it. */
export type SendResult =
  | { state: 'PRINTED' | 'SENT'; bytesSent: number }
  | { state: 'FAILED'; bytesSent: 0; error: StationErrorData }
  | { state: 'UNKNOWN'; bytesSent: number; error: StationErrorData }

/** A job that has just become SENDING, with the bytes to send. */
export interface TakenJob {
  job: PrintJob
  content: JobContent
  document: Uint8Array
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
interface JobChange {
  actor: Actor
  bytesSent?: number
  confirmedBy?: 'printer' | 'operator'
  error?: StationErrorData | null
  detail?: Record<string, unknown>
}

export type PrintJobStore = ReturnType<typeof printJobStore>

/** Print jobs in the ledger. Every function is one whole transaction. */
export function printJobStore(db: SqliteDatabase, clock: Clock) {
  const mustGet = (jobId: string): StoredJob => {
    const row = statement(db, 'SELECT * FROM print_job WHERE job_id = ?').get(jobId)
    if (row === undefined) throw notFound('print job', { jobId })
    return toStoredJob(row)
  }

  /** To be called inside a transaction. */
  const move = (before: PrintJob, to: PrintJobState, change: JobChange): PrintJob => {
    if (!PRINT_JOB_TRANSITIONS[before.state].includes(to)) throw wrongState(before, to)
    const at = clock.now()
    const after: PrintJob = {
      ...before,
      state: to,
      bytesSent: change.bytesSent ?? before.bytesSent,
      confirmedBy: change.confirmedBy ?? null,
      error: change.error ?? null,
      updatedAt: at.toISOString(),
    }
    statement(
      db,
      `UPDATE print_job SET state = ?, bytes_sent = ?, confirmed_by = ?, error = ?, updated_at = ? WHERE job_id = ?`,
    ).run(
      after.state,
      after.bytesSent,
      after.confirmedBy,
      after.error === null ? null : JSON.stringify(after.error),
      after.updatedAt,
      after.jobId,
    )
    appendAudit(db, {
      at,
      actor: change.actor,
      subjectKind: 'print_job',
      subjectId: after.jobId,
      action: to.toLowerCase(),
      detail: {
        from: before.state,
        bytesSent: after.bytesSent,
        ...(after.error ? { code: after.error.code } : {}),
        ...change.detail,
      },
    })
    return after
  }

  const nameOfPrinter = (printerId: string): string => {
    const name = statement(db, 'SELECT name FROM printer WHERE printer_id = ?').pluck().get(printerId)
    if (typeof name !== 'string') throw notFound('printer', { printerId })
    return name
  }

  /** To be called inside a transaction. */
  const insert = (job: Omit<NewPrintJob, 'document' | 'labels'>, content: JobContent): PrintJob => {
    const at = clock.now()
    const printerName = nameOfPrinter(job.printerId)
    statement(
      db,
      `INSERT INTO print_job (job_id, printer_id, printer_name, shipment_id, title, purpose, reason, copies, labels, sha256,
         bytes, state, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'QUEUED', ?, ?)`,
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
      at.toISOString(),
      at.toISOString(),
    )
    appendAudit(db, {
      at,
      actor: 'operator',
      subjectKind: 'print_job',
      subjectId: job.jobId,
      action: 'queued',
      detail: {
        printer: printerName,
        shipmentId: job.shipmentId,
        purpose: job.purpose,
        copies: job.copies,
        ...(job.reason === null ? {} : { reason: job.reason }),
      },
    })
    return mustGet(job.jobId).job
  }

  /** To be called inside a transaction. */
  const takeNext = (printerId: string): TakenJob | null => {
    const row = statement(
      db,
      `SELECT j.*, d.bytes AS document FROM print_job j JOIN document_bytes d USING (sha256)
       WHERE j.${IS_OPEN} AND j.state = 'QUEUED' AND j.printer_id = ? ORDER BY j.seq LIMIT 1`,
    ).get(printerId)
    if (row === undefined) return null
    const { job, content } = toStoredJob(row)
    const { document } = documentSchema.parse(row)
    return { job: move(job, 'SENDING', { actor: 'station' }), content, document }
  }

  return {
    /** Adds a QUEUED job and keeps its bytes. @throws StationError NOT_FOUND when there is no such printer */
    add: ({ document, labels, ...job }: NewPrintJob): Promise<PrintJob> =>
      inTransaction(db, () => insert(job, { sha256: keepBytes(db, document), bytes: document.length, labels })),

    /** @throws StationError NOT_FOUND */
    get: async (jobId: string) => mustGet(jobId).job,

    /** The bytes of one copy, as they go to the printer. @throws StationError NOT_FOUND */
    document: async (jobId: string): Promise<Uint8Array> => {
      const { sha256 } = mustGet(jobId).content
      return documentSchema.parse(
        statement(db, 'SELECT bytes AS document FROM document_bytes WHERE sha256 = ?').get(sha256),
      ).document
    },

    /** Newest first. */
    list: async (limit: number) =>
      statement(db, 'SELECT * FROM print_job ORDER BY seq DESC LIMIT ?')
        .all(limit)
        .map((row) => toStoredJob(row).job),

    /** Newest first. */
    ofShipment: async (shipmentId: string) =>
      statement(db, 'SELECT * FROM print_job WHERE shipment_id = ? ORDER BY seq DESC')
        .all(shipmentId)
        .map((row) => toStoredJob(row).job),

    /** Printers that have something to send. */
    printersWithQueued: async (): Promise<string[]> =>
      z
        .array(z.string())
        .parse(
          statement(db, `SELECT DISTINCT printer_id FROM print_job WHERE ${IS_OPEN} AND state = 'QUEUED'`)
            .pluck()
            .all(),
        ),

    /** Makes a printer's oldest QUEUED job SENDING; null when it has none. */
    takeNext: (printerId: string) => inTransaction(db, () => takeNext(printerId)),

    /**
     * Ends a SENDING job. With `takeNext`, its printer's next becomes SENDING in the same transaction: a run of labels
     * then costs one commit each.
     */
    settle: (
      jobId: string,
      result: SendResult,
      options: { takeNext: boolean },
    ): Promise<{ settled: PrintJob; next: TakenJob | null }> =>
      inTransaction(db, () => {
        const settled = move(mustGet(jobId).job, result.state, {
          actor: 'station',
          bytesSent: result.bytesSent,
          ...(result.state === 'PRINTED' ? { confirmedBy: 'printer' } : {}),
          error: 'error' in result ? result.error : null,
        })
        return { settled, next: options.takeNext ? takeNext(settled.printerId) : null }
      }),

    /** SENDING found at start: the station died with bytes under way, so nobody knows how many left. */
    adoptInterrupted: (error: StationErrorData): Promise<PrintJob[]> =>
      inTransaction(db, () =>
        statement(db, `SELECT * FROM print_job WHERE ${IS_OPEN} AND state = 'SENDING' ORDER BY seq`)
          .all()
          .map((row) => move(toStoredJob(row).job, 'UNKNOWN', { actor: 'station', error })),
      ),

    /** FAILED -> QUEUED. @throws StationError WRONG_STATE, also when it was printed anew; NOT_FOUND, also for its printer */
    retry: (jobId: string): Promise<PrintJob> =>
      inTransaction(db, () => {
        const { job } = mustGet(jobId)
        if (isReprinted(job)) throw wrongState(job, 'QUEUED')
        nameOfPrinter(job.printerId)
        return move(job, 'QUEUED', { actor: 'operator' })
      }),

    /** QUEUED or FAILED -> CANCELLED. @throws StationError WRONG_STATE, also when it was printed anew; NOT_FOUND */
    cancel: (jobId: string): Promise<PrintJob> =>
      inTransaction(db, () => {
        const { job } = mustGet(jobId)
        if (isReprinted(job)) throw wrongState(job, 'CANCELLED')
        return move(job, 'CANCELLED', { actor: 'operator' })
      }),

    /** UNKNOWN or SENT -> PRINTED, on the operator's word. @throws StationError WRONG_STATE, NOT_FOUND */
    confirm: (jobId: string): Promise<PrintJob> =>
      inTransaction(db, () => {
        const { job } = mustGet(jobId)
        if (!isAskable(job)) throw wrongState(job, 'PRINTED')
        return move(job, 'PRINTED', { actor: 'operator', confirmedBy: 'operator' })
      }),

    /**
     * The operator says that an UNKNOWN or SENT job did not come out: a new job prints the same bytes, and the old one ends
     * as FAILED with PRINTER_INTERRUPTED, details.reprintedAs naming the new one. The old one can neither be sent again
     * nor cancelled: bytes of it have left.
     * @throws StationError WRONG_STATE, NOT_FOUND
     */
    reprint: (jobId: string, newJobId: string): Promise<{ replaced: PrintJob; added: PrintJob }> =>
      inTransaction(db, () => {
        const { job, content } = mustGet(jobId)
        if (!isAskable(job)) throw wrongState(job, 'FAILED')
        const { printerId, title, shipmentId, copies } = job
        const why = job.error?.message ?? 'The operator said that it did not come out.'
        const added = insert(
          { jobId: newJobId, printerId, title, purpose: 'reprint', reason: why, shipmentId, copies },
          content,
        )
        const error: StationErrorData = {
          code: 'PRINTER_INTERRUPTED',
          message: why,
          retryable: false,
          details: { ...job.error?.details, reprintedAs: newJobId },
        }
        const detail = { reprintedAs: newJobId }
        return { replaced: move(job, 'FAILED', { actor: 'operator', error, detail }), added }
      }),
  }
}

const documentSchema = z.object({ document: z.instanceof(Uint8Array) })

/** Bytes have left, and only a person knows what came of them. */
function isAskable({ state }: PrintJob): boolean {
  return state === 'UNKNOWN' || state === 'SENT'
}

/** A new job took this one's place. */
function isReprinted({ error }: PrintJob): boolean {
  return error !== null && 'reprintedAs' in error.details
}

function notFound(what: string, details: Record<string, unknown>): StationError {
  return new StationError({ code: 'NOT_FOUND', message: `There is no such ${what} here.`, details })
}

function wrongState(job: PrintJob, to: PrintJobState): StationError {
  return new StationError({
    code: 'WRONG_STATE',
    message: `Print job "${job.title}" is ${job.state} and cannot become ${to}.`,
    details: { jobId: job.jobId, state: job.state, to },
  })
}
