import { SCALE_UNITS, shownNumber, type ScaleReading, type ScaleState, type ScaleUnit } from './reading.ts'

const LF = 0x0a
const CR = 0x0d
const ETX = 0x03

/** One whole answer, and where the next one begins; `reading` null: it has no weight. */
export interface Answer {
  reading: ScaleReading | null
  end: number
}

/**
 * Reads the first whole answer of NCI's general protocol (Weigh-Tronix SCP-01, 8408-14788-01): `<LF>weight unit<CR><LF>status
 * bytes<CR><ETX>`, or the status alone. Null: none is whole yet.
 *
 * Status bytes have bits 4 and 5 set and bit 7 as parity. First: 0 in motion, 1 at zero, 2 RAM, 3 EEPROM. Second: 0 under, 1
 * over capacity, 2 ROM, 3 calibration, 6 another follows. Third: 2 net, 3 not zeroed at start.
 */
export function readNci(bytes: Uint8Array): Answer | null {
  const etx = bytes.indexOf(ETX)
  if (etx === -1) return null
  const end = etx + 1
  // Seven bits count; the eighth may be parity.
  const message = bytes.subarray(0, etx).map((byte) => byte & 0x7f)
  const statusAt = message.lastIndexOf(LF)
  const status = message.subarray(statusAt + 1, message.at(-1) === CR ? -1 : undefined)
  const [first, second, third] = status
  const isStatus = status.length >= 2 && status.length <= 3 && status.every((byte) => (byte & 0x30) === 0x30)
  if (statusAt === -1 || first === undefined || second === undefined || !isStatus) return { reading: null, end }
  const before = message.subarray(0, statusAt)
  const weightAt = before.lastIndexOf(LF)
  const text = weightAt === -1 ? '' : String.fromCharCode(...before.subarray(weightAt + 1)).replace('\r', '')
  const shown = shownWeight(text)
  const state = stateOf(first, second, third ?? 0)
  const isUsable = state === 'stable' || state === 'motion' || state === 'zero'
  // The display shows words instead of a weight: nothing is wrong, and nothing is weighed.
  if (isUsable && shown === null && state !== 'zero') return { reading: null, end }
  return { reading: { state, shown: isUsable ? shown : null, isNet: ((third ?? 0) & 0x04) !== 0 }, end }
}

function stateOf(first: number, second: number, third: number): ScaleState {
  if ((first & 0x0c) !== 0 || (second & 0x04) !== 0) return 'fault'
  if ((second & 0x08) !== 0) return 'calibrate'
  if ((third & 0x08) !== 0) return 'rezero'
  if ((second & 0x02) !== 0) return 'over'
  if ((second & 0x01) !== 0) return 'under'
  if ((first & 0x01) !== 0) return 'motion'
  return (first & 0x02) !== 0 ? 'zero' : 'stable'
}

/** `12.34lb`, `  5.670KG`, and pounds with ounces: `12lb  3.4oz`. */
function shownWeight(text: string): { value: number; unit: ScaleUnit } | null {
  const mixed = /^\s*(\d+)\s*lb\s*(\d+\.?\d*)\s*oz\s*$/i.exec(text)
  if (mixed) return { value: Math.round((Number(mixed[1]) * 16 + Number(mixed[2])) * 1_000) / 1_000, unit: 'oz' }
  const plain = /^([\s\d.,-]+?)\s*([a-z]+)\s*$/i.exec(text)
  const unit = SCALE_UNITS.find((one) => one === plain?.[2]?.toLowerCase())
  const value = shownNumber(plain?.[1] ?? '')
  return unit === undefined || value === null ? null : { value, unit }
}
