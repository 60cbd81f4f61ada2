import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'

/** One pull of a trigger can read a code twice; a hand that walks to the next piece needs longer. */
export const BOUNCE_MS = 1_200

/** Pieces of one shipment whose label was scanned after it was stuck on. */
export interface PieceCount {
  shipment: Shipment
  pieces: number
  scanned: number
  /** Epoch milliseconds of the last one; 0: none yet. */
  lastAt: number
  /** The last scan came so fast that a person says whether it was another piece. */
  isUnsure: boolean
}

/** A count from the start; null where there is one piece or nobody knows how many. */
export function pieceCountFor(shipment: Shipment): PieceCount | null {
  const { pieces } = shipment
  return pieces !== null && pieces > 1 ? { shipment, pieces, scanned: 0, lastAt: 0, isUnsure: false } : null
}

export const isComplete = ({ scanned, pieces }: PieceCount): boolean => scanned >= pieces

/**
 * Does this code stand on the shipment's labels? Only such a scan counts a piece: the order's own paper has the reference,
 * and scanning that once more asks for another label.
 */
export function isOnLabel(code: string, { trackingNumber, proNumber }: Shipment): boolean {
  return code !== '' && (code === trackingNumber || code === proNumber)
}

/** The count after a scan of a piece's label. */
export function countPiece(count: PieceCount, now: number): PieceCount {
  if (isComplete(count)) return count
  const isBounce = count.lastAt > 0 && now - count.lastAt < BOUNCE_MS
  return isBounce
    ? { ...count, lastAt: now, isUnsure: true }
    : { ...count, scanned: count.scanned + 1, lastAt: now, isUnsure: false }
}

/** What a person says of a scan that came fast: another piece, or the same one read twice. */
export function settleUnsure(count: PieceCount, isAnother: boolean): PieceCount {
  const scanned = isAnother ? Math.min(count.pieces, count.scanned + 1) : count.scanned
  return { ...count, scanned, isUnsure: false }
}

/** Begun, and not ended: some of its pieces may stand about without a label, or without having been looked at. */
export function isLeftOpen(count: PieceCount | null): count is PieceCount {
  return count !== null && count.scanned > 0 && !isComplete(count)
}
