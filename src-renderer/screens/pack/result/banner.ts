import Check from '~icons/check'
import CircleQuestionMark from '~icons/circle-question-mark'
import CircleX from '~icons/circle-x'
import Clock from '~icons/clock'
import CirclePause from '~icons/circle-pause'
import Copy from '~icons/copy'
import FileInput from '~icons/file-input'
import OctagonX from '~icons/octagon-x'
import SearchX from '~icons/search-x'
import { shownState } from '../../book/shown-state.ts'
import { isBooked } from '../../../../src-shared/machine/booking.ts'
import type { ShipmentChange } from '../../../../src-shared/station/booking/change.ts'
import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import { isInHand } from '../../../../src-shared/machine/print-job.ts'
import type { PrintJob } from '../../../../src-shared/station/printing/printing.ts'
import type { ScanResult } from '../../../../src-shared/station/printing/scan.ts'
import { choicesOf } from '../../../../src-shared/station/printing/scan-choice.ts'
import type { ScanCommand } from '../../../../src-shared/station/printing/scan-command.ts'
import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'
import { said, type Banner, type BannerWords } from './banner-look.ts'
import { jobBanner } from './job-banner.ts'
import { labelAsk } from './label-ask.ts'
import { manyLabels } from '../../../ui/document/many-labels.ts'
import type { PieceCount } from '../pieces/piece-count.ts'
import { pieceBanner, voidBanner } from './side-banners.ts'

/** The outcome of the last scan: the station's answer, a failed command, or a state of this screen only. */
export type Outcome =
  | Exclude<ScanResult, { kind: 'elsewhere' | 'not-found' }>
  /** `asUsKeys`: the scanner's text if it is set to a US keyboard and this computer is not. */
  | { kind: 'not-found'; code: string; isUnasked?: true; asUsKeys?: string | undefined }
  | { kind: 'error'; code: string; error: StationErrorData }
  /** The code of the outcome before, again within seconds: nothing was asked of the station. */
  | { kind: 'repeat'; code: string; milliseconds: number; before: Outcome }
  /** A piece of the shipment on screen was scanned. */
  | { kind: 'piece'; code: string; shipment: Shipment; count: PieceCount }
  /** The shipment is being canceled. */
  | { kind: 'void'; code: string; shipment: Shipment; change: ShipmentChange }
  /** A command was given, and there is nothing on screen that it could be about. */
  | { kind: 'no-target'; code: ScanCommand }
  /** The service is asked about a code that is not known here; other scans do not wait for it. */
  | { kind: 'asking'; code: string }

/**
 * The banner of a scan's outcome.
 * @param job the outcome's print job in its current state, which changes after the scan was answered.
 */
