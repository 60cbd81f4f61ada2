import type { PrintJob } from '../../src-shared/station/printing.ts'
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
export function jobExit({ state }: PrintJob): ExitCode {
  switch (state) {
    case 'PRINTED':
    case 'SENT':
      return EXIT.done
    case 'FAILED':
    case 'CANCELLED':
      return EXIT.failed
    case 'QUEUED':
      return EXIT.waiting
    case 'SENDING':
    case 'UNKNOWN':
      return EXIT.undecided
  }
}
