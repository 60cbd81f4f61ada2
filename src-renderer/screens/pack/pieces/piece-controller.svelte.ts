import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'
import {
  countPiece,
  isComplete,
  isLeftOpen,
  isOnLabel,
  pieceCountFor,
  settleUnsure,
  withCodes,
  type PieceCount,
} from './piece-count.ts'
import type { ProblemList } from '../result/problem-list.svelte.ts'
import { leftOpenBanner } from '../result/side-banners.ts'

/** The pieces of one shipment at a time, counted as their labels are scanned. One left open is reported as a problem. */
export class PieceController {
  count = $state.raw<PieceCount | null>(null)
  readonly #problems: ProblemList
  readonly #codesOf: (shipmentId: string) => Promise<readonly string[]>

  /** @param codesOf the codes of a shipment's pieces; none where its labels do not distinguish them */
  constructor(problems: ProblemList, codesOf: (shipmentId: string) => Promise<readonly string[]>) {
    this.#problems = problems
    this.#codesOf = codesOf
  }

  /** A count is under way: some pieces were scanned, and some were not. */
  get isBegun(): boolean {
    return isLeftOpen(this.count)
  }

  /** Begins with this shipment, unless it is the one being counted. */
  begin(shipment: Shipment): void {
    if (shipment.shipmentId === this.count?.shipment.shipmentId) return
    this.end()
    this.count = pieceCountFor(shipment)
    if (this.count) void this.#learnCodes(shipment)
  }

  async #learnCodes({ shipmentId }: Shipment): Promise<void> {
    const codes = await this.#codesOf(shipmentId)
    if (this.count?.shipment.shipmentId === shipmentId) this.count = withCodes(this.count, codes)
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

  /** Counts a piece, when the code is on the labels of this shipment; else null. */
  take(code: string, at: number): PieceCount | null {
    if (!this.count || isComplete(this.count) || !isOnLabel(code, this.count)) return null
    this.count = countPiece(this.count, code, at)
    return this.count
  }

  /** A person's answer about a fast repeated scan. */
  settle(isAnother: boolean): PieceCount | null {
    if (this.count) this.count = settleUnsure(this.count, isAnother)
    return this.count
  }
}
