import Check from '@lucide/svelte/icons/check'
import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark'
import CircleX from '@lucide/svelte/icons/circle-x'
import Clock from '@lucide/svelte/icons/clock'
import Copy from '@lucide/svelte/icons/copy'
import OctagonX from '@lucide/svelte/icons/octagon-x'
import SearchX from '@lucide/svelte/icons/search-x'
import type { ShipmentChange } from '../../../src-shared/station/change.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { PrintJob } from '../../../src-shared/station/printing.ts'
import type { ScanResult } from '../../../src-shared/station/scan.ts'
import type { ScanCommand } from '../../../src-shared/station/scan-command.ts'
import type { Shipment } from '../../../src-shared/station/shipment.ts'
import type { Band, BandWords } from './band-look.ts'
import { jobBand } from './job-band.ts'
import type { PieceCount } from './piece-count.ts'
import { pieceBand, voidBand } from './side-bands.ts'

/** What the last scan led to: the station's answer, a failed command, or what this screen alone knows. */
export type Outcome =
  | ScanResult
  | { kind: 'error'; code: string; error: StationErrorData }
  /** The code of the outcome before, again within seconds: nothing was asked of the station. */
  | { kind: 'repeat'; code: string; milliseconds: number; before: Outcome }
  /** A piece of the shipment on screen was scanned. */
  | { kind: 'piece'; code: string; shipment: Shipment; count: PieceCount }
  /** The shipment is being called off. */
  | { kind: 'void'; code: string; shipment: Shipment; change: ShipmentChange }
  /** A command was given, and there is nothing on screen that it could be about. */
  | { kind: 'no-target'; code: ScanCommand }

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
      if (now.question === 'stale' || (now.state !== 'QUEUED' && now.state !== 'SENDING')) return jobBand(now, words)
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
    case 'not-booked': {
      const { reference, state } = outcome.booking
      if (state === 'BOOKED') {
        return {
          tone: 'move',
          icon: Check,
          word: 'band.nowBooked',
          text: 'band.nowBooked.text',
          params: { reference },
          asks: 'print',
        }
      }
      return {
        tone: 'bad',
        icon: OctagonX,
        word: 'band.notBooked',
        text: 'band.notBooked.text',
        params: { reference, state: words.word('booking', state) },
        asks: 'acknowledge',
      }
    }
    case 'repeat':
      return {
        tone: 'wait',
        icon: Copy,
        word: 'band.repeat',
        text: 'band.repeat.text',
        params: { code, seconds: Math.max(1, Math.round(outcome.milliseconds / 1000)) },
        asks: 'repeat',
      }
    case 'piece':
      return pieceBand(outcome.count, outcome.shipment.reference ?? code)
    case 'void':
      return voidBand(outcome.change, outcome.shipment.reference ?? code, words)
    case 'no-target':
      return {
        tone: 'wait',
        icon: CircleQuestionMark,
        word: 'band.noTarget',
        text: 'band.noTarget.text',
        params: { command: code },
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
