import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { isCancelled, isPaused, isRunning } from '../../src-shared/machine/batch.ts'
import { BOOKING_STATES } from '../../src-shared/machine/booking.ts'
import { isInHand, isOut, isWaiting, mayHaveComeOut } from '../../src-shared/machine/print-job.ts'
import type { Batch } from '../../src-shared/station/batch/batch.ts'
import type { Booking } from '../../src-shared/station/booking/booking.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { PrintJob, Printer } from '../../src-shared/station/printing/printing.ts'
import { EXIT, type ExitCode } from './exit.ts'
import { UsageError, type CliIo, type StationLink } from './io.ts'

const LOOK_EVERY_MS = 50

/**
 * Looks until `isDone`, the time is up or the signal is aborted, and returns the last state seen. A Waybill that
 * runs in another process sends no events, so this asks.
 */
export async function until<T>(
  look: () => Promise<T>,
  isDone: (value: T) => boolean,
  wait: number,
  { signal }: CliIo,
): Promise<T> {
  const giveUpAt = performance.now() + wait * 1000
  for (;;) {
    const value = await look()
    if (isDone(value) || performance.now() >= giveUpAt || signal.aborted) return value
    await sleep(LOOK_EVERY_MS)
  }
}

/** The job when its outcome is clear; a state that only a person can end counts. @param wait seconds */
export function jobEnd({ run }: StationLink, { jobId }: PrintJob, wait: number, io: CliIo): Promise<PrintJob> {
  return until(
    () => run('jobs.get', { jobId }),
    (job) => !isInHand(job),
    wait,
    io,
  )
}

/** The exit code for a booking's state. */
export function bookingExit({ state }: Pick<Booking, 'state'>): ExitCode {
  switch (state) {
    case 'BOOKED':
      return EXIT.done
    case 'REJECTED':
    case 'CANCELLED':
      return EXIT.failed
    case 'QUEUED':
      return EXIT.waiting
    case 'SENDING':
    case 'UNKNOWN':
    case 'NEEDS_DECISION':
      return EXIT.undecided
  }
}

/** What may have been made comes first: a script that began again would make it twice. */
const WORST_FIRST = [EXIT.undecided, EXIT.failed, EXIT.waiting]

/** The exit code for a batch: the worst of its rows and of its bookings. */
export function batchExit(batch: Pick<Batch, 'state' | 'bookings'> & { counts: RowFaults }): ExitCode {
  const states = BOOKING_STATES.filter((state) => batch.bookings[state] > 0)
  const codes = new Set([rowsExit(batch), ...states.map((state) => bookingExit({ state }))])
  return WORST_FIRST.find((code) => codes.has(code)) ?? EXIT.done
}

type RowFaults = Pick<Batch['counts'], 'errors' | 'failed'>

function rowsExit(batch: Pick<Batch, 'state'> & { counts: RowFaults }): ExitCode {
  const { errors, failed } = batch.counts
  if (errors > 0 || failed > 0 || isCancelled(batch)) return EXIT.failed
  if (isPaused(batch)) return EXIT.undecided
  return isRunning(batch) ? EXIT.waiting : EXIT.done
}

/**
 * The exit code for a job's state. SENT counts as done: the printer took every byte, and a raw connection proves
 * no more; the state says so.
 */
export function jobExit(job: PrintJob): ExitCode {
  // Tried again automatically: a script that printed it again would print it twice.
  if (isWaiting(job)) return EXIT.waiting
  // A page that must not be printed ended it before its last.
  if (isOut(job)) return job.pages?.stop ? EXIT.failed : EXIT.done
  return job.state === 'SENDING' || mayHaveComeOut(job) ? EXIT.undecided : EXIT.failed
}

/** A printer that is set up, by its name or id; null when `mayBeAddress` and the text looks like one. @throws UsageError */
export async function printerNamed(
  { run }: StationLink,
  text: string,
  { mayBeAddress }: { mayBeAddress: boolean },
): Promise<Printer | null> {
  const printers = await run('printers.list', {})
  const named = printers.find(({ name, printerId }) => isNamed(text, printerId, name))
  if (named) return named
  if (mayBeAddress && (text.includes(':') || text.startsWith('/'))) return null
  throw new UsageError(`--printer: unknown printer "${text}"; use ${printers.map(({ name }) => name).join(', ')}`)
}

/** Whether a person means this thing: by its id, or by its name in any letter case. */
export const isNamed = (text: string, id: string, name: string): boolean =>
  text === id || text.toLowerCase() === name.toLowerCase()

const manySchema = z.object({ labels: z.int() })

/** Asks the station; where it asks back to confirm the number of labels, `--yes` is the answer. */
export async function agreeing<T>(yes: boolean, ask: (agreed: { agreedLabels?: number }) => Promise<T>): Promise<T> {
  try {
    return await ask({})
  } catch (error) {
    if (!(error instanceof StationError) || error.code !== 'MANY_LABELS') throw error
    if (yes) return ask({ agreedLabels: manySchema.parse(error.details).labels })
    throw StationError.from({ ...error.toData(), message: `${error.message} To print them, add --yes.` })
  }
}
