import { z } from 'zod'
import type { StationResult } from '../processes/protocol.ts'
import type { Asked } from '../in-process/station.ts'
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

const quoted = z.looseObject({ id: z.string() })
const QUOTES = new Set(['quotes.request', 'quotes.requestCrossBorder'])
const submitted = z.looseObject({ quoteId: z.string(), reference: z.string() })
/** A form is handed in at once where it asks for a quote of its own. */
const AT_ONCE_MS = 1000

/** The clock of the station when it answered: by the world's. */
interface StationClock {
  now: number
  skewMs: number
  clockSetAt: number
}

/** The carrier has the freight, or had it: a label for it is asked about. */
const PAST_THE_DOCK = new Set(['PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED', 'RETURNED', 'CANCELLED'])

const GRAMS_IN_LB = 453.592_37

/** By more than a station asks about where nobody set anything: 3 percent, and 5 lb; and a little beside. */
const isFarOff = (weighedLb: number, bookedLb: number): boolean =>
  Math.abs(weighedLb - bookedLb) > Math.max(5, bookedLb * 0.03) + 0.05

/** What must hold of each answer, by what the station itself says in it. */
export class AtStep {
  readonly #report: (violation: Violation) => void
  readonly #quotedAt = new Map<string, number>()

  constructor(report: (violation: Violation) => void) {
    this.#report = report
  }

  noteCommand({ name, input, at }: Asked, answer: StationResult | null, clock: StationClock): void {
    if (name === 'bookings.submit' && answer?.ok === false) this.#noteRefused(input, answer.error.code, clock)
    if (!answer?.ok) return
    const quote = QUOTES.has(name) ? quoted.safeParse(answer.value).data : undefined
    if (quote && at > clock.clockSetAt) this.#quotedAt.set(quote.id, clock.now)
    if (name === 'pack.scan') this.#noteScan(input, answer.value)
  }

  #noteRefused(input: unknown, code: string, { now, skewMs, clockSetAt }: StationClock): void {
    const form = submitted.safeParse(input).data
    const at = this.#quotedAt.get(form?.quoteId ?? '')
    if (code !== 'QUOTE_EXPIRED' || !form || at === undefined || now - at > AT_ONCE_MS || clockSetAt > at) return
    const what = `the quote of ${form.reference} was asked for just now, and is called over (the clock is ${skewMs / 60_000} minutes off)`
    this.#report({ rule: 'called over', what, reference: form.reference })
  }

  #noteScan(input: unknown, value: unknown): void {
    const word = scanned.safeParse(input)
    const { data } = printing.safeParse(value)
    if (!data || (word.success && word.data.reprintReason !== undefined)) return
    const { shipmentId, status, reference, weightLb } = data.shipment
    const weighedGrams = word.data?.weighedGrams
    if (weighedGrams !== undefined && weightLb != null && isFarOff(weighedGrams / GRAMS_IN_LB, weightLb)) {
      const what = `${shipmentId} weighs ${weighedGrams} g instead of ${weightLb} lb, and its label was printed on a scan alone`
      this.#report({ rule: 'unasked', what, reference })
    }
    if (!PAST_THE_DOCK.has(status)) return
    const what = `${shipmentId} is ${status}, and its label was printed on a scan of ${data.code} alone`
    this.#report({ rule: 'unasked', what, reference })
  }
}
