import { isReplaced, isStale, sheetInDoubt } from '../../../../src-shared/machine/print-job.ts'
import type { JobPages, PrintJob, SentDetail } from '../../../../src-shared/station/printing/printing.ts'
import type { Message, PlainKey } from '../../../messages/catalogue.ts'

const SENT = {
  'handed-over': 'known.handedOver',
  spooled: 'known.spooled',
  held: 'known.held',
  'no-answer': 'known.noAnswer',
  attention: 'known.attention',
  'not-idle': 'known.notIdle',
  'count-differs': 'known.countDiffers',
  uncounted: 'known.uncounted',
} as const satisfies Record<SentDetail, PlainKey>

/**
 * The known facts of a print job beyond its state, and how: "printed" is shown only where it is known. Null where the
 * state says it all.
 */
export function knowledgeOf(job: PrintJob): Message | null {
  switch (job.state) {
    case 'PRINTED':
      if (job.confirmedBy === 'operator' || job.proof?.kind === 'operator') return { key: 'known.byOperator' }
      if (job.proof?.kind === 'odometer') {
        const { from, to, by } = job.proof
        return by
          ? { key: 'known.odometerBy', params: { from, to, by: by.toUpperCase() } }
          : { key: 'known.odometer', params: { from, to } }
      }
      return { key: job.proof?.kind === 'status-twice' ? 'known.statusTwice' : 'known.byPrinter' }
    case 'SENT':
      if (job.detail === 'spooled' && job.spool) {
        return { key: 'known.spooledAs', params: { queue: job.spool.queue, number: job.spool.jobIds.join(', ') } }
      }
      return { key: SENT[job.detail ?? 'handed-over'] }
    case 'UNKNOWN':
      return job.pages ? doubtOf(job, job.pages) : { key: 'known.partly', params: { percent: percentOf(job) } }
    case 'SENDING':
      if (job.pages) {
        const { begin, end, handedOver, stop } = job.pages
        const params = { page: Math.min(handedOver + 1, end) - begin, pages: end - begin }
        return { key: stop ? 'known.pageLast' : 'known.page', params }
      }
      return { key: 'known.sending', params: { percent: percentOf(job) } }
    case 'QUEUED':
      return isStale(job) ? { key: 'known.stale' } : null
    case 'FAILED':
      return isReplaced(job) ? { key: 'job.printedAgain' } : null
    case 'CANCELLED':
      return null
  }
}

/** How far a job is that goes page by page, and which page is in doubt. */
function doubtOf(job: PrintJob, { begin, end, handedOver }: JobPages): Message {
  const [taken, pages] = [handedOver - begin, end - begin]
  const sheet = sheetInDoubt(job)
  if (sheet === null) return { key: 'known.pages', params: { taken, pages } }
  return { key: 'known.pageInDoubt', params: { taken, pages, page: sheet - begin } }
}

/** Why a job ended before its last page; null: it did not, or goes as one. */
export function stopOf({ state, pages }: PrintJob): Message | null {
  if (pages === null || pages.stop === null || state === 'SENDING') return null
  const params = { taken: pages.handedOver - pages.begin, pages: pages.end - pages.begin }
  if (pages.stop.kind === 'asked') return { key: 'known.stopped', params }
  return { key: 'known.stoppedAt', params: { ...params, page: pages.stop.sheet - pages.begin } }
}

/** The share of all copies that has been sent. */
export function percentOf({ bytes, copies, bytesSent, pages }: PrintJob): number {
  if (pages) return Math.floor(((pages.handedOver - pages.begin) / (pages.end - pages.begin)) * 100)
  return Math.floor((bytesSent / Math.max(1, bytes * copies)) * 100)
}
