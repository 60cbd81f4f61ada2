import { isOut, isWaiting, mayHaveComeOut } from '../../src-shared/machine/print-job.ts'
import type { JobPages, PrintJob } from '../../src-shared/station/printing/printing.ts'
import { EXIT, type ExitCode } from './exit.ts'

/** A print job in one line for people. */
export function jobLine(job: PrintJob): string {
  const { state, jobId, title, printerName, bytesSent, bytes, copies, error, pages } = job
  const sent = pages === null ? `${bytesSent} of ${bytes * copies} bytes` : pagesLine(pages)
  const why = error === null ? '' : `(${error.code}: ${error.message})`
  return [state.padEnd(9), jobId, title, printerName, sent, why].filter((part) => part !== '').join('  ')
}

/** How far a job is that goes page by page, and why it ended early. */
function pagesLine({ begin, end, handedOver, stop }: JobPages): string {
  const far = `${handedOver - begin} of ${end - begin} pages`
  if (stop === null) return far
  return stop.kind === 'asked' ? `${far}, then stopped` : `${far}, then ${stop.error.code}: ${stop.error.message}`
}

/**
 * What a script is to make of a job's state. SENT counts as done: the printer took every byte, and a raw connection proves
 * no more; the state says so.
 */
export function jobExit(job: PrintJob): ExitCode {
  // Tried again by itself: a script that printed it once more would print it twice.
  if (isWaiting(job)) return EXIT.waiting
  // A page that must not be printed ended it before its last.
  if (isOut(job)) return job.pages?.stop ? EXIT.failed : EXIT.done
  return job.state === 'SENDING' || mayHaveComeOut(job) ? EXIT.undecided : EXIT.failed
}
