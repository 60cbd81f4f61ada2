import { setImmediate } from 'node:timers/promises'
import { StationError } from '../../src-shared/station/error.ts'
import type { PrintJob } from '../../src-shared/station/printing.ts'
import type { UnprintedLabels } from '../../src-shared/station/shipment.ts'
import type { PrintJobStore } from '../store/ledger/print-jobs.ts'
import type { NewPrintJob } from '../store/ledger/print-job-write.ts'
import { createSender, interruptedAtStart, type SenderOptions } from './sender.ts'
import { RETRY_DELAYS_MS, retryTimers } from './retry.ts'

export interface QueueOptions extends SenderOptions {
  jobs: PrintJobStore
  /** What goes to the printer of a document; see carrier-policy.ts. */
  police?: (request: PrintRequest) => Promise<PrintRequest>
  /** The printer that takes over a job of which no byte left; null: none does by itself. */
  fallback?: (job: PrintJob) => Promise<string | null>
  /** How long `close` waits for sends under way before it breaks them off, in milliseconds. */
  closeMs?: number
  retryDelaysMs?: readonly number[]
}

/** What a caller prints: bytes that are in the printer's language and checked already. */
export type PrintRequest = Omit<NewPrintJob, 'jobId'>

export type JobAnswer = 'printed' | 'print-again' | 'print-now' | 'cancel'

export type PrintQueue = ReturnType<typeof createQueue>

/**
 * The print queue: one job at a time goes to a printer, in the order asked for; printers do not wait for each other.
 * Nothing of which a byte may have left is ever sent again by itself. See ARCHITECTURE.md, "A print job".
 */
