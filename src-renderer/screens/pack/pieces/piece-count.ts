import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'

/** One pull of a trigger can read a code twice; a person who walks to the next piece needs longer. */
export const BOUNCE_MS = 1_200

/**
 * The kind of the last scan. `again`: a piece that was counted. `of-all`: a code of every label, where pieces have
 * their own.
 */
type LastScan = 'counted' | 'unsure' | 'again' | 'of-all'

/** Pieces of one shipment whose label was scanned after it was stuck on. */
export interface PieceCount {
  shipment: Shipment
  pieces: number
  /**
   * The code of each piece; empty: the labels carry the same codes, and a scan proves no other piece than the one before.
   * Null: not known yet.
   */
  codes: readonly string[] | null
  /** Of `codes`, those that were scanned. */
  seen: readonly string[]
  scanned: number
  /** Epoch milliseconds of the last one; 0: none yet. */
  lastAt: number
  last: LastScan
}

/** A count from the start; null where there is one piece or the number is unknown. */
export function pieceCountFor(shipment: Shipment): PieceCount | null {
  const { pieces } = shipment
  if (pieces === null || pieces <= 1) return null
  return { shipment, pieces, codes: null, seen: [], scanned: 0, lastAt: 0, last: 'counted' }
}

/** The count once the pieces' own codes are known; one that has begun without them continues without. */
export function withCodes(count: PieceCount, codes: readonly string[]): PieceCount {
  return { ...count, codes: count.scanned === 0 && codes.length === count.pieces ? codes : [] }
}

export const isComplete = ({ scanned, pieces }: PieceCount): boolean => scanned >= pieces

/** Is a piece identified by its label, so that a complete count means every piece? */
export const distinguishesPieces = ({ codes }: PieceCount): boolean => codes !== null && codes.length > 0

/** The last scan came so fast that a person is asked whether it was another piece. */
export const isUnsure = ({ last }: PieceCount): boolean => last === 'unsure'

/**
 * Is this code on the shipment's labels? Only such a scan counts a piece: the order's own paper has the reference,
 * and scanning that again asks for another label.
 */
export function isOnLabel(code: string, { shipment: { trackingNumber, proNumber }, codes }: PieceCount): boolean {
  return code !== '' && (code === trackingNumber || code === proNumber || codes?.includes(code) === true)
}

/** The count after a scan of a piece's label. */
export function countPiece(count: PieceCount, code: string, now: number): PieceCount {
  if (isComplete(count)) return count
  const { codes } = count
  if (codes && codes.length > 0) {
    if (!codes.includes(code)) return { ...count, lastAt: now, last: 'of-all' }
    if (count.seen.includes(code)) return { ...count, lastAt: now, last: 'again' }
    return { ...count, seen: [...count.seen, code], scanned: count.scanned + 1, lastAt: now, last: 'counted' }
  }
  const isBounce = count.lastAt > 0 && now - count.lastAt < BOUNCE_MS
  return isBounce
    ? { ...count, lastAt: now, last: 'unsure' }
    : { ...count, scanned: count.scanned + 1, lastAt: now, last: 'counted' }
}

/** A person's answer about a fast repeated scan: another piece, or the same one read twice. */
export function settleUnsure(count: PieceCount, isAnother: boolean): PieceCount {
  const scanned = isAnother ? Math.min(count.pieces, count.scanned + 1) : count.scanned
  return { ...count, scanned, last: 'counted' }
}

/** Begun, and not ended: some of its pieces may be without a label, or unchecked. */
export function isLeftOpen(count: PieceCount | null): count is PieceCount {
  return count !== null && count.scanned > 0 && !isComplete(count)
}
