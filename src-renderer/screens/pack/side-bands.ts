import Ban from '@lucide/svelte/icons/ban'
import Check from '@lucide/svelte/icons/check'
import CheckCheck from '@lucide/svelte/icons/check-check'
import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark'
import Clock from '@lucide/svelte/icons/clock'
import OctagonX from '@lucide/svelte/icons/octagon-x'
import TriangleAlert from '@lucide/svelte/icons/triangle-alert'
import type { ShipmentChange } from '../../../src-shared/station/change.ts'
import type { Band, BandWords } from './band-look.ts'
import { isComplete, type PieceCount } from './piece-count.ts'

/** The band of a piece that was counted. */
export function pieceBand(count: PieceCount, reference: string): Band {
  const { scanned, pieces, isUnsure } = count
  const params = { scanned, pieces, reference, left: pieces - scanned }
  if (isUnsure) {
    return {
      tone: 'wait',
      icon: CircleQuestionMark,
      word: 'band.piece.unsure',
      text: 'band.piece.unsureText',
      params,
      asks: 'piece',
    }
  }
  return isComplete(count)
    ? { tone: 'good', icon: CheckCheck, word: 'band.pieces', text: 'band.pieces.text', params, asks: null }
    : { tone: 'good', icon: Check, word: 'band.piece', text: 'band.piece.text', params, asks: null }
}

/** The band of a cancellation as it stands. */
export function voidBand({ state, error }: ShipmentChange, reference: string, words: BandWords): Band {
  const params = { reference }
  switch (state) {
    case 'QUEUED':
    case 'SENDING':
      return { tone: 'move', icon: Clock, word: 'band.voiding', text: 'band.voiding.text', params, asks: null }
    case 'DONE':
      return { tone: 'wait', icon: Ban, word: 'band.voided', text: 'band.voided.text', params, asks: 'acknowledge' }
    case 'UNKNOWN':
      return {
        tone: 'wait',
        icon: CircleQuestionMark,
        word: 'band.voidUnknown',
        text: 'band.voidUnknown.text',
        params,
        asks: null,
      }
    case 'REJECTED':
    case 'CANCELLED': {
      const why = error ? words.error(error) : ''
      return {
        tone: 'bad',
        icon: OctagonX,
        word: 'band.notVoided',
        text: 'band.notVoided.text',
        params: { reference, why },
        asks: 'acknowledge',
      }
    }
  }
}

/** The band of a count that another shipment broke off. */
export function leftOpenBand({ scanned, pieces }: PieceCount): Band {
  return {
    tone: 'bad',
    icon: TriangleAlert,
    word: 'band.piecesMissing',
    text: 'band.piecesMissing.text',
    params: { scanned, pieces },
    asks: 'acknowledge',
  }
}
