import type { ScaleReading, ScaleState, ScaleUnit } from './reading.ts'

/** The usage page of weighing devices (HID Point of Sale Usage Tables 1.02, section 4). */
export const SCALE_USAGE_PAGE = 0x8d

/** By the place of the selector in its collection, from usage 0x71 on. */
const STATES = new Map<number, ScaleState>([
  [1, 'fault'],
  [2, 'zero'],
  [3, 'motion'],
  [4, 'stable'],
  [5, 'under'],
  [6, 'over'],
  [7, 'calibrate'],
  [8, 'rezero'],
])
/** From usage 0x51 (milligram) on; of the others none weighs freight. */
const UNITS = new Map<number, ScaleUnit>([
  [0x02, 'g'],
  [0x03, 'kg'],
  [0x0b, 'oz'],
  [0x0c, 'lb'],
])
/** Beyond that a byte is no exponent of a scale, but noise. */
const MOST_EXPONENT = 6

/**
 * Reads a Scale Data Report: status, unit, exponent of ten (signed), weight (16 bits, least first). Without its
 * report id, as WebHID delivers it.
 * @returns null: it is no such report, or in a unit that weighs no freight
 */
export function readScaleReport(data: DataView): ScaleReading | null {
  if (data.byteLength < 5) return null
  const state = STATES.get(data.getUint8(0))
  const unit = UNITS.get(data.getUint8(1))
  const exponent = data.getInt8(2)
  if (state === undefined || Math.abs(exponent) > MOST_EXPONENT) return null
  // A scale that cannot weigh names no unit, or an old weight.
  if (unit === undefined) return state === 'stable' || state === 'motion' ? null : { state, shown: null, isNet: false }
  const weight = data.getUint16(3, true)
  // By its digits: 6452 with -1 is 645.2, and not 645.2000000000001.
  const value = Number(`${weight}e${exponent}`)
  const shown = state === 'stable' || state === 'motion' || state === 'zero' ? { value, unit } : null
  return { state: state === 'stable' && weight === 0 ? 'zero' : state, shown, isNet: false }
}
