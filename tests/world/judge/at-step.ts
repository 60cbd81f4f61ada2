import { z } from 'zod'
import type { StationResult } from '../../chaos/station-protocol.ts'
import type { Violation } from './violation.ts'

const scanned = z.looseObject({ reprintReason: z.string().optional(), weighedGrams: z.number().optional() })
const printing = z.looseObject({
  kind: z.literal('printing'),
  code: z.string(),
  shipment: z.looseObject({
    shipmentId: z.string(),
    status: z.string(),
    reference: z.string().nullable(),
    weightLb: z.number().nullable().optional(),
  }),
})

/** The carrier has the freight, or had it: a label for it is asked about. */
const PAST_THE_DOCK = new Set(['PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED', 'RETURNED', 'CANCELLED'])

const GRAMS_IN_LB = 453.592_37

/** By more than a station asks about where nobody set anything: 3 percent, and 5 lb; and a little beside. */
const isFarOff = (weighedLb: number, bookedLb: number): boolean =>
  Math.abs(weighedLb - bookedLb) > Math.max(5, bookedLb * 0.03) + 0.05

/** What must hold of each answer, by what the station itself says in it. */
export class AtStep {
  readonly #tell: (violation: Violation) => void

  constructor(tell: (violation: Violation) => void) {
    this.#tell = tell
  }

  noteCommand(name: string, input: unknown, answer: StationResult | null): void {
    if (name !== 'pack.scan' || !answer?.ok) return
    const word = scanned.safeParse(input)
    const { data } = printing.safeParse(answer.value)
    if (!data || (word.success && word.data.reprintReason !== undefined)) return
    const { shipmentId, status, reference, weightLb } = data.shipment
    const weighedGrams = word.data?.weighedGrams
    if (weighedGrams !== undefined && weightLb != null && isFarOff(weighedGrams / GRAMS_IN_LB, weightLb)) {
      const what = `${shipmentId} weighs ${weighedGrams} g instead of ${weightLb} lb, and its label was printed on a scan alone`
      this.#tell({ rule: 'unasked', what, reference })
    }
    if (!PAST_THE_DOCK.has(status)) return
    const what = `${shipmentId} is ${status}, and its label was printed on a scan of ${data.code} alone`
    this.#tell({ rule: 'unasked', what, reference })
  }
}
