import type { PrintJob, SentDetail } from '../../../src-shared/station/printing.ts'
import type { MessageKey } from '../../messages/catalogue.ts'
import type { MessageParams } from '../../messages/format-message.ts'
import { wasPrintedAgain } from './job-trouble.ts'

/** What is known of a job, in the catalogue's words. */
export interface Knowledge {
  key: MessageKey
  params?: MessageParams
}

const SENT = {
  'handed-over': 'known.handedOver',
  spooled: 'known.spooled',
  held: 'known.held',
  'no-answer': 'known.noAnswer',
  attention: 'known.attention',
  'not-idle': 'known.notIdle',
  'count-differs': 'known.countDiffers',
} as const satisfies Record<SentDetail, MessageKey>

/**
 * What is known of a print job beyond its state, and how: nothing says "printed" that nobody knows. Null where the state
 * says it all.
 */
export function knowledgeOf(job: PrintJob): Knowledge | null {
  switch (job.state) {
    case 'PRINTED':
      if (job.confirmedBy === 'operator' || job.proof?.kind === 'operator') return { key: 'known.byOperator' }
      if (job.proof?.kind === 'odometer') {
        return { key: 'known.odometer', params: { from: job.proof.from, to: job.proof.to } }
      }
      return { key: job.proof?.kind === 'status-twice' ? 'known.statusTwice' : 'known.byPrinter' }
    case 'SENT':
      return { key: SENT[job.detail ?? 'handed-over'] }
    case 'UNKNOWN':
      return { key: 'known.partly', params: { percent: percentOf(job) } }
    case 'SENDING':
      return { key: 'known.sending', params: { percent: percentOf(job) } }
    case 'QUEUED':
      return job.question === 'stale' ? { key: 'known.stale' } : null
    case 'FAILED':
      return wasPrintedAgain(job) ? { key: 'job.printedAgain' } : null
    case 'CANCELLED':
      return null
  }
}

/** How much of all copies has been handed over. */
export function percentOf({ bytes, copies, bytesSent }: PrintJob): number {
  return Math.floor((bytesSent / Math.max(1, bytes * copies)) * 100)
}
