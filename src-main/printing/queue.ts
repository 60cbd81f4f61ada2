import { setImmediate } from 'node:timers/promises'
import { StationError, type StationErrorData } from '../../src-shared/station/error.ts'
import type { PrintJob, Printer } from '../../src-shared/station/printing.ts'
import type { Ids } from '../ids.ts'
import type { NewPrintJob, PrintJobStore, SendResult, TakenJob } from '../store/ledger/print-jobs.ts'
import type { Route } from './route.ts'

export interface QueueOptions {
  jobs: PrintJobStore
  printer: (printerId: string) => Promise<Printer>
  route: (printer: Printer) => Promise<Route>
  ids: Ids
  onChange: (jobId: string) => void
  /** A fault of ours: the job it hit stays as the ledger has it. */
  onFault: (error: unknown) => void
  /** How long `close` waits for sends under way before it breaks them off, in milliseconds. */
  closeMs?: number
}

/** What a caller prints: bytes that are in the printer's language and checked already. */
export type PrintRequest = Omit<NewPrintJob, 'jobId'>

export type PrintQueue = ReturnType<typeof createQueue>

/**
 * The print queue: one job at a time goes to a printer, in the order asked for; printers do not wait for each other.
 * Nothing of which a byte may have left is ever sent again by itself. See ARCHITECTURE.md, "A print job".
 */
