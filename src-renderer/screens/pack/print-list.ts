import type { PrintBatch, PrintBatchItem } from '../../../src-shared/station/printer-care.ts'
import { isOpen } from './queue-view.ts'

/** The most that one batch may hold. */
export const MOST_CODES = 500

/** Codes as pasted: one a line, also with tabs or semicolons between, in their order, each once. */
export function codesOf(text: string): string[] {
  const codes = text
    .split(/[\n\r\t;,]+/)
    .map((code) => code.trim())
    .filter((code) => code !== '')
  return [...new Set(codes)]
}

/** Those that are not out and no longer on their way. */
export function failuresOf({ items }: PrintBatch): PrintBatchItem[] {
  return items.filter(({ job, problem }) => {
    if (problem || !job) return true
    if (job.state === 'FAILED') return job.nextTryAt === null
    return job.state === 'CANCELLED' || (job.state === 'UNKNOWN' && isOpen(job))
  })
}
