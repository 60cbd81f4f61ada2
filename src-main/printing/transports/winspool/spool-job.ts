import type { Winspool } from './calls.ts'
import { jobStateOf, type Step } from './steps.ts'

/** A driver is given so many bytes at once: one that takes them slowly is seen to take them. */
const AT_ONCE = 64 * 1024
const TITLE = 'Waybill label'

export interface HandOverOptions {
  report: (step: Step) => void
  /** Looks at the job in the spooler, and how long there is between two. */
  looks: number
  rest: () => Promise<void>
}

/** Submits a label raw to a queue and follows its job. Each step is reported before the next: any of them may never return. */
export async function handOver(
  spool: Winspool,
  queue: string,
  bytes: Uint8Array,
  { report, looks, rest }: HandOverOptions,
): Promise<void> {
  const failed = (call: string) => report({ step: 'failed', call, code: spool.lastError() })
  const printer = spool.open(queue)
  if (printer === null) return failed('OpenPrinter')
  report({ step: 'opened' })
  const jobId = spool.startDocument(printer, TITLE)
  if (jobId === 0) return failed('StartDocPrinter')
  report({ step: 'started', jobId })
  report({ step: 'writing' })
  for (let from = 0; from < bytes.length;) {
    const taken = spool.write(printer, bytes.subarray(from, from + AT_ONCE))
    if (taken === null || taken === 0) return failed('WritePrinter')
    from += taken
    report({ step: 'written', bytes: from })
  }
  if (!spool.endDocument(printer)) return failed('EndDocPrinter')
  report({ step: 'ended' })
  for (let look = 0; look < looks; look += 1) {
    const status = spool.jobStatus(printer, jobId)
    report({ step: 'job', status })
    if (jobStateOf(status) !== 'waiting') break
    await rest()
  }
  spool.close(printer)
}

/** Whether a queue can be opened. */
export function openQueue(spool: Winspool, queue: string, report: (step: Step) => void): void {
  const printer = spool.open(queue)
  if (printer === null) return report({ step: 'failed', call: 'OpenPrinter', code: spool.lastError() })
  spool.close(printer)
  report({ step: 'opened' })
}

/** The queues that there are. */
export function listQueues(spool: Winspool, report: (step: Step) => void): void {
  const queues = spool.queues()
  if (queues === null) return report({ step: 'failed', call: 'EnumPrinters', code: spool.lastError() })
  for (const queue of queues) report({ step: 'queue', ...queue })
}
