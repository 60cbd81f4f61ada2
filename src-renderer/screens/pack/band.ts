import type { LucideIcon } from '@lucide/svelte'
import Check from '@lucide/svelte/icons/check'
import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark'
import CircleX from '@lucide/svelte/icons/circle-x'
import Clock from '@lucide/svelte/icons/clock'
import Copy from '@lucide/svelte/icons/copy'
import OctagonX from '@lucide/svelte/icons/octagon-x'
import Printer from '@lucide/svelte/icons/printer'
import SearchX from '@lucide/svelte/icons/search-x'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { PrintJob } from '../../../src-shared/station/printing.ts'
import type { ScanResult } from '../../../src-shared/station/scan.ts'
import type { MessageKey } from '../../messages/catalogue.ts'
import type { MessageParams } from '../../messages/format-message.ts'

/** What the last scan led to, a failed command included. */
export type Outcome = ScanResult | { kind: 'error'; code: string; error: StationErrorData }

/** The band across the packing screen: colour, icon, one word, one sentence. */
export interface Band {
  tone: 'good' | 'move' | 'wait' | 'bad'
  icon: LucideIcon
  word: MessageKey
  text: MessageKey
  params: MessageParams
  /** What a person may answer. */
  asks: 'printed-or-again' | 'retry' | 'reason' | 'which' | 'acknowledge' | null
}

/** How the band reads times and states in the language in use. */
export interface BandWords {
  moment(timestamp: string): string
  word(prefix: string, word: string): string
  error(error: StationErrorData): string
}

/** The band of a print job as it stands. */
function jobBand(job: PrintJob, words: BandWords): Band {
  const printer = job.printerName
  switch (job.state) {
    case 'QUEUED':
      return {
        tone: 'move',
        icon: Clock,
        word: 'band.queued',
        text: 'band.queued.text',
        params: { printer },
        asks: null,
      }
    case 'SENDING': {
      const total = job.bytes * job.copies
      const percent = total > 0 ? Math.floor((job.bytesSent / total) * 100) : 0
      return {
        tone: 'move',
        icon: Printer,
        word: 'band.sending',
        text: 'band.sending.text',
        params: { printer, percent },
        asks: null,
      }
    }
    case 'SENT':
      return {
        tone: 'wait',
        icon: Clock,
        word: 'band.sent',
        text: 'band.sent.text',
        params: { printer },
        asks: 'printed-or-again',
      }
    case 'PRINTED':
      return {
        tone: 'good',
        icon: Check,
        word: 'band.printed',
        text: job.confirmedBy === 'operator' ? 'band.printed.operator' : 'band.printed.printer',
        params: { printer },
        asks: null,
      }
    case 'UNKNOWN':
      return {
        tone: 'bad',
        icon: CircleQuestionMark,
        word: 'band.unknown',
        text: 'band.unknown.text',
        params: { printer },
        asks: 'printed-or-again',
      }
    case 'FAILED':
      return {
        tone: 'bad',
        icon: CircleX,
        word: 'band.failed',
        text: 'band.failed.text',
        params: { printer, why: job.error ? words.error(job.error) : '' },
        asks: 'retry',
      }
    case 'CANCELLED':
      return {
        tone: 'wait',
        icon: CircleX,
        word: 'band.cancelled',
        text: 'band.cancelled.text',
        params: {},
        asks: null,
      }
  }
}

/**
 * The band of a scan's outcome.
 * @param job the outcome's print job as it stands now, which moves on after the scan was answered.
 */
export function bandFor(outcome: Outcome, job: PrintJob | null, words: BandWords): Band {
  const { code } = outcome
  switch (outcome.kind) {
    case 'printing':
      return jobBand(job ?? outcome.job, words)
    case 'in-queue': {
      const now = job ?? outcome.job
      if (now.state !== 'QUEUED' && now.state !== 'SENDING') return jobBand(now, words)
      return {
        tone: 'wait',
        icon: Clock,
        word: 'band.inQueue',
        text: 'band.inQueue.text',
        params: { printer: now.printerName },
        asks: null,
      }
    }
    case 'already-printed':
      return {
        tone: 'wait',
        icon: Copy,
        word: 'band.alreadyPrinted',
        text: 'band.alreadyPrinted.text',
        params: {
          times: outcome.times,
          when: words.moment(outcome.lastJob.updatedAt),
          printer: outcome.lastJob.printerName,
        },
        asks: 'reason',
      }
    case 'no-label':
      return {
        tone: 'bad',
        icon: OctagonX,
        word: 'band.noLabel',
        text: 'band.noLabel.text',
        params: { why: outcome.message },
        asks: 'acknowledge',
      }
    case 'not-printable':
      return {
        tone: 'bad',
        icon: OctagonX,
        word: 'band.notPrintable',
        text: 'band.notPrintable.text',
        params: { code, status: words.word('shipment', outcome.shipment.status) },
        asks: 'acknowledge',
      }
    case 'not-booked':
      return {
        tone: 'bad',
        icon: OctagonX,
        word: 'band.notBooked',
        text: 'band.notBooked.text',
        params: { reference: outcome.booking.reference, state: words.word('booking', outcome.booking.state) },
        asks: 'acknowledge',
      }
    case 'ambiguous':
      return {
        tone: 'wait',
        icon: CircleQuestionMark,
        word: 'band.ambiguous',
        text: 'band.ambiguous.text',
        params: { code, count: outcome.shipments.length },
        asks: 'which',
      }
    case 'not-found':
      return {
        tone: 'bad',
        icon: SearchX,
        word: 'band.notFound',
        text: 'band.notFound.text',
        params: { code },
        asks: 'acknowledge',
      }
    case 'error':
      return {
        tone: 'bad',
        icon: CircleX,
        word: 'band.error',
        text: 'band.error.text',
        params: { why: words.error(outcome.error) },
        asks: 'acknowledge',
      }
  }
}
