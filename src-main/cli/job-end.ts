import { isInHand } from '../../src-shared/machine/print-job.ts'
import type { PrintJob, Printer } from '../../src-shared/station/printing/printing.ts'
import { UsageError, type CliIo, type StationLink } from './io.ts'
import { until } from './until.ts'

/** The job when it is clear what became of it; a state that only a person can end counts. @param wait seconds */
export function jobEnd({ run }: StationLink, { jobId }: PrintJob, wait: number, io: CliIo): Promise<PrintJob> {
  return until(
    () => run('jobs.get', { jobId }),
    (job) => !isInHand(job),
    { waitMs: wait * 1000, signal: io.signal },
  )
}

/** A printer that is set up, by its name or id; null when `mayBeAddress` and the text looks like one. @throws UsageError */
export async function printerNamed(
  { run }: StationLink,
  text: string,
  { mayBeAddress }: { mayBeAddress: boolean },
): Promise<Printer | null> {
  const printers = await run('printers.list', {})
  const named = printers.find(({ name, printerId }) => printerId === text || name.toLowerCase() === text.toLowerCase())
  if (named) return named
  if (mayBeAddress && (text.includes(':') || text.startsWith('/'))) return null
  throw new UsageError(
    `--printer: there is no printer "${text}"; there are ${printers.map(({ name }) => name).join(', ')}`,
  )
}
