import { z } from 'zod'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { PrintJob, PrintProof, SentDetail } from '../../../src-shared/station/printing.ts'
import { MOST_UNPRINTED, type UnprintedLabels } from '../../../src-shared/station/shipment.ts'
import type { Clock } from '../../clock.ts'
import type { SqliteDatabase } from '../database.ts'
import { statement } from '../statement.ts'
import { inTransaction } from '../transaction.ts'
import { keepBytes } from './labels.ts'
import { jobAnswers } from './print-job-answers.ts'
import { IS_OPEN, toStoredJob, type JobContent } from './print-job-row.ts'
import { jobWriter, type NewPrintJob } from './print-job-write.ts'

/** How a send ended: the state it leads to, and what is known with it. */
export type SendResult =
  | { state: 'PRINTED'; bytesSent: number; proof: PrintProof }
  | { state: 'SENT'; bytesSent: number; detail: SentDetail }
  | { state: 'FAILED'; bytesSent: 0; error: StationErrorData; nextTryAt: string | null }
  | { state: 'UNKNOWN'; bytesSent: number; error: StationErrorData }

/** A job that has just become SENDING, with the bytes to send. */
export interface TakenJob {
  job: PrintJob
  content: JobContent
  document: Uint8Array
}

/** What taking the next job led to: `stale` ones now wait for an answer instead. */
export interface Taken {
  next: TakenJob | null
  stale: string[]
}

export interface PrintJobStoreOptions {
  /** Older than that, in milliseconds, a job asks before it is sent. */
  staleMs?: () => number
  /** The name of a printer that a job only names by its address; null: it names none. */
  nameOfUnkept?: (printerId: string) => string | null
}

export type PrintJobStore = ReturnType<typeof printJobStore>

/**
 * Print jobs in the ledger. Every function is one whole transaction.
 */
export function printJobStore(db: SqliteDatabase, clock: Clock, options: PrintJobStoreOptions = {}) {
  const { staleMs = () => Infinity, nameOfUnkept = () => null } = options
  const writer = jobWriter(db, clock, nameOfUnkept)
  const { mustGet, move, insert, note } = writer

  /** To be called inside a transaction. In the order asked for: behind a job that is tried again later, all others wait. */
  const takeNext = (printerId: string): Taken => {
    const stale: string[] = []
    const oldest = clock.now().getTime() - staleMs()
    for (;;) {
      const row = statement(
        db,
        `SELECT j.*, d.bytes AS document FROM print_job j JOIN document_bytes d USING (sha256)
         WHERE j.${IS_OPEN} AND j.state = 'QUEUED' AND j.printer_id = @printerId AND j.question IS NULL
           AND NOT EXISTS (SELECT 1 FROM print_job b WHERE b.printer_id = @printerId AND b.next_try_at IS NOT NULL AND b.seq < j.seq)
           AND NOT EXISTS (SELECT 1 FROM printer p WHERE p.printer_id = @printerId AND p.is_paused = 1)
         ORDER BY j.seq LIMIT 1`,
      ).get({ printerId })
      if (row === undefined) return { next: null, stale }
      const { job, content, freshAt } = toStoredJob(row)
      if (Date.parse(freshAt) >= oldest) {
        const { document } = documentSchema.parse(row)
        const sending = move(job, 'SENDING', { actor: 'station', attempts: job.attempts + 1 })
        return { next: { job: sending, content, document }, stale }
      }
      statement(db, `UPDATE print_job SET question = 'stale' WHERE job_id = ?`).run(job.jobId)
      note(job.jobId, 'station', 'held back as stale', { freshAt })
      stale.push(job.jobId)
    }
  }

  return {
    ...jobAnswers(db, writer),

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

    /** Labels kept lately that no printer was given, newest first. */
    unprinted: async (environment: string): Promise<UnprintedLabels> => {
      const found = z.array(z.string()).parse(
        statement(
          db,
          `SELECT l.shipment_id FROM (
               SELECT rowid AS seq, shipment_id FROM label WHERE environment = ? AND piece = 1 ORDER BY rowid DESC LIMIT 5000
             ) l WHERE NOT EXISTS (
               SELECT 1 FROM print_job p WHERE p.shipment_id = l.shipment_id AND p.purpose IN ('label', 'reprint') AND p.state IN ('SENT', 'PRINTED')
             ) ORDER BY l.seq DESC LIMIT ?`,
        )
          .pluck()
          .all(environment, MOST_UNPRINTED + 1),
      )
      return { shipmentIds: found.slice(0, MOST_UNPRINTED), isComplete: found.length <= MOST_UNPRINTED }
    },

    /** Printers that have something to send. */
    printersWithQueued: async (): Promise<string[]> =>
      z
        .array(z.string())
        .parse(
          statement(db, `SELECT DISTINCT printer_id FROM print_job WHERE ${IS_OPEN} AND state = 'QUEUED'`)
            .pluck()
            .all(),
        ),

    /** FAILED jobs that are tried again by themselves. */
    waitingToRetry: async (): Promise<PrintJob[]> =>
      statement(db, 'SELECT * FROM print_job WHERE next_try_at IS NOT NULL ORDER BY seq')
        .all()
        .map((row) => toStoredJob(row).job),

    /** Makes a printer's oldest QUEUED job SENDING. */
    takeNext: (printerId: string): Promise<Taken> => inTransaction(db, () => takeNext(printerId)),

    /**
     * Ends a SENDING job. With `takeNext`, its printer's next becomes SENDING in the same transaction: a run of labels
     * then costs one commit each.
     */
    settle: (
      jobId: string,
      result: SendResult,
      options: { takeNext: boolean },
    ): Promise<{ settled: PrintJob } & Taken> =>
      inTransaction(db, () => {
        const settled = move(mustGet(jobId).job, result.state, {
          actor: 'station',
          bytesSent: result.bytesSent,
          ...('proof' in result ? { proof: result.proof } : {}),
          ...('detail' in result ? { sentDetail: result.detail } : {}),
          ...('error' in result ? { error: result.error } : {}),
          ...('nextTryAt' in result ? { nextTryAt: result.nextTryAt } : {}),
        })
        return { settled, ...(options.takeNext ? takeNext(settled.printerId) : { next: null, stale: [] }) }
      }),

    /** SENDING found at start: the station died with bytes under way, so nobody knows how many left. */
    adoptInterrupted: (error: StationErrorData): Promise<PrintJob[]> =>
      inTransaction(db, () =>
        statement(db, `SELECT * FROM print_job WHERE ${IS_OPEN} AND state = 'SENDING' ORDER BY seq`)
          .all()
          .map((row) => move(toStoredJob(row).job, 'UNKNOWN', { actor: 'station', error })),
      ),
  }
}

const documentSchema = z.object({ document: z.instanceof(Uint8Array) })
