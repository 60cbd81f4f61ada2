import type { StoredPrinter } from '../../../src-shared/station/printing/printer-settings.ts'
import { z } from 'zod'
import { isOnItsWay, isTooOld, OPEN, OUT, QUEUED, type SendEnd } from '../../../src-shared/machine/print-job.ts'
import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { PrintJob } from '../../../src-shared/station/printing/printing.ts'
import { MOST_UNPRINTED, type UnprintedLabels } from '../../../src-shared/station/tracking/shipment.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { storeBytes, unpacked } from '../../labels/document-bytes.rows.ts'
import { jobAnswers } from './print-job-answers.rows.ts'
import { jobPageSteps } from './print-job-pages.rows.ts'
import type { StoredPages } from '../../../src-shared/station/printing/stored-pages.ts'
import { toStoredJob, type JobContent } from './print-job-row.ts'
import {
  ALL_ON_ITS_WAY,
  ASKS_SOMEBODY,
  isCanceled,
  IS_IN_FLIGHT,
  IS_IN_HAND,
  IS_LABEL,
  IS_ON_ITS_WAY,
  IS_OUT,
  IS_QUEUED,
  jobsThat,
  labelsOf,
} from './print-job-sql.rows.ts'
import { toStoredPrinter } from '../printers/printer-row.ts'
import { SETTINGS_STAND } from '../../data/backup/restorations.rows.ts'
import { assertBytes, jobWriter, SPOILED_BYTES, type NewPrintJob } from './print-job-write.rows.ts'

/** A job that has just become SENDING, with the bytes to send. */
export interface TakenJob {
  job: PrintJob
  content: JobContent
  document: Uint8Array
  /** What is wrong with the document, which is then empty; null: it is as it was kept. */
  spoiled: StationErrorData | null
  /** How the document goes page by page; null: it goes as one. */
  pages: StoredPages | null
  /** Null: it only names its printer by an address. */
  printer: StoredPrinter | null
  /** Latin-1: what goes ahead of it, since jobs before it may have left the printer set otherwise. */
  setBackOwed: string
}

/** What is known of the printing of a shipment's label. */
export interface LabelStatus {
  /** The newest job of which a label may still come out. */
  onItsWay: PrintJob | null
  /** The newest that is out; not looked for while one is on its way. */
  lastOut: PrintJob | null
  /** How often it is out. */
  timesOut: number
  /** When the newest job of any kind was made, ISO 8601; null: there is none. */
  newestAt: string | null
  /** The backup that the ledger was put back to last; null: it never was. */
  restored: { at: string; backupAt: string } | null
}

/** What taking the next job led to; those passed over now wait for an answer, or are given up with their shipment. */
export interface Taken {
  next: TakenJob | null
  passedOver: string[]
}

export interface PrintJobStoreOptions {
  /** Older than that, in milliseconds, a job asks before it is sent. */
  staleMs?: () => number
  /** The name of a printer that a job only names by its address; null: it names none. */
  nameOfUnkept?: (printerId: string) => string | null
}

/** So many that are not at their end are listed, whatever limit is asked for. */
const MOST_OPEN = 500

/** With the alias that the statement gives the jobs; the first as `IS_QUEUED`. */
const IS_NEXT = `${jobsThat(OPEN, 'j')} AND ${jobsThat(QUEUED, 'j')}`
/** A label whose shipment was canceled since, and which no person has wanted again. */
const IS_GIVEN_UP = `(${labelsOf('j')} AND j.fresh_at IS NULL AND ${isCanceled('j.shipment_id')})`
const IS_OUT_P = jobsThat(OUT, 'p')
const IS_LABEL_P = labelsOf('p')
/** A printer that takes jobs and has none to send, now or at a later try. */
const IDLE_PRINTER = `SELECT * FROM printer WHERE printer_id = @printerId AND is_paused = 0 AND ${SETTINGS_STAND}
  AND NOT EXISTS (SELECT 1 FROM print_job INDEXED BY print_job_open WHERE printer_id = @printerId AND ${IS_IN_HAND})
  AND NOT EXISTS (SELECT 1 FROM print_job INDEXED BY print_job_retry WHERE printer_id = @printerId AND next_try_at IS NOT NULL)`

