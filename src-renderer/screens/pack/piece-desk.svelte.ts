import type { Shipment } from '../../../src-shared/station/shipment.ts'
import {
  countPiece,
  isComplete,
  isLeftOpen,
  isOnLabel,
  pieceCountFor,
  settleUnsure,
  type PieceCount,
} from './piece-count.ts'

/** The pieces of one shipment at a time, counted as their labels are scanned. */
export class PieceDesk {
  count = $state.raw<PieceCount | null>(null)

  /** Begins with this shipment, unless it is the one being counted. The count it broke off, if there was one. */
  begin(shipment: Shipment): PieceCount | null {
    if (shipment.shipmentId === this.count?.shipment.shipmentId) return null
    const left = this.end()
    this.count = pieceCountFor(shipment)
    return left
  }

  /** Ends the count. What it was, when pieces are missing. */
  end(): PieceCount | null {
    const { count } = this
    this.count = null
    return isLeftOpen(count) ? count : null
  }

  /** Counts a piece, when the code stands on the labels of this shipment; else null. */
  take(code: string, at: number): PieceCount | null {
    if (!this.count || isComplete(this.count) || !isOnLabel(code, this.count.shipment)) return null
    this.count = countPiece(this.count, at)
    return this.count
  }

  /** What a person says of a scan that came fast. */
  settle(isAnother: boolean): PieceCount | null {
    if (this.count) this.count = settleUnsure(this.count, isAnother)
    return this.count
  }
}