export function createQueue(options: QueueOptions) {
  const { jobs, ids, clock, printer, onChange, onFault, closeMs = 5_000, retryDelaysMs = RETRY_DELAYS_MS } = options
  const workers = new Map<string, Promise<void>>()
  const kicked = new Set<string>()
  const closing = new AbortController()
  let isClosed = false
  const sender = createSender(options, closing.signal)
  const timers = retryTimers(async (jobId) => {
    const job = await jobs.retryByItself(jobId)
    if (!job) return
    onChange(jobId)
    kick(job.printerId)
  }, onFault)

  /** Sends whatever this printer has QUEUED. A call while its worker runs makes it look once more. */
  function kick(printerId: string): void {
    if (isClosed) return
    kicked.add(printerId)
    if (!workers.has(printerId)) workers.set(printerId, run(printerId))
  }

  async function run(printerId: string): Promise<void> {
    try {
      while (!isClosed) {
        if (kicked.delete(printerId)) await drain(printerId)
        else if (sender.hasUnproved(printerId)) await prove(printerId)
        else break
      }
    } catch (error) {
      onFault(error)
    } finally {
      // In the same turn as the last look at `kicked`, so that no kick falls in between.
      workers.delete(printerId)
    }
  }

  async function drain(printerId: string): Promise<void> {
    let taken = await jobs.takeNext(printerId)
    for (;;) {
      for (const jobId of taken.stale) onChange(jobId)
      if (!taken.next) return
      const { jobId, attempts } = taken.next.job
      onChange(jobId)
      const result = await sender.send(taken.next, retryDelaysMs[attempts - 1] ?? retryDelaysMs.at(-1) ?? 0)
      const settled = await jobs.settle(jobId, result, { takeNext: !isClosed })
      sender.settled(taken.next, result)
      onChange(jobId)
      if (result.state === 'FAILED') await afterRefusal(settled.settled)
      taken = settled
    }
  }

  /** No byte left: another printer may take over, or the same one is tried again later. */
  async function afterRefusal(job: PrintJob): Promise<void> {
    const fallback = (await options.fallback?.(job)) ?? null
    if (fallback !== null) {
      await jobs.moveTo(job.jobId, fallback, 'station')
      onChange(job.jobId)
      kick(fallback)
      kick(job.printerId)
    } else if (job.nextTryAt !== null) timers.set(job.jobId, Date.parse(job.nextTryAt) - clock.now().getTime())
  }

  /** Asks the printer about everything it was sent since it was last idle; new work goes first. */
  async function prove(printerId: string): Promise<void> {
    const proved = await sender.prove(printerId, () => !isClosed && !kicked.has(printerId))
    if (proved === null) return
    if ('proof' in proved) await jobs.prove(proved.jobIds, proved.proof)
    else await jobs.leaveSent(proved.jobIds, proved.detail)
    for (const jobId of proved.jobIds) onChange(jobId)
  }

  const told = (job: PrintJob): PrintJob => {
    timers.clear(job.jobId)
    onChange(job.jobId)
    kick(job.printerId)
    return job
  }

  return {
    /** At start: what was being sent when the station died is UNKNOWN now, what was still QUEUED is sent. */
    start: async (): Promise<void> => {
      await jobs.adoptInterrupted(interruptedAtStart())
      for (const { jobId, nextTryAt } of await jobs.waitingToRetry()) {
        if (nextTryAt !== null) timers.set(jobId, Date.parse(nextTryAt) - clock.now().getTime())
      }
      for (const printerId of await jobs.printersWithQueued()) kick(printerId)
    },

    /** Looks again at what a printer has to do, after something that held it back has changed. */
    wake: (printerId: string): void => kick(printerId),

    /**
     * Saves the job and answers at once; sending follows.
     * @throws StationError NOT_FOUND when there is no such printer, NO_LABEL when there is nothing to send, LABEL_REFUSED
     */
    add: async (request: PrintRequest): Promise<PrintJob> => {
      if (request.document.length === 0) {
        throw new StationError({ code: 'NO_LABEL', message: `There is nothing to print for ${request.title}.` })
      }
      const policed = (await options.police?.(request)) ?? request
      const job = await jobs.add({ ...policed, jobId: ids.next('job') })
      onChange(job.jobId)
      kick(job.printerId)
      // The ledger answers in the same turn: without this, a caller that adds many would hold up the sends of the first.
      await setImmediate()
      return job
    },

    /** @throws StationError NOT_FOUND */
    get: async (jobId: string): Promise<PrintJob> => sender.view(await jobs.get(jobId)),

    /** The bytes of one copy, as they go to the printer. @throws StationError NOT_FOUND */
    document: (jobId: string): Promise<Uint8Array> => jobs.document(jobId),

    /** Newest first. */
    list: async (limit: number): Promise<PrintJob[]> => (await jobs.list(limit)).map(sender.view),

    /** Newest first. */
    ofShipment: async (shipmentId: string): Promise<PrintJob[]> => (await jobs.ofShipment(shipmentId)).map(sender.view),

    /** Shipments of an environment whose label was kept lately and given to no printer, newest first. */
    unprinted: (environment: string): Promise<UnprintedLabels> => jobs.unprinted(environment),

    /**
     * The operator's word. On a job that is UNKNOWN or SENT: `printed`, it is PRINTED; `print-again`, it is FAILED, and the
     * new job that takes its place, all copies of it, is returned. On one that waited too long: `print-now` or `cancel`.
     * @throws StationError WRONG_STATE, NOT_FOUND
     */
    answer: async (jobId: string, answer: JobAnswer): Promise<PrintJob> => {
      switch (answer) {
        case 'printed':
          return told(await jobs.confirm(jobId))
        case 'print-now':
          return told(await jobs.printNow(jobId))
        case 'cancel':
          return told(await jobs.cancel(jobId))
        case 'print-again': {
          const { added } = await jobs.reprint(jobId, ids.next('job'))
          onChange(jobId)
          return told(added)
        }
      }
    },

    /** Sends a FAILED job once more, in its old place. @throws StationError WRONG_STATE, NOT_FOUND */
    retry: async (jobId: string): Promise<PrintJob> => told(await jobs.retry(jobId)),

    /** Gives up a job that is QUEUED or FAILED. @throws StationError WRONG_STATE, NOT_FOUND */
    cancel: async (jobId: string): Promise<PrintJob> => told(await jobs.cancel(jobId)),

    /**
     * Gives a job of which no byte left to another printer of the same language and dots, whose bytes it has.
     * @throws StationError PRINTER_DIFFERS (details.field, details.from, details.to), WRONG_STATE, NOT_FOUND
     */
    move: async (jobId: string, printerId: string): Promise<PrintJob> => {
      const { printerId: from } = await jobs.get(jobId)
      const [before, after] = await Promise.all([printer(from), printer(printerId)])
      const field = (['language', 'dpi'] as const).find((name) => before[name] !== after[name])
      if (field) {
        throw new StationError({
          code: 'PRINTER_DIFFERS',
          message: `${after.name} cannot print this job: it is made for ${before.language} at ${before.dpi} dpi, and ${after.name} is ${after.language} at ${after.dpi} dpi. Scan the shipment again for that printer.`,
          details: { field, from: before[field], to: after[field] },
        })
      }
      const moved = await jobs.moveTo(jobId, printerId, 'operator')
      kick(from)
      return told(moved)
    },

    /** Takes nothing new; sends under way get `closeMs` to end, then they are broken off and the ledger says so. */
    close: async (): Promise<void> => {
      isClosed = true
      timers.clearAll()
      const timer = setTimeout(() => closing.abort(), closeMs)
      await Promise.all(workers.values())
      clearTimeout(timer)
    },
  }
}