export type PrintJobStore = ReturnType<typeof printJobStore>

/**
 * Print jobs in the ledger. Every function is one whole transaction.
 */
export function printJobStore(db: SqliteDatabase, clock: Clock, options: PrintJobStoreOptions = {}) {
  const { staleMs = () => Infinity, nameOfUnkept = () => null } = options
  const writer = jobWriter(db, clock, nameOfUnkept)
  const { mustGet, move, insert, note } = writer

  /** Keeps its bytes; to be called inside a transaction. */
  const contentOf = ({ document, labels, setBack = '' }: NewPrintJob): JobContent => ({
    sha256: storeBytes(db, document),
    bytes: document.length,
    labels,
    setBack,
  })

  /** To be called inside a transaction. In the order asked for: behind a job that is tried again later, all others wait. */
  const takeNext = (printerId: string): Taken => {
    const passedOver: string[] = []
    for (;;) {
      const row = statement(
        db,
        `SELECT p.*, j.*, d.bytes AS kept, ${IS_GIVEN_UP} AS is_given_up FROM print_job j JOIN document_bytes d USING (sha256)
           LEFT JOIN printer p ON p.printer_id = j.printer_id
         WHERE ${IS_NEXT} AND j.printer_id = @printerId AND j.question IS NULL AND ${SETTINGS_STAND}
           AND coalesce(p.is_paused, 0) = 0
           AND NOT EXISTS (SELECT 1 FROM print_job b WHERE b.printer_id = @printerId AND b.next_try_at IS NOT NULL AND b.seq < j.seq)
         ORDER BY j.seq LIMIT 1`,
      ).get({ printerId })
      if (row === undefined) return { next: null, passedOver }
      const { job, content, pages, freshAt } = toStoredJob(row)
      const { kept, name, is_given_up: isGivenUp, set_back_owed: owed } = takenSchema.parse(row)
      if (isGivenUp === 1) {
        move(job, { to: 'CANCELLED' }, { actor: 'station', detail: { why: 'the shipment is canceled' } })
        passedOver.push(job.jobId)
        continue
      }
      if (!isTooOld(freshAt, clock.now(), staleMs())) {
        const sending = move(job, { to: 'SENDING' }, { actor: 'station' })
        const printer = name === null ? null : toStoredPrinter(row)
        const document = unpacked(content.sha256, kept)
        const spoiled = document === null ? SPOILED_BYTES : null
        const next = { job: sending, content, document: document ?? NO_BYTES, spoiled, pages, printer }
        return { next: { ...next, setBackOwed: owed ?? '' }, passedOver }
      }
      statement(db, `UPDATE print_job SET question = 'stale' WHERE job_id = ?`).run(job.jobId)
      note(job.jobId, 'station', 'held back as stale', { freshAt })
      passedOver.push(job.jobId)
    }
  }

  return {
    ...jobAnswers(db, writer),
    ...jobPageSteps(db, writer),

    /** Adds a QUEUED job and keeps its bytes. @throws StationError NOT_FOUND when there is no such printer */
    add: (job: NewPrintJob): Promise<PrintJob> => inTransaction(db, () => insert(job, contentOf(job))),

    /**
     * Adds a job as `add` does; where its printer has nothing else to do, it becomes SENDING in the same transaction.
     * Call only while no worker sends to that printer.
     * @returns `next`: the job, to be sent; null: it waits for its turn @throws StationError NOT_FOUND when there is no such printer
     */
    addToSend: (job: NewPrintJob): Promise<{ added: PrintJob; next: TakenJob | null }> =>
      inTransaction(db, () => {
        const idle = statement(db, IDLE_PRINTER).get({ printerId: job.printerId })
        const content = contentOf(job)
        const queued = insert(job, content)
        if (idle === undefined) return { added: queued, next: null }
        const added = move(queued, { to: 'SENDING' }, { actor: 'station' })
        const printer = toStoredPrinter(idle)
        const { set_back_owed: setBackOwed } = idleSchema.parse(idle)
        const next = { job: added, content, document: job.document, spoiled: null, pages: job.pages ?? null, printer }
        return { added, next: { ...next, setBackOwed } }
      }),

    find: async (jobId: string): Promise<PrintJob | null> => {
      const row = statement(db, 'SELECT * FROM print_job WHERE job_id = ?').get(jobId)
      return row === undefined ? null : toStoredJob(row).job
    },

    /** @throws StationError NOT_FOUND */
    get: async (jobId: string) => mustGet(jobId).job,

    /** The bytes of one copy, as they go to the printer. @throws StationError NOT_FOUND, NO_LABEL when they are deleted or damaged */
    document: async (jobId: string): Promise<Uint8Array> => {
      const { sha256 } = mustGet(jobId).content
      assertBytes(db, { sha256 })
      const { kept } = storedSchema.parse(
        statement(db, 'SELECT bytes AS kept FROM document_bytes WHERE sha256 = ?').get(sha256),
      )
      const document = unpacked(sha256, kept)
      if (document === null) throw new StationError(SPOILED_BYTES)
      return document
    },

    /**
     * What is not at its end first, however long ago it was asked for (`MOST_OPEN` at most, those that need an answer before
     * all others), then the others of the newest; each part newest first.
     */
    list: async (limit: number): Promise<PrintJob[]> => {
      const open = statement(
        db,
        `SELECT * FROM (SELECT * FROM print_job WHERE ${ALL_ON_ITS_WAY} ORDER BY ${ASKS_SOMEBODY} DESC, seq LIMIT ?)
         ORDER BY seq DESC`,
      )
        .all(MOST_OPEN)
        .map((row) => toStoredJob(row).job)
      const newest = statement(db, 'SELECT * FROM print_job ORDER BY seq DESC LIMIT ?')
        .all(limit)
        .map((row) => toStoredJob(row).job)
      const isOpen = new Set(open.map(({ jobId }) => jobId))
      return [...open, ...newest.filter(({ jobId }) => !isOpen.has(jobId))]
    },

    /** Printers of which a job is in hand: on its way, or next when its turn comes. */
    printersAtWork: async (): Promise<string[]> =>
      z
        .array(z.string())
        .parse(statement(db, `SELECT DISTINCT printer_id FROM print_job WHERE ${IS_IN_HAND}`).pluck().all()),

    /** Newest first. */
    ofShipment: async (shipmentId: string) =>
      statement(db, 'SELECT * FROM print_job WHERE shipment_id = ? ORDER BY seq DESC')
        .all(shipmentId)
        .map((row) => toStoredJob(row).job),

    /** Was a shipment's label printed, and is it on its way? One row is read, however often it was; its papers are no label. */
    status: async (shipmentId: string): Promise<LabelStatus> => {
      const row = statement(
        db,
        `SELECT n.newest_at, n.times_out, r.at AS restored_at, r.backup_at, j.*
         FROM (SELECT max(created_at) AS newest_at, count(*) FILTER (WHERE ${IS_OUT}) AS times_out,
             max(seq) FILTER (WHERE ${IS_ON_ITS_WAY}) AS way_seq, max(seq) FILTER (WHERE ${IS_OUT}) AS out_seq
           FROM print_job WHERE shipment_id = ? AND ${IS_LABEL}) n
         LEFT JOIN (SELECT at, backup_at FROM restoration ORDER BY seq DESC LIMIT 1) r ON TRUE
         LEFT JOIN print_job j ON j.seq = coalesce(n.way_seq, n.out_seq)`,
      ).get(shipmentId)
      const known = statusSchema.parse(row)
      const job = known.job_id === null ? null : toStoredJob(row).job
      const isComing = job !== null && isOnItsWay(job)
      return {
        onItsWay: isComing ? job : null,
        lastOut: isComing ? null : job,
        timesOut: known.times_out,
        newestAt: known.newest_at,
        restored: known.restored_at === null ? null : { at: known.restored_at, backupAt: known.backup_at ?? '' },
      }
    },

    /** Labels kept lately that no printer was given, newest first. */
    unprinted: async (environment: string): Promise<UnprintedLabels> => {
      const found = z.array(z.string()).parse(
        statement(
          db,
          `SELECT l.shipment_id FROM (
               SELECT rowid AS seq, shipment_id FROM label NOT INDEXED WHERE environment = ? AND piece = 1 ORDER BY rowid DESC LIMIT 1000
             ) l WHERE NOT EXISTS (
               SELECT 1 FROM print_job p WHERE p.shipment_id = l.shipment_id AND ${IS_LABEL_P} AND ${IS_OUT_P}
             ) ORDER BY l.seq DESC LIMIT ?`,
        )
          .pluck()
          .all(environment, MOST_UNPRINTED + 1),
      )
      return { shipmentIds: found.slice(0, MOST_UNPRINTED), isComplete: found.length <= MOST_UNPRINTED }
    },

    /** Printers that have something to send, now or at a later try. */
    printersWithWork: async (): Promise<string[]> =>
      z.array(z.string()).parse(
        statement(
          db,
          `SELECT printer_id FROM print_job WHERE ${IS_QUEUED}
             UNION SELECT printer_id FROM print_job WHERE next_try_at IS NOT NULL`,
        )
          .pluck()
          .all(),
      ),

    /** A printer's FAILED jobs that are tried again by themselves. */
    waitingToRetry: async (printerId: string): Promise<PrintJob[]> =>
      statement(db, 'SELECT * FROM print_job WHERE next_try_at IS NOT NULL AND printer_id = ? ORDER BY seq')
        .all(printerId)
        .map((row) => toStoredJob(row).job),

    /** Makes a printer's oldest QUEUED job SENDING. */
    takeNext: (printerId: string): Promise<Taken> => inTransaction(db, () => takeNext(printerId)),

    /**
     * Ends a SENDING job. With `takeNext`, its printer's next becomes SENDING in the same transaction: a run of labels
     * then costs one commit each.
     */
    settle: (jobId: string, end: SendEnd, options: { takeNext: boolean }): Promise<{ settled: PrintJob } & Taken> =>
      inTransaction(db, () => {
        const settled = move(mustGet(jobId).job, end, { actor: 'station' })
        return { settled, ...(options.takeNext ? takeNext(settled.printerId) : { next: null, passedOver: [] }) }
      }),

    /**
     * SENDING without a worker: the station died, or an internal fault occurred, with bytes under way; how many left is unknown.
     * @param printerId only this printer's
     */
    adoptInterrupted: (error: StationErrorData, printerId: string | null = null): Promise<PrintJob[]> =>
      inTransaction(db, () =>
        statement(
          db,
          `SELECT * FROM print_job WHERE ${IS_IN_FLIGHT} AND coalesce(@printerId, printer_id) = printer_id
           ORDER BY seq`,
        )
          .all({ printerId })
          .map((row) => toStoredJob(row).job)
          .map((job) => move(job, { to: 'UNKNOWN', bytesSent: job.bytesSent, error }, { actor: 'station' })),
      ),
  }
}

const NO_BYTES = new Uint8Array()
const storedSchema = z.object({ kept: z.instanceof(Uint8Array) })
/** `name` is the printer's. */
const takenSchema = storedSchema.extend({
  name: z.string().nullable(),
  is_given_up: z.int().nullable(),
  set_back_owed: z.string().nullable(),
})
const idleSchema = z.object({ set_back_owed: z.string() })
const statusSchema = z.object({
  job_id: z.string().nullable(),
  newest_at: z.string().nullable(),
  times_out: z.int(),
  restored_at: z.string().nullable(),
  backup_at: z.string().nullable(),
})
