import { isReplaced, isStale } from '../../../../src-shared/machine/print-job.ts'
import type { PrintJob, SentDetail } from '../../../../src-shared/station/printing/printing.ts'
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
 * What is known of a print job beyond its state, and how: nothing says "printed" that nobody knows. Null where the state
 * says it all.
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
      return { key: 'known.partly', params: { percent: percentOf(job) } }
    case 'SENDING':
      return { key: 'known.sending', params: { percent: percentOf(job) } }
    case 'QUEUED':
      return isStale(job) ? { key: 'known.stale' } : null
    case 'FAILED':
      return isReplaced(job) ? { key: 'job.printedAgain' } : null
    case 'CANCELLED':
      return null
  }
}

/** How much of all copies has been handed over. */
export function percentOf({ bytes, copies, bytesSent }: PrintJob): number {
  return Math.floor((bytesSent / Math.max(1, bytes * copies)) * 100)
}
