import { didNotComeOut, isOut } from '../../machine/print-job.ts'
import type { PrintList, PrintListItem } from './printer-settings.ts'

/** Those whose label is not out, including undecided ones; `place` is that on the pallet, from 1. */
export function notOutOf({ items }: PrintList): (PrintListItem & { place: number })[] {
  return items
    .map((item, index) => ({ ...item, place: index + 1 }))
    .filter(({ job, problem }) => problem !== null || job === null || !isOut(job))
}

/** What people know it by: a list may be asked for by the ids of shipments. */
export function nameOf({ code, job, problem }: PrintListItem): string {
  const reference = problem?.details['reference']
  return job?.title ?? (typeof reference === 'string' ? reference : code)
}

/** Those that are not out and no longer on their way: to be asked for again. */
export function failuresOf(list: PrintList): PrintListItem[] {
  return notOutOf(list).filter(({ job, problem }) => problem !== null || job === null || didNotComeOut(job))
}
