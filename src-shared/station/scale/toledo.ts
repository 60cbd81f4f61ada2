import type { Answer } from './nci.ts'
import { shownNumber, type ScaleState, type ScaleUnit } from './reading.ts'

const STX = 0x02
const CR = 0x0d
const QUESTION = 0x3f
const NET = 0x4e

/**
 * Reads the first whole answer of the weight-only protocol of Mettler-Toledo's 8217: `<STX>weight<CR>` when the weight is
 * stable, with an N behind a net weight, and `<STX>?status<CR>` when there is none. Null: none is whole yet.
 *
 * Bits of the status: 0 in motion, 1 over capacity, 2 under zero, 3 outside the range in which it can be zeroed, 4 at the
 * centre of zero, 5 net weight; bit 7 may be parity.
 * @param unit the scale's, which it does not send
 */
export function readToledo(bytes: Uint8Array, unit: ScaleUnit): Answer | null {
  const start = bytes.indexOf(STX)
  if (start === -1) return null
  if ((bytes[start + 1] ?? 0) % 0x80 === QUESTION) {
    const status = bytes[start + 2]
    // The status byte may be a carriage return.
    const close = bytes[start + 3]
    if (status === undefined || close === undefined) return null
    if (close % 0x80 !== CR) return { reading: null, end: start + 1 }
    const state = stateOf(status)
    return { reading: { state, shown: null, isNet: (status & 0x20) !== 0 }, end: start + 4 }
  }
  const length = bytes.subarray(start).findIndex((byte) => byte % 0x80 === CR)
  if (length === -1) return null
  const end = start + length + 1
  const text = bytes.subarray(start + 1, start + length).map((byte) => byte & 0x7f)
  const isNet = text.at(-1) === NET
  const value = shownNumber(String.fromCharCode(...(isNet ? text.subarray(0, -1) : text)))
  if (value === null) return { reading: null, end: start + 1 }
  const state = value === 0 ? 'zero' : value < 0 ? 'under' : 'stable'
  return { reading: { state, shown: state === 'under' ? null : { value, unit }, isNet }, end }
}

function stateOf(status: number): ScaleState {
  if ((status & 0x02) !== 0) return 'over'
  if ((status & 0x04) !== 0) return 'under'
  // A load that moves is also outside the range of zero.
  if ((status & 0x01) !== 0) return 'motion'
  if ((status & 0x08) !== 0) return 'rezero'
  return (status & 0x10) !== 0 ? 'zero' : 'motion'
}
