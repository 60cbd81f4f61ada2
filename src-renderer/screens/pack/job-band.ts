import Check from '@lucide/svelte/icons/check'
import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark'
import CircleX from '@lucide/svelte/icons/circle-x'
import Clock from '@lucide/svelte/icons/clock'
import Printer from '@lucide/svelte/icons/printer'
import type { PrintJob } from '../../../src-shared/station/printing.ts'
import type { Band, BandWords } from './band-look.ts'
import { percentOf } from './job-knowledge.ts'

/** The band of a print job as it stands. */
export function jobBand(job: PrintJob, words: BandWords): Band {
  const printer = job.printerName
  switch (job.state) {
    case 'QUEUED':
      if (job.question === 'stale') {
        return {
          tone: 'wait',
          icon: Clock,
          word: 'band.stale',
          text: 'known.stale',
          params: {},
          asks: 'stale',
        }
      }
      return {
        tone: 'move',
        icon: Clock,
        word: 'band.queued',
        text: 'band.queued.text',
        params: { printer },
        asks: null,
      }
    case 'SENDING': {
      return {
        tone: 'move',
        icon: Printer,
        word: 'band.sending',
        text: 'band.sending.text',
        params: { printer, percent: percentOf(job) },
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
