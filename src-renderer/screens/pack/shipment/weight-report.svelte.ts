import type { ShipmentChange } from '../../../../src-shared/station/booking/change.ts'
import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'
import type { Station } from '../../../station.ts'

/** The interface takes no longer instructions. */
const MOST_INSTRUCTIONS = 500
/** What a scale that moves a little still calls one weight, in grams. */
const SAME_WEIGHT_GRAMS = 500

export const isSameWeight = (one: number, other: number): boolean => Math.abs(one - other) <= SAME_WEIGHT_GRAMS

/** A carrier's instructions with a line more; where both are too long for the interface it is the old text that is cut. */
export function instructionsWith(before: string | null, line: string): string {
  const room = Math.max(0, MOST_INSTRUCTIONS - line.length - 1)
  return [before?.slice(0, room).trimEnd(), line].filter(Boolean).join(' ')
}

/** The weight of a shipment for its carrier: each once, and another one again. */
export class WeightReport {
  #reportedGrams = $state<number | null>(null)
  readonly #station: Station
  /** The same text tried again is the same change. */
  #last = { instructions: '', submissionId: '' }

  constructor(station: Station) {
    this.#station = station
  }

  readonly isReported = (weighedGrams: number): boolean =>
    this.#reportedGrams !== null && isSameWeight(this.#reportedGrams, weighedGrams)

  /** The interface takes no weight in an update: it goes to the carrier as an instruction. @throws StationError */
  readonly send = async (
    { shipmentId, instructions: before }: Pick<Shipment, 'shipmentId' | 'instructions'>,
    weighedGrams: number,
    line: string,
  ): Promise<ShipmentChange> => {
    const instructions = instructionsWith(before, line)
    if (this.#last.instructions !== instructions) this.#last = { instructions, submissionId: crypto.randomUUID() }
    const { submissionId } = this.#last
    const change = await this.#station.invoke('bookings.requestChange', {
      ...{ submissionId, shipmentId },
      change: { kind: 'update', instructions },
    })
    this.#reportedGrams = weighedGrams
    return change
  }
}
