import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'
import {
  countPiece,
  isComplete,
  isLeftOpen,
  isOnLabel,
  pieceCountFor,
  settleUnsure,
  type PieceCount,
} from './piece-count.ts'
import type { ProblemList } from '../result/problem-list.svelte.ts'
import { leftOpenBanner } from '../result/side-banners.ts'

/** The pieces of one shipment at a time, counted as their labels are scanned. One left open is told as a problem. */
export class PieceController {
  count = $state.raw<PieceCount | null>(null)
  readonly #problems: ProblemList

  constructor(problems: ProblemList) {
    this.#problems = problems
  }

  /** Begins with this shipment, unless it is the one being counted. */
  begin(shipment: Shipment): void {
    if (shipment.shipmentId === this.count?.shipment.shipmentId) return
    this.end()
    this.count = pieceCountFor(shipment)
  }

  /** Ends the count, of which pieces may be missing. */
  end(): void {
    const { count } = this
    this.count = null
    if (!isLeftOpen(count)) return
    const { reference, shipmentId } = count.shipment
    this.#problems.add(reference ?? shipmentId, leftOpenBanner(count))
  }

  /** Ends the count of a shipment that does not go: its pieces are not missing. */
  drop(): void {
    this.count = null
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
