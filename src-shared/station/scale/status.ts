import type { StationErrorData } from '../error.ts'
import type { Money } from '../money.ts'
import type { Quote } from '../quote/quote.ts'
import type { ScaleReading } from './reading.ts'

/** The state of a serial line. `failed`: it is tried again automatically. */
export type LineState =
  { kind: 'off' } | { kind: 'opening' } | { kind: 'open' } | { kind: 'failed'; error: StationErrorData }

/** The scale on a serial line, and the scanner on another. */
export interface StationScale {
  line: LineState
  /** The line is open, and nothing that can be read as a weight comes: protocol or speed are not the scale's. */
  isSilent: boolean
  /** Null: none yet, or none that still holds. */
  reading: ScaleReading | null
  scanner: LineState
}

/** A serial port of this machine. */
export interface SerialPortInfo {
  path: string
  /** The manufacturer of the device; null: unknown. */
  maker: string | null
}

/** The freight of a booking asked for again, with the weight that it really has. Nothing is booked by it. */
export interface WeightRequote {
  quote: Quote
  bookedLb: number
  weighedLb: number
  /** The price of the booking; null: unknown. */
  before: Money | null
  /** The same carrier's same service now; null: it is not offered for this weight. */
  after: Money | null
  /** After less before, in minor units; null: they cannot be compared. */
  difference: Money | null
}
