import { isOut, isWaiting, mayHaveComeOut } from '../../src-shared/machine/print-job.ts'
import type { PrintJob } from '../../src-shared/station/printing/printing.ts'
import { EXIT, type ExitCode } from './exit.ts'

/** A print job in one line for people. */
export function jobLine({ state, jobId, title, printerName, bytesSent, bytes, copies, error }: PrintJob): string {
  const sent = `${bytesSent} of ${bytes * copies} bytes`
  const why = error === null ? '' : `(${error.code}: ${error.message})`
  return [state.padEnd(9), jobId, title, printerName, sent, why].filter((part) => part !== '').join('  ')
}

/**
 * What a script is to make of a job's state. SENT counts as done: the printer took every byte, and a raw connection proves
 * no more; the state says so.
 */
export function jobExit(job: PrintJob): ExitCode {
  // Tried again by itself: a script that printed it once more would print it twice.
  if (isWaiting(job)) return EXIT.waiting
  if (isOut(job)) return EXIT.done
  return job.state === 'SENDING' || mayHaveComeOut(job) ? EXIT.undecided : EXIT.failed
}