export function bannerFor(outcome: Outcome, job: PrintJob | null, words: BannerWords): Banner {
  const { code } = outcome
  switch (outcome.kind) {
    case 'printing':
      return {
        ...jobBanner(job ?? outcome.job, words),
        ...(outcome.letGoAt !== undefined && (job ?? outcome.job).state === 'QUEUED'
          ? outcome.archive === undefined
            ? said('banner.queued', 'banner.fetchedAgain.text', { when: words.moment(outcome.letGoAt) })
            : said('banner.queued', 'banner.archived.text', { archive: outcome.archive })
          : {}),
      }
    case 'in-queue': {
      const now = job ?? outcome.job
      if (!isInHand(now)) return jobBanner(now, words)
      return {
        tone: 'wait',
        icon: Clock,
        ...said('banner.inQueue', 'banner.inQueue.text', { printer: now.printerName }),
        asks: null,
      }
    }
    case 'already-printed':
      return {
        tone: 'wait',
        icon: Copy,
        ...said('banner.alreadyPrinted', 'banner.alreadyPrinted.text', {
          times: outcome.times,
          when: words.moment(outcome.lastJob.updatedAt),
          printer: outcome.lastJob.printerName,
        }),
        asks: 'reason',
      }
    case 'asks':
      return {
        tone: 'wait',
        icon: CircleQuestionMark,
        word: 'banner.asks',
        ...labelAsk(outcome.question, code, words),
        asks: 'reason',
      }
    case 'no-label':
      return {
        tone: 'bad',
        icon: OctagonX,
        ...(outcome.letGoAt === undefined
          ? said('banner.noLabel', 'banner.noLabel.text', { why: outcome.message })
          : outcome.archive === undefined
            ? said('banner.noLabel', 'banner.labelLetGo.text', {
                why: outcome.message,
                when: words.moment(outcome.letGoAt),
              })
            : said('banner.noLabel', 'banner.labelArchived.text', { why: outcome.message, archive: outcome.archive })),
        asks: 'acknowledge',
      }
    case 'not-printable':
      return {
        tone: 'bad',
        icon: OctagonX,
        ...said('banner.notPrintable', 'banner.notPrintable.text', {
          code,
          status: words.word('shipment', outcome.shipment.status),
        }),
        asks: 'acknowledge',
      }
    case 'not-booked': {
      const { reference, state } = outcome.booking
      if (isBooked(outcome.booking)) {
        return {
          tone: 'move',
          icon: Check,
          ...said('banner.nowBooked', 'banner.nowBooked.text', { reference }),
          asks: 'print',
        }
      }
      if (shownState(outcome.booking) === 'HELD') {
        return {
          tone: 'wait',
          icon: CirclePause,
          ...said('banner.onHold', 'banner.onHold.text', {
            reference,
            day: words.day(outcome.booking.holdUntil ?? ''),
          }),
          asks: 'acknowledge',
        }
      }
      return {
        tone: 'bad',
        icon: OctagonX,
        ...said('banner.notBooked', 'banner.notBooked.text', { reference, state: words.word('booking', state) }),
        asks: 'acknowledge',
      }
    }
    case 'repeat':
      return {
        tone: 'wait',
        icon: Copy,
        ...said('banner.repeat', 'banner.repeat.text', {
          code,
          seconds: Math.max(1, Math.round(outcome.milliseconds / 1000)),
        }),
        asks: 'repeat',
      }
    case 'piece':
      return pieceBanner(outcome.count, outcome.shipment.reference ?? code)
    case 'void':
      return voidBanner(outcome.change, outcome.shipment.reference ?? code, words)
    case 'no-target':
      return {
        tone: 'wait',
        icon: CircleQuestionMark,
        ...said('banner.noTarget', 'banner.noTarget.text', { command: code }),
        asks: 'acknowledge',
      }
    case 'ambiguous':
      return {
        tone: 'wait',
        icon: CircleQuestionMark,
        ...(outcome.isAlike
          ? said('banner.alike', 'banner.alike.text', { code })
          : said('banner.ambiguous', 'banner.ambiguous.text', { code, count: choicesOf(outcome).length })),
        asks: 'which',
      }
    case 'order': {
      const { reference, consigneeName: consignee, hold } = outcome.order
      return {
        tone: 'wait',
        ...(hold === null
          ? { icon: FileInput, ...said('banner.notBooked', 'banner.order.text', { reference, consignee }) }
          : { icon: CirclePause, ...said('banner.onHold', 'banner.onHold.order', { reference, reason: hold }) }),
        asks: 'order',
      }
    }
    case 'not-found':
      return {
        tone: 'bad',
        icon: SearchX,
        ...(outcome.asUsKeys !== undefined
          ? said('banner.notFound', 'banner.notFound.layout', { code, asUs: outcome.asUsKeys })
          : said('banner.notFound', outcome.isUnasked ? 'banner.notFound.unasked' : 'banner.notFound.text', { code })),
        asks: 'acknowledge',
      }
    case 'asking':
      return {
        tone: 'wait',
        icon: Clock,
        ...said('banner.looking', 'banner.looking.text', { code }),
        asks: null,
      }
    case 'error': {
      const many = manyLabels(outcome.error)
      if (many) {
        return {
          tone: 'wait',
          icon: CircleQuestionMark,
          ...said('banner.many', 'banner.many.text', { code, ...many }),
          asks: 'many',
        }
      }
      return {
        tone: 'bad',
        icon: CircleX,
        ...said('banner.error', 'banner.error.text', { why: words.error(outcome.error) }),
        asks: 'acknowledge',
      }
    }
  }
}
