import { isInHand } from '../../src-shared/machine/print-job.ts'
import { isRunning } from '../../src-shared/machine/batch.ts'
import type { Batch } from '../../src-shared/station/batch/batch.ts'
import type { PrintJob } from '../../src-shared/station/printing/printing.ts'

/** The station's current work. */
export interface UnderWay {
  /** Being sent to the service; those that wait for it are safe here. */
  bookings: number
  printJobs: number
  batches: number
}

/** Unfinished work comes first. */
const MOST_JOBS = 100
/** The newest; each is counted row by row. */
const MOST_BATCHES = 10

/** The parts of `Services` that are asked. */
interface AtWork {
  bookings: { counts(): Promise<{ SENDING: number }> }
  printing: { queue: { list(limit: number): Promise<Pick<PrintJob, 'state' | 'question'>[]> } }
  batches: { list(limit: number): Promise<Pick<Batch, 'state'>[]> }
}

/** Counts the work that a station would leave half-way if it ended now. */
export async function underWay({ bookings, printing, batches }: AtWork): Promise<UnderWay> {
  const [counts, jobs, files] = await Promise.all([
    bookings.counts(),
    printing.queue.list(MOST_JOBS),
    batches.list(MOST_BATCHES),
  ])
  return {
    bookings: counts.SENDING,
    printJobs: jobs.filter(isInHand).length,
    batches: files.filter(isRunning).length,
  }
}

/** Is the station at anything? */
export const isAnything = ({ bookings, printJobs, batches }: UnderWay): boolean => bookings + printJobs + batches > 0
