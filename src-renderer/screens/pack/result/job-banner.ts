import Check from '~icons/check'
import CircleQuestionMark from '~icons/circle-question-mark'
import CircleX from '~icons/circle-x'
import CirclePause from '~icons/circle-pause'
import Clock from '~icons/clock'
import Printer from '~icons/printer'
import { isStale } from '../../../../src-shared/machine/print-job.ts'
import type { PrinterStatus } from '../../../../src-shared/station/printing/printer-settings.ts'
import { printerStates } from '../../../ui/basic/printer-state.ts'
import type { PrinterQueue } from '../queue/queue-view.ts'
import type { PrintJob } from '../../../../src-shared/station/printing/printing.ts'
import { said, type Banner, type BannerWords } from './banner-look.ts'
import { percentOf } from './job-knowledge.ts'

/** What keeps a printer from printing, in the words of its status: what is to be done about it is the band. */
const TROUBLES = [
  ['the paper is out', 'banner.outOfLabels', 'banner.outOfLabels.text'],
  ['the print head is open', 'banner.headOpen', 'banner.headOpen.text'],
  ['the ribbon is out', 'banner.outOfRibbon', 'banner.outOfRibbon.text'],
  ['the printer is paused', 'banner.printerPaused', 'banner.printerPaused.text'],
] as const

/** The banner of a job that waits for a paused printer; null: it waits for none. */
export function pausedBanner(job: PrintJob, status: PrinterStatus | null): Banner | null {
  if (job.state !== 'QUEUED' || isStale(job) || !(status?.isQueuePaused || status?.paused)) return null
  const { isQueuePaused } = status
  return {
    tone: 'wait',
    icon: CirclePause,
    ...said('banner.printerPaused', isQueuePaused ? 'banner.queuePaused.text' : 'banner.printerPaused.text', {
      printer: job.printerName,
    }),
    asks: isQueuePaused ? 'resume' : null,
  }
}

/** Between scans: what keeps the printer in use from printing the next label; null: nothing known does. */
export function restBanner(
  { waiting, name }: Pick<PrinterQueue, 'waiting' | 'name'>,
  status: PrinterStatus | null,
  words: BannerWords,
): Banner | null {
  const retried = waiting.find(({ nextTryAt }) => nextTryAt !== null)
  if (retried) {
    const banner = jobBanner(retried, words)
    // When it is tried again is beside it.
    return banner.text === 'banner.retrying.text'
      ? {
          ...banner,
          ...said('banner.retrying', 'banner.error.text', { why: `${name}: ${banner.params['why'] ?? ''}` }),
        }
      : banner
  }
  const [trouble] = printerStates(status).filter(({ tone }) => tone === 'bad' || tone === 'wait')
  if (!trouble) return null
  return {
    tone: 'wait',
    icon: trouble.icon,
    ...said(trouble.key, 'banner.ready.text', { printer: name }),
    asks: status?.isQueuePaused ? 'resume' : null,
  }
}

/** The banner of a print job in its current state. */
export function jobBanner(job: PrintJob, words: BannerWords): Banner {
  const printer = job.printerName
  switch (job.state) {
    case 'QUEUED':
      if (isStale(job)) {
        return {
          tone: 'wait',
          icon: Clock,
          ...said('banner.stale', 'known.stale'),
          asks: 'stale',
        }
      }
      return {
        tone: 'move',
        icon: Clock,
        ...said('banner.queued', 'banner.queued.text', { printer }),
        asks: null,
      }
    case 'SENDING': {
      return {
        tone: 'move',
        icon: Printer,
        ...said('banner.sending', 'banner.sending.text', { printer, percent: percentOf(job) }),
        asks: null,
      }
    }
    case 'SENT':
      return {
        tone: 'wait',
        icon: Clock,
        ...said('banner.sent', 'banner.sent.text', { printer, title: job.title }),
        asks: 'printed-or-again',
      }
    case 'PRINTED':
      return {
        tone: 'good',
        icon: Check,
        ...said(
          job.reprintNumber > 0 ? 'banner.reprinted' : 'banner.printed',
          job.confirmedBy === 'operator' ? 'banner.printed.operator' : 'banner.printed.printer',
          {
            printer,
          },
        ),
        asks: null,
      }
    case 'UNKNOWN':
      return {
        tone: 'wait',
        icon: CircleQuestionMark,
        ...said('banner.unknown', 'banner.unknown.text', { printer, title: job.title, percent: percentOf(job) }),
        asks: 'printed-or-again',
      }
    case 'FAILED':
      if (job.nextTryAt !== null) {
        const trouble = TROUBLES.find(([problem]) => job.error?.details['problem'] === problem)
        if (trouble) return { tone: 'wait', icon: Clock, ...said(trouble[1], trouble[2], { printer }), asks: 'retry' }
        return {
          tone: 'wait',
          icon: Clock,
          ...said('banner.retrying', 'banner.retrying.text', {
            printer,
            why: job.error ? words.error(job.error) : '',
          }),
          asks: 'retry',
        }
      }
      return {
        tone: 'bad',
        icon: CircleX,
        ...said('banner.failed', 'banner.failed.text', { printer, why: job.error ? words.error(job.error) : '' }),
        asks: 'retry',
      }
    case 'CANCELLED':
      return {
        tone: 'wait',
        icon: CircleX,
        ...said('banner.cancelled', 'banner.cancelled.text'),
        asks: null,
      }
  }
}
