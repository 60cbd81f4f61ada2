import Ban from '~icons/ban'
import Check from '~icons/check'
import CheckCheck from '~icons/check-check'
import CircleQuestionMark from '~icons/circle-question-mark'
import Clock from '~icons/clock'
import RotateCcw from '~icons/rotate-ccw'
import ScanLine from '~icons/scan-line'
import OctagonX from '~icons/octagon-x'
import TriangleAlert from '~icons/triangle-alert'
import type { ShipmentChange } from '../../../../src-shared/station/booking/change.ts'
import { said, type Banner, type BannerWords, type ShownBanner } from './banner-look.ts'
import { isComplete, isUnsure, distinguishesPieces, type PieceCount } from '../pieces/piece-count.ts'

/** The banner while a reprint is asked about: what was printed before is no news. */
export const reprintBanner = (code: string): ShownBanner => ({
  tone: 'idle',
  icon: CircleQuestionMark,
  ...said('banner.reprint', 'banner.reprint.text', { code }),
  asks: 'reason',
})

/** The banner of a piece that was counted. */
export function pieceBanner(count: PieceCount, reference: string): Banner {
  const { scanned, pieces, last } = count
  const params = { scanned, pieces, reference, left: pieces - scanned }
  if (isUnsure(count)) {
    return {
      tone: 'wait',
      icon: CircleQuestionMark,
      ...said('banner.piece.unsure', 'banner.piece.unsureText', params),
      asks: 'piece',
    }
  }
  if (last === 'again') {
    return {
      tone: 'wait',
      icon: RotateCcw,
      ...said('banner.piece.again', 'banner.piece.againText', params),
      asks: null,
    }
  }
  if (last === 'of-all') {
    return {
      tone: 'wait',
      icon: CircleQuestionMark,
      ...said('banner.piece.ofAll', 'banner.piece.ofAllText', params),
      asks: null,
    }
  }
  if (!distinguishesPieces(count)) {
    return isComplete(count)
      ? { tone: 'move', icon: ScanLine, ...said('banner.scans', 'banner.scans.text', params), asks: null }
      : { tone: 'move', icon: ScanLine, ...said('banner.scan', 'banner.piece.text', params), asks: null }
  }
  return isComplete(count)
    ? { tone: 'good', icon: CheckCheck, ...said('banner.pieces', 'banner.pieces.text', params), asks: null }
    : { tone: 'good', icon: Check, ...said('banner.piece', 'banner.piece.text', params), asks: null }
}

/** The banner of a cancellation in its current state. */
export function voidBanner(
  { state, error, cancellation }: ShipmentChange,
  reference: string,
  words: BannerWords,
): Banner {
  const params = { reference }
  switch (state) {
    case 'QUEUED':
    case 'SENDING':
      return { tone: 'move', icon: Clock, ...said('banner.voiding', 'banner.voiding.text', params), asks: null }
    case 'DONE': {
      const { refund = null, refundStatus = null } = cancellation ?? {}
      if (refund) {
        const status = words.word('refund', refundStatus ?? 'unknown')
        const paid = { reference, amount: words.money(refund), status }
        return { tone: 'wait', icon: Ban, ...said('banner.voided', 'banner.voided.refund', paid), asks: 'acknowledge' }
      }
      return { tone: 'wait', icon: Ban, ...said('banner.voided', 'banner.voided.text', params), asks: 'acknowledge' }
    }
    case 'UNKNOWN':
      return {
        tone: 'wait',
        icon: CircleQuestionMark,
        ...said('banner.voidUnknown', 'banner.voidUnknown.text', params),
        asks: null,
      }
    case 'REJECTED':
    case 'CANCELLED': {
      const why = error ? words.error(error) : ''
      return {
        tone: 'bad',
        icon: OctagonX,
        ...said('banner.notVoided', 'banner.notVoided.text', { reference, why }),
        asks: 'acknowledge',
      }
    }
  }
}

/** The banner of a count that another shipment broke off. */
export function leftOpenBanner({ scanned, pieces }: PieceCount): Banner {
  return {
    tone: 'bad',
    icon: TriangleAlert,
    ...said('banner.piecesMissing', 'banner.piecesMissing.text', { scanned, pieces }),
    asks: 'acknowledge',
  }
}
