/**
 * The code of one piece of a shipment, in the second barcode of labels that are composed here. The interface shows none: a
 * carrier's own codes are read from its labels.
 */
export function pieceCode(trackingNumber: string, piece: number): string {
  return `${trackingNumber}-P${String(piece).padStart(3, '0')}`
}

/** The tracking number in the code of a piece; any other code as it is. */
export function withoutPiece(code: string): string {
  return code.replace(/-P\d{3,}$/, '')
}
