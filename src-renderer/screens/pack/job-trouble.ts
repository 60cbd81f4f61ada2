import type { PrintJob } from '../../../src-shared/station/printing.ts'

/** A person said it did not come out, and another job printed it instead: nothing is left to do with this one. */
export function wasPrintedAgain(job: PrintJob): boolean {
  return job.error !== null && 'reprintedAs' in job.error.details
}

/** Does this job wait for somebody at the station? */
export function needsSomebody(job: PrintJob): boolean {
  return job.state === 'UNKNOWN' || (job.state === 'FAILED' && !wasPrintedAgain(job))
}
