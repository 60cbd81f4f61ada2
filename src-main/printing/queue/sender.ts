import { isDeepStrictEqual } from 'node:util'
import type { SendEnd } from '../../../src-shared/machine/print-job.ts'
import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { StoredPrinter } from '../../../src-shared/station/printing/printer-settings.ts'
import type { PrintJob, PrintProof, SentDetail, SpoolJob } from '../../../src-shared/station/printing/printing.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { acknowledgementOf } from './acknowledgement.ts'
import type { Sendable } from './sendable.ts'
import { behind, sendSheets, type SheetPorts } from './send-sheets.ts'
import type { Route } from '../printers/route.ts'
import { isPdf } from '../transports/cups.ts'
import type { Spooled } from '../transports/transport.ts'
import type { Watch } from '../status/watch.ts'

export interface SenderOptions {
  /** The way to the printer that a job names. @throws StationError INVALID_PRINTER_ADDRESS, NOT_FOUND */
  route: (job: Sendable) => Promise<Route>
  clock: Clock
  ids: Ids
  onChange: (jobId: string) => void
  /** An internal fault: the job it hit stays as the ledger has it. */
  onFault: (error: unknown) => void
  /** Makes the pages of a job that goes page by page; absent: there are no such jobs. */
  sheets?: SheetPorts['sheets']
}

/** Labels that went to one printer since it was last known to be idle: they are proved together. */
interface Run {
  watch: Watch
  /** As the printer was when it began; null: jobs only name it by an address. */
  of: StoredPrinter | null
  jobIds: string[]
  labels: number
}

