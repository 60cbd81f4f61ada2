import { logging, runtime } from '../../../src-node/runtime/runtime.ts'
import { after, nextTurn } from '../../../src-node/runtime/wait.ts'
import { isUnderWay, mayStop, type SendEnd } from '../../../src-shared/machine/print-job.ts'
import { StationError, wrongState } from '../../../src-shared/station/error.ts'
import { isLabel, type PrintJob } from '../../../src-shared/station/printing/printing.ts'
import type { UnprintedLabels } from '../../../src-shared/station/tracking/shipment.ts'
import { contentHash } from '../../kernel/content-hash.ts'
import type { LabelStatus, PrintJobStore, Taken, TakenJob } from './print-jobs.rows.ts'
import type { NewPrintJob } from './print-job-write.rows.ts'
import { AFTER_FAULT_MS, wakeTimers } from '../../kernel/wake-timers.ts'
import { createSender, interruptedAtStart, interruptedByFault, type SenderOptions } from './sender.ts'
import { RETRY_DELAYS_MS } from './retry.ts'

const NOTHING: Taken = { next: null, passedOver: [] }

export interface QueueOptions extends SenderOptions {
  jobs: PrintJobStore
  /** What keeps a job from another printer; null: it may go there. @throws StationError NOT_FOUND */
  keepsFrom: (job: PrintJob, printerId: string) => Promise<StationError | null>
  /** What goes to the printer of a document that is not yet validated for it; see carrier-policy.ts. */
  applyPolicy?: (request: PrintRequest) => Promise<PrintRequest>
  /** The printer that takes over a job of which no byte left; null: none does automatically. */
  fallback?: (job: PrintJob) => Promise<string | null>
  /** How long `close` waits for sends under way before it breaks them off, in milliseconds. */
  closeMs?: number
  retryDelaysMs?: readonly number[]
}

/** What a caller prints: bytes that are in the printer's language and checked already. */
export type PrintRequest = Omit<NewPrintJob, 'jobId'> & {
  /** The requester's own id of this print: the job's id follows from it, so that there is never a second one. */
  submissionId?: string | undefined
}

const jobIdOf = (submissionId: string): string => `job_${contentHash({ submissionId })}`

export type JobAnswer = 'printed' | 'print-again' | 'print-now' | 'cancel'

export type PrintQueue = ReturnType<typeof createQueue>

/**
 * The print queue: one job at a time goes to a printer, in the order asked for; printers do not wait for each other.
 * Nothing of which a byte may have left is ever resent automatically. See the README of this room.
 */
