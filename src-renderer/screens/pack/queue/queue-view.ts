import {
  asksSomebody,
  hasTrouble,
  isUnderWay,
  isUnproved,
  isWaiting,
} from '../../../../src-shared/machine/print-job.ts'
import type { PrinterStatus } from '../../../../src-shared/station/printing/printer-settings.ts'
import { printerStates } from '../../../ui/basic/printer-state.ts'
import type { PrintJob, Printer } from '../../../../src-shared/station/printing/printing.ts'

/** A printer with its jobs, as the queue shows it. */
export interface PrinterQueue {
  printerId: string
  name: string
  /** Null: it is no printer of this station any more, or was only named by an address. */
  printer: Printer | null
  /** Unfinished jobs, in the order in which they print; those that need a person among them. */
  open: PrintJob[]
  /** At its end, newest first. */
  done: PrintJob[]
  /** Of which no byte has left and which still are to come out. */
  waiting: PrintJob[]
}

function isOpen(job: PrintJob): boolean {
  return isUnderWay(job) || hasTrouble(job)
}

/**
 * Jobs by their printer: the printer in use first, then those with something to do, then the others by name.
 * @param jobs newest first, as the station lists them.
 */
export function printerQueues(
  printers: readonly Printer[],
  jobs: readonly PrintJob[],
  inUse: string | null,
): PrinterQueue[] {
  const known = printers.map(({ printerId, name }) => ({ printerId, name }))
  const others = new Map(
    jobs
      .filter(({ printerId }) => !known.some((printer) => printer.printerId === printerId))
      .map(({ printerId, printerName }) => [printerId, printerName]),
  )
  const named = [...known, ...[...others].map(([printerId, name]) => ({ printerId, name }))]
  const queues = named.map(({ printerId, name }): PrinterQueue => {
    const own = jobs.filter((job) => job.printerId === printerId)
    return {
      printerId,
      name,
      printer: printers.find((printer) => printer.printerId === printerId) ?? null,
      open: own.filter(isOpen).reverse(),
      done: own.filter((job) => !isOpen(job)),
      waiting: own.filter(isWaiting).reverse(),
    }
  })
  const rank = ({ printerId, open }: PrinterQueue) => (printerId === inUse ? 0 : open.length > 0 ? 1 : 2)
  return queues.toSorted((a, b) => rank(a) - rank(b))
}

/** Jobs at their end under their heads: what was sent and is proved by no one is not done. */
export function endedJobs(done: readonly PrintJob[]): { head: 'job.SENT' | 'queue.done'; jobs: PrintJob[] }[] {
  const groups = [
    { head: 'job.SENT', jobs: done.filter(isUnproved) },
    { head: 'queue.done', jobs: done.filter((job) => !isUnproved(job)) },
  ] as const
  return groups.filter(({ jobs }) => jobs.length > 0)
}

/** Printers that cannot print now while labels wait for them. */
export interface HeldUp {
  queue: PrinterQueue
  status: PrinterStatus
}

export function heldUp(queues: readonly PrinterQueue[], statuses: ReadonlyMap<string, PrinterStatus>): HeldUp[] {
  return queues.flatMap((queue) => {
    const status = statuses.get(queue.printerId)
    if (!status || queue.waiting.length === 0) return []
    const isDown = status.online === false || status.paperOut || status.headOpen || status.ribbonOut || status.paused
    return isDown ? [{ queue, status }] : []
  })
}

/** When the first of its labels is tried again automatically, epoch milliseconds; null: none has a time. */
export function nextTryOf({ waiting }: Pick<PrinterQueue, 'waiting'>): number | null {
  const times = waiting.flatMap(({ nextTryAt }) => (nextTryAt === null ? [] : [Date.parse(nextTryAt)]))
  return times.length === 0 ? null : Math.min(...times)
}

/** Its job was refused a moment ago, and nothing else that is known tells why it does not print. */
export const isRetrying = (queue: Pick<PrinterQueue, 'waiting'>, status: PrinterStatus | null): boolean =>
  nextTryOf(queue) !== null && printerStates(status).every(({ tone }) => tone === 'ok' || tone === 'idle')

/** Questions that wait for an answer, oldest first. */
export function questionsOf(jobs: readonly PrintJob[]): PrintJob[] {
  return jobs.filter(asksSomebody).toReversed()
}

/**
 * The one question that has the default button and is read out first; every other waits behind it. Null: there is
 * none.
 */
export function askedFirst(isBannerAsking: boolean, others: readonly PrintJob[]): 'banner' | PrintJob | null {
  return isBannerAsking ? 'banner' : (others[0] ?? null)
}

/** The print lists that these jobs were printed in, newest first. */
export function listIdsOf(jobs: readonly PrintJob[]): string[] {
  return [...new Set(jobs.flatMap(({ listId }) => (listId === null ? [] : [listId])))]
}