export function createQueue({ jobs, printer, route, ids, onChange, onFault, closeMs = 5_000 }: QueueOptions) {
  const workers = new Map<string, Promise<void>>()
  const kicked = new Set<string>()
  /** Bytes handed over of jobs under way: the ledger learns them when the send ends. */
  const underWay = new Map<string, number>()
  const closing = new AbortController()
  let isClosed = false

  const view = (job: PrintJob): PrintJob => ({ ...job, bytesSent: underWay.get(job.jobId) ?? job.bytesSent })

  /** Sends whatever this printer has QUEUED. A call while its worker runs makes it look once more. */
  function kick(printerId: string): void {
    if (isClosed) return
    kicked.add(printerId)
    if (!workers.has(printerId)) workers.set(printerId, run(printerId))
  }

  async function run(printerId: string): Promise<void> {
    try {
      while (kicked.delete(printerId) && !isClosed) await drain(printerId)
    } catch (error) {
      onFault(error)
    } finally {
      // In the same turn as the last look at `kicked`, so that no kick falls in between.
      workers.delete(printerId)
    }
  }

  async function drain(printerId: string): Promise<void> {
    let taken = await jobs.takeNext(printerId)
    while (taken) {
      const { jobId } = taken.job
      onChange(jobId)
      const result = await send(taken)
      const { next } = await jobs.settle(jobId, result, { takeNext: !isClosed })
      underWay.delete(jobId)
      onChange(jobId)
      taken = next
    }
  }

  /** Every copy, one after the other. The job is SENDING in the ledger before this is called. */
  async function send({ job, content, document }: TakenJob): Promise<SendResult> {
    let bytesSent = 0
    try {
      const { transport, proves } = await route(await printer(job.printerId))
      let isProved = true
      for (let copy = 1; copy <= job.copies; copy++) {
        const before = bytesSent
        const outcome = await transport.send(document, {
          signal: closing.signal,
          onProgress: (bytes) => {
            underWay.set(job.jobId, before + bytes)
            if (bytes < document.length) onChange(job.jobId)
          },
        })
        if (outcome.kind === 'refused') {
          if (bytesSent === 0) return { state: 'FAILED', bytesSent, error: outcome.error }
          return { state: 'UNKNOWN', bytesSent, error: lostBetweenCopies(outcome.error, copy - 1, job.copies) }
        }
        bytesSent += outcome.bytes
        if (outcome.kind === 'unknown') return { state: 'UNKNOWN', bytesSent, error: outcome.error }
        isProved &&= proves(outcome.answer, content)
      }
      return { state: isProved ? 'PRINTED' : 'SENT', bytesSent }
    } catch (error) {
      // Told before there is a transport, so nothing left; the transport itself throws for nothing a printer does.
      if (error instanceof StationError) return { state: 'FAILED', bytesSent: 0, error: error.toData() }
      onFault(error)
      return { state: 'UNKNOWN', bytesSent: underWay.get(job.jobId) ?? bytesSent, error: fault(error) }
    }
  }

  return {
    /** At start: what was being sent when the station died is UNKNOWN now, what was still QUEUED is sent. */
    start: async (): Promise<void> => {
      await jobs.adoptInterrupted(STOPPED_WHILE_SENDING)
      for (const printerId of await jobs.printersWithQueued()) kick(printerId)
    },

    /**
     * Saves the job and answers at once; sending follows.
     * @throws StationError NOT_FOUND when there is no such printer, NO_LABEL when there is nothing to send
     */
    add: async (request: PrintRequest): Promise<PrintJob> => {
      if (request.document.length === 0) {
        throw new StationError({ code: 'NO_LABEL', message: `There is nothing to print for ${request.title}.` })
      }
      const job = await jobs.add({ ...request, jobId: ids.next('job') })
      onChange(job.jobId)
      kick(job.printerId)
      // The ledger answers in the same turn: without this, a caller that adds many would hold up the sends of the first.
      await setImmediate()
      return job
    },

    /** @throws StationError NOT_FOUND */
    get: async (jobId: string): Promise<PrintJob> => view(await jobs.get(jobId)),

    /** The bytes of one copy, as they go to the printer. @throws StationError NOT_FOUND */
    document: (jobId: string): Promise<Uint8Array> => jobs.document(jobId),

    /** Newest first. */
    list: async (limit: number): Promise<PrintJob[]> => (await jobs.list(limit)).map(view),

    /** Newest first. */
    ofShipment: async (shipmentId: string): Promise<PrintJob[]> => (await jobs.ofShipment(shipmentId)).map(view),

    /**
     * The operator's word on a job that is UNKNOWN or SENT. `printed`: it is PRINTED. `print-again`: it is FAILED, and the
     * new job that takes its place, all copies of it, is returned.
     * @throws StationError WRONG_STATE, NOT_FOUND
     */
    answer: async (jobId: string, answer: 'printed' | 'print-again'): Promise<PrintJob> => {
      if (answer === 'printed') {
        const job = await jobs.confirm(jobId)
        onChange(jobId)
        return job
      }
      const { added } = await jobs.reprint(jobId, ids.next('job'))
      onChange(jobId)
      onChange(added.jobId)
      kick(added.printerId)
      return added
    },

    /** Sends a FAILED job once more, in its old place. @throws StationError WRONG_STATE, NOT_FOUND */
    retry: async (jobId: string): Promise<PrintJob> => {
      const job = await jobs.retry(jobId)
      onChange(jobId)
      kick(job.printerId)
      return job
    },

    /** Gives up a job that is QUEUED or FAILED. @throws StationError WRONG_STATE, NOT_FOUND */
    cancel: async (jobId: string): Promise<PrintJob> => {
      const job = await jobs.cancel(jobId)
      onChange(jobId)
      return job
    },

    /** Takes nothing new; sends under way get `closeMs` to end, then they are broken off and the ledger says so. */
    close: async (): Promise<void> => {
      isClosed = true
      const timer = setTimeout(() => closing.abort(), closeMs)
      await Promise.all(workers.values())
      clearTimeout(timer)
    },
  }
}

const STOPPED_WHILE_SENDING: StationErrorData = {
  code: 'PRINTER_INTERRUPTED',
  message: 'Waybill stopped while this was being sent; some of it may have been printed.',
  retryable: false,
  details: { reason: 'found at start' },
}

function lostBetweenCopies(error: StationErrorData, copiesSent: number, copies: number): StationErrorData {
  return {
    code: 'PRINTER_INTERRUPTED',
    message: `The printer took ${copiesSent} of ${copies} copies; then it could not be reached any more.`,
    retryable: false,
    details: { ...error.details, copiesSent, copies },
  }
}

function fault(error: unknown): StationErrorData {
  return {
    code: 'INTERNAL',
    message: `Something went wrong inside Waybill while sending: ${error instanceof Error ? error.message : String(error)}`,
    retryable: false,
    details: {},
  }
}