/** Sends one job, all copies of it, and asks the printer about a run of them. Knows no ledger. */
export function createSender(
  { route, clock, onChange, onFault, sheets = noSheets }: SenderOptions,
  { signal, notePages, isClosing }: { signal: AbortSignal } & Pick<SheetPorts, 'notePages' | 'isClosing'>,
) {
  /** Bytes sent of jobs under way: the ledger records them when the send ends. */
  const underWay = new Map<string, number>()
  const runs = new Map<string, Run>()
  /** Labels that the printer took of jobs that went page by page; the others are in their content. */
  const labelsTaken = new Map<string, number>()

  /** Asks the printer before the first label of a run, and whether it is still there; what keeps it refuses the job. */
  async function begin({ job, printer }: Sendable, watch: Watch | null): Promise<StationErrorData | null> {
    const { printerId } = job
    // The printer at the address before proves nothing of what goes to the one there is now.
    if (watch === null || !isSameWay(runs.get(printerId)?.of, printer)) runs.delete(printerId)
    if (watch === null) return null
    const run = runs.get(printerId)
    if (run) return (await run.watch.resume?.(signal)) ?? null
    const problem = await watch.begin(signal)
    if (problem !== null) return problem
    runs.set(printerId, { watch, of: printer, jobIds: [], labels: 0 })
    return null
  }

  /** Every copy, one after the other. The job is SENDING in the ledger before this is called. */
  async function send(sendable: Sendable, retryInMs: number): Promise<SendEnd> {
    const { job, content, document, setBackOwed, printer } = sendable
    let bytesSent = 0
    const failed = (error: StationErrorData): SendEnd => ({
      to: 'FAILED',
      error,
      nextTryAt: error.retryable ? new Date(clock.now().getTime() + retryInMs).toISOString() : null,
    })
    try {
      const { transport, proves, watch } = await route(sendable)
      const problem = await begin(sendable, watch)
      if (problem) return failed(problem)
      if (sendable.pages !== null) {
        const { end, labels } = await sendSheets(
          {
            sendable: { ...sendable, pages: sendable.pages },
            route: { transport, proves },
            signal,
            failed,
            onBytes: (bytes) => underWay.set(job.jobId, bytes),
            onSheet: () => onChange(job.jobId),
            onSpooled: (one) => runs.get(job.printerId)?.watch.took?.(one),
          },
          { sheets, notePages, isClosing },
        )
        labelsTaken.set(job.jobId, labels)
        return end
      }
      let isProved = true
      let detail: SentDetail = 'handed-over'
      const spooled: Spooled[] = []
      // A driver draws a PDF, and a roll takes another language: what is owed waits for a label.
      const isBehind = setBackOwed !== '' && printer?.options.paper !== 'receipt' && !isPdf(document)
      const first = isBehind ? behind(setBackOwed, document) : document
      const owed = { setBackOwed: isBehind ? '' : setBackOwed }
      for (let copy = 1; copy <= job.copies; copy++) {
        const before = bytesSent
        const bytes = copy === 1 ? first : document
        // Of the job's own; one byte at least once any has left.
        const own = (sent: number) => Math.max(Math.min(sent, 1), sent - bytes.length + document.length)
        const outcome = await transport.send(bytes, {
          signal,
          onProgress: (sent) => {
            underWay.set(job.jobId, before + own(sent))
            if (sent < bytes.length) onChange(job.jobId)
          },
        })
        if (outcome.kind !== 'refused' && outcome.spooled) {
          spooled.push(outcome.spooled)
          runs.get(job.printerId)?.watch.took?.(outcome.spooled)
        }
        if (outcome.kind === 'refused') {
          if (bytesSent === 0) return failed(outcome.error)
          return {
            to: 'UNKNOWN',
            bytesSent,
            error: lostBetweenCopies(outcome.error, copy - 1, job.copies),
            spool: spoolOf(spooled),
          }
        }
        bytesSent += own(outcome.bytes)
        if (outcome.kind === 'unknown') {
          return { to: 'UNKNOWN', bytesSent, error: outcome.error, spool: spoolOf(spooled) }
        }
        isProved &&= proves(outcome.answer, bytes === document ? content : acknowledgementOf(bytes, content.labels))
        if (outcome.detail) detail = outcome.detail
      }
      return isProved
        ? { to: 'PRINTED', bytesSent, proof: { kind: 'receipt' }, ...owed }
        : { to: 'SENT', bytesSent, detail, spool: spoolOf(spooled), ...owed }
    } catch (error) {
      // A transport throws for nothing a printer does; between two pages the ledger may.
      const left = underWay.get(job.jobId) ?? bytesSent
      if (error instanceof StationError && left === 0) return failed(error.toData())
      onFault(error)
      return { to: 'UNKNOWN', bytesSent: left, error: fault(error) }
    }
  }

  return {
    send,

    /** To be called when the ledger knows how it ended. */
    settled: ({ job, content }: Sendable, end: SendEnd): void => {
      underWay.delete(job.jobId)
      const labels = labelsTaken.get(job.jobId) ?? content.labels * job.copies
      labelsTaken.delete(job.jobId)
      const run = runs.get(job.printerId)
      if (!run) return
      if (end.to === 'SENT') {
        run.jobIds.push(job.jobId)
        run.labels += labels
      }
      if (end.to === 'FAILED') run.watch.wasAway?.()
      // Nobody knows how many labels of it come out: no count after it proves those before.
      if (end.to === 'UNKNOWN' || run.jobIds.length === 0) runs.delete(job.printerId)
    },

    hasUnproved: (printerId: string): boolean => runs.has(printerId),

    /** The printer's report on its run; null: new work came first. */
    prove: async (
      printerId: string,
      mayGoOn: () => boolean,
    ): Promise<({ jobIds: string[] } & ({ proof: PrintProof } | { detail: SentDetail })) | null> => {
      const run = runs.get(printerId)
      if (!run) return null
      const { jobIds } = run
      const result = await run.watch.prove(run.labels, mayGoOn, signal)
      if (result.kind === 'interrupted') return null
      runs.delete(printerId)
      return result.kind === 'proved' ? { jobIds, proof: result.proof } : { jobIds, detail: result.detail }
    },

    /** Has a byte of a job under way left? */
    hasSent: (jobId: string): boolean => (underWay.get(jobId) ?? 0) > 0,

    /** With what has left of it by now. */
    view: (job: PrintJob): PrintJob => ({ ...job, bytesSent: underWay.get(job.jobId) ?? job.bytesSent }),
  }
}

/** Whether one watch sees both: the same connection, asked in the same way. */
function isSameWay(one: StoredPrinter | null | undefined, other: StoredPrinter | null): boolean {
  const wayOf = ({ printer: { connection, language }, options }: StoredPrinter) => ({ connection, language, options })
  return isDeepStrictEqual(one && wayOf(one), other && wayOf(other))
}

function spoolOf(spooled: readonly Spooled[]): SpoolJob | null {
  const queue = spooled[0]?.queue
  return queue === undefined ? null : { queue, jobIds: spooled.map(({ jobId }) => jobId) }
}

/** The error of a job that was being sent when the station died. */
export function interruptedAtStart(): StationErrorData {
  return {
    code: 'PRINTER_INTERRUPTED',
    message: 'Waybill stopped while this was being sent; part of it may have been printed.',
    retryable: false,
    details: { reason: 'found at start' },
  }
}

/** The error of a job that an internal fault left SENDING. */
export function interruptedByFault(): StationErrorData {
  return {
    code: 'PRINTER_INTERRUPTED',
    message: 'Something went wrong inside Waybill while this was being sent; part of it may have been printed.',
    retryable: false,
    details: { reason: 'fault' },
  }
}

function noSheets(): never {
  throw new Error('no converter for pages of a document')
}

function lostBetweenCopies(error: StationErrorData, copiesSent: number, copies: number): StationErrorData {
  return {
    code: 'PRINTER_INTERRUPTED',
    message: `The printer accepted ${copiesSent} of ${copies} copies; then the connection was lost.`,
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