export function createQueue(options: QueueOptions) {
  const { jobs, ids, clock, keepsFrom, onChange, onFault, closeMs = 5_000, retryDelaysMs = RETRY_DELAYS_MS } = options
  const workers = new Map<string, Promise<void>>()
  const kicked = new Set<string>()
  /** Attempts under way by job, up to where the job is FAILED, or at the printer that takes over. */
  const attempts = new Map<string, Promise<unknown>>()
  const closing = new AbortController()
  let isClosed = false
  const sender = createSender(options, {
    signal: closing.signal,
    notePages: jobs.notePages,
    isClosing: () => isClosed,
  })
  const retries = wakeTimers(async (jobId) => {
    const job = await jobs.retryByItself(jobId)
    if (!job) return
    onChange(jobId)
    kick(job.printerId)
  }, onFault)
  /** Printers whose worker met an internal fault: it may have left a job SENDING without a worker. */
  const faulty = new Set<string>()
  const afterFault = wakeTimers(async (printerId) => kick(printerId), onFault)

  /** Sends whatever this printer has QUEUED. A call while its worker runs makes it look again. */
  function kick(printerId: string): void {
    if (isClosed) return
    kicked.add(printerId)
    if (!workers.has(printerId)) workers.set(printerId, run(printerId))
  }

  /** @param first what it begins with; null: it looks */
  async function run(printerId: string, first: Promise<Taken> | null = null): Promise<void> {
    try {
      if (first) await drain(printerId, first)
      while (!isClosed) {
        if (kicked.delete(printerId)) {
          if (faulty.has(printerId)) await recover(printerId)
          await drain(printerId, jobs.takeNext(printerId))
        } else if (sender.hasUnproved(printerId)) await prove(printerId)
        else break
      }
    } catch (error) {
      faulty.add(printerId)
      afterFault.set(printerId, AFTER_FAULT_MS)
      onFault(error)
    } finally {
      // In the same turn as the last look at `kicked`, so that no kick falls in between.
      workers.delete(printerId)
    }
  }

  /** Nobody but this worker sends to its printer: what is SENDING now was left so by the fault. */
  async function recover(printerId: string): Promise<void> {
    for (const { jobId } of await jobs.adoptInterrupted(interruptedByFault(), printerId)) onChange(jobId)
    faulty.delete(printerId)
  }

  /** Every job that is retried automatically has a timer, whatever happened to its last one. */
  async function watchRetries(printerId: string): Promise<void> {
    const longest = retryDelaysMs.at(-1) ?? 0
    for (const { jobId, nextTryAt } of await jobs.waitingToRetry(printerId)) {
      if (nextTryAt === null || retries.has(jobId)) continue
      // The clock may have been set back since that moment was written down.
      retries.set(jobId, Math.min(Date.parse(nextTryAt) - clock.now().getTime(), longest))
    }
  }

  /** Sends one after the other until nothing is left to send. */
  async function drain(printerId: string, first: Promise<Taken>): Promise<void> {
    let taken = await first
    for (;;) {
      for (const jobId of taken.passedOver) onChange(jobId)
      if (!taken.next) return watchRetries(printerId)
      const { next } = taken
      const attempt = send(printerId, next)
      attempts.set(next.job.jobId, attempt)
      try {
        taken = await attempt
      } finally {
        attempts.delete(next.job.jobId)
      }
    }
  }

  /** One attempt at a job that is SENDING in the ledger. @returns what its printer has next */
  async function send(printerId: string, next: TakenJob): Promise<Taken> {
    const { jobId, attempts: tries } = next.job
    onChange(jobId)
    const retryInMs = retryDelaysMs[tries - 1] ?? retryDelaysMs.at(-1) ?? 0
    const end: SendEnd = next.spoiled
      ? { to: 'FAILED', error: next.spoiled, nextTryAt: null }
      : await logging({ jobId, printerId }, () => sender.send(next, retryInMs))
    runtime().log.info('print job', { jobId, printerId, state: end.to })
    const settled = await jobs.settle(jobId, end, { takeNext: !isClosed })
    sender.settled(next, end)
    onChange(jobId)
    // Another printer would get the same bytes.
    if (end.to === 'FAILED' && !next.spoiled) await afterRefusal(settled.settled)
    return settled
  }

  /**
   * An attempt that has sent nothing yet is waited for: with a printer that is off, a person's answer would else be refused
   * for as long as each connection is tried.
   */
  async function afterAttempt(jobId: string): Promise<void> {
    for (let attempt = attempts.get(jobId); attempt && !sender.hasSent(jobId); attempt = attempts.get(jobId)) {
      // An internal fault is reported by the worker of that attempt.
      await attempt.catch(() => null)
    }
  }

  async function cancel(jobId: string): Promise<PrintJob> {
    await afterAttempt(jobId)
    if (!mayStop(await jobs.get(jobId))) return reported(await jobs.cancel(jobId))
    const stopped = await jobs.stopPages(jobId)
    onChange(jobId)
    return sender.view(stopped)
  }

  /** No byte left: another printer may take over. */
  async function afterRefusal(job: PrintJob): Promise<void> {
    const fallback = (await options.fallback?.(job)) ?? null
    if (fallback !== null) {
      await jobs.moveTo(job.jobId, fallback, 'station')
      onChange(job.jobId)
      kick(fallback)
      kick(job.printerId)
    }
  }

  /** Asks the printer about everything it was sent since it was last idle; new work goes first. */
  async function prove(printerId: string): Promise<void> {
    const proved = await sender.prove(printerId, () => !isClosed && !kicked.has(printerId))
    if (proved === null) return
    if ('proof' in proved) await jobs.prove(proved.jobIds, proved.proof)
    else await jobs.leaveSent(proved.jobIds, proved.detail)
    for (const jobId of proved.jobIds) onChange(jobId)
  }

  /** Looks again at what every printer has to do. */
  async function wakeAll(): Promise<void> {
    for (const printerId of await jobs.printersWithWork()) kick(printerId)
  }

  /** Saves a job; where its printer has no worker and nothing else to do, a worker starts with it. */
  async function save(job: NewPrintJob): Promise<PrintJob> {
    const { printerId } = job
    if (isClosed || workers.has(printerId) || faulty.has(printerId)) return reported(await jobs.add(job))
    const saving = jobs.addToSend(job)
    const first = saving.then(
      ({ next }) => ({ next, passedOver: [] }),
      // Whoever adds the job hears why it could not be saved.
      () => NOTHING,
    )
    // Before the commit, so that no other worker begins beside this one.
    workers.set(printerId, run(printerId, first))
    const { added, next } = await saving
    return next === null ? reported(added) : added
  }

  const reported = (job: PrintJob): PrintJob => {
    retries.clear(job.jobId)
    onChange(job.jobId)
    kick(job.printerId)
    return job
  }

  return {
    /** At start: what was being sent when the station died is UNKNOWN now, what was still QUEUED is sent. */
    start: async (): Promise<void> => {
      await jobs.adoptInterrupted(interruptedAtStart())
      await wakeAll()
    },

    wakeAll,

    /** Tries again now what waits for its next try, after a person has seen to the printer. */
    tryAgain: async (printerId: string): Promise<void> => {
      for (const { jobId } of await jobs.waitingToRetry(printerId)) retries.set(jobId, 0)
    },

    /** Looks again at what a printer has to do, after something that held it back has changed. */
    wake: (printerId: string): void => kick(printerId),

    /**
     * Saves the job and answers at once; sending follows.
     * @throws StationError NOT_FOUND when there is no such printer, NO_LABEL when there is nothing to send, LABEL_REFUSED,
     * WRONG_STATE (details.isCanceled) for a label whose shipment is canceled
     */
    add: async (request: PrintRequest): Promise<PrintJob> => {
      if (request.document.length === 0) {
        throw new StationError({ code: 'NO_LABEL', message: `There is nothing to print for ${request.title}.` })
      }
      const validated = request.stripped === undefined ? ((await options.applyPolicy?.(request)) ?? request) : request
      const { submissionId, ...content } = validated
      const jobId = submissionId === undefined ? ids.next('job') : jobIdOf(submissionId)
      const job = await save({ ...content, jobId })
      // The ledger answers in the same turn: without this, a caller that adds many would hold up the sends of the first.
      await nextTurn()
      return job
    },

    /** The job that was made under this submission's id; null: none. */
    ofSubmission: async (submissionId: string): Promise<PrintJob | null> => {
      const job = await jobs.find(jobIdOf(submissionId))
      return job && sender.view(job)
    },

    /** @throws StationError NOT_FOUND */
    get: async (jobId: string): Promise<PrintJob> => sender.view(await jobs.get(jobId)),

    /**
     * Does something else with a printer, while nothing is sent to it or asked of it; what is printed meanwhile waits.
     * @throws StationError WRONG_STATE while it is at work
     */
    exclusively: <T>(printerId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
      if (isClosed || workers.has(printerId)) {
        throw wrongState('The printer is printing. Wait until it is done.', { printerId })
      }
      const done = work(closing.signal)
      const release = (): void => {
        workers.delete(printerId)
        if (kicked.has(printerId)) kick(printerId)
      }
      workers.set(printerId, done.then(release, release))
      return done
    },

    /** The bytes of one copy, as they go to the printer. @throws StationError NOT_FOUND */
    document: (jobId: string): Promise<Uint8Array> => jobs.document(jobId),

    /** What is not at its end first, whatever its age, then the newest others; each newest first. */
    list: async (limit: number): Promise<PrintJob[]> => (await jobs.list(limit)).map(sender.view),

    /** Printers of which a job is on its way, or next when its turn comes. */
    printersAtWork: jobs.printersAtWork,

    /** Was a shipment's label printed, and is it on its way? */
    status: async (shipmentId: string): Promise<LabelStatus> => {
      const status = await jobs.status(shipmentId)
      return status.onItsWay ? { ...status, onItsWay: sender.view(status.onItsWay) } : status
    },

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
        case 'printed': {
          const { confirmed, rest } = await jobs.confirm(jobId, ids.next('job'))
          if (rest) reported(rest)
          return reported(confirmed)
        }
        case 'print-now':
          return reported(await jobs.printNow(jobId))
        case 'cancel':
          return reported(await jobs.cancel(jobId))
        case 'print-again': {
          const { added } = await jobs.reprint(jobId, ids.next('job'))
          onChange(jobId)
          return reported(added)
        }
      }
    },

    /** Resends a FAILED job, in its old place. @throws StationError WRONG_STATE, NOT_FOUND */
    retry: async (jobId: string): Promise<PrintJob> => reported(await jobs.retry(jobId)),

    /**
     * Gives up a job that is QUEUED or FAILED; one that goes page by page ends behind the page in hand. An attempt that
     * has sent nothing yet ends first.
     * @throws StationError WRONG_STATE, NOT_FOUND
     */
    cancel,

    /** Shipments among these of which a label is to be printed or being sent. */
    comingOf: async (shipmentIds: readonly string[]): Promise<string[]> => {
      const coming = (await jobs.list(0)).filter((job) => isLabel(job) && isUnderWay(job))
      const ofThem = new Set(coming.map(({ shipmentId }) => shipmentId))
      return shipmentIds.filter((shipmentId) => ofThem.has(shipmentId))
    },

    /** Gives up what is left of a canceled shipment's labels, as far as no byte of them has left. */
    dropLabels: async (shipmentId: string): Promise<void> => {
      for (const job of await jobs.ofShipment(shipmentId)) {
        if (!isLabel(job) || !isUnderWay(job)) continue
        try {
          await cancel(job.jobId)
        } catch (error) {
          // It came out, or may have: its state says so, and asks.
          if (!(error instanceof StationError) || error.code !== 'WRONG_STATE') throw error
        }
      }
    },

    /** Ends the question of a printer that was only there for a rehearsal. @throws StationError WRONG_STATE, NOT_FOUND */
    forget: async (jobId: string): Promise<PrintJob> => reported(await jobs.forget(jobId)),

    /**
     * Gives a job of which no byte left to another printer that can print its bytes. An attempt that has sent nothing yet
     * ends first.
     * @throws StationError PRINTER_DIFFERS (details.field, details.from, details.to), LABEL_REFUSED (details.settings), WRONG_STATE, NOT_FOUND
     */
    move: async (jobId: string, printerId: string): Promise<PrintJob> => {
      await afterAttempt(jobId)
      const job = await jobs.get(jobId)
      const refusal = await keepsFrom(job, printerId)
      if (refusal) throw refusal
      const moved = await jobs.moveTo(jobId, printerId, 'operator')
      kick(job.printerId)
      return reported(moved)
    },

    /** Takes nothing new; sends under way get `closeMs` to end, then they are broken off and the ledger says so. */
    close: async (): Promise<void> => {
      isClosed = true
      retries.close()
      afterFault.close()
      const timer = after(closeMs, () => closing.abort())
      await Promise.all(workers.values())
      timer.cancel()
    },
  }
}
