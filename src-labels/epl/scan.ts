import type { Setting } from '../zpl/scanner.ts'
import { EplScanner, type EplLimits } from './scanner.ts'

export interface EplVerdict {
  /**
   * whole: at least one label, printed by a complete `P`, and every command complete. truncated: something is missing or
   * damaged. hostile: it would do to the printer what no label needs. too-big: more bytes, dots or copies than allowed.
   */
  verdict: 'whole' | 'truncated' | 'hostile' | 'too-big'
  /** One sentence for people; empty when whole. */
  reason: string
  /** Offset of the byte the reason is about; the stream's length when whole. */
  at: number
  /** Labels that a complete `P` prints, copies not counted. */
  labels: number
  /** Commands that change a setting of the printer. */
  settings: Setting[]
}

/** As for ZPL, but a label may ask for any number of copies a person would print. */
const DEFAULT_LIMITS: EplLimits = { bytes: 32 << 20, graphicBytes: 8 << 20, copies: 99 }

/** Judges a stream before it goes to a printer. A label that lost any of its bytes, the last line end included, is truncated. */
export function judgeEpl(bytes: Uint8Array, limits: EplLimits = DEFAULT_LIMITS): EplVerdict {
  const scanner = new EplScanner(limits)
  scanner.feed(bytes)
  const { problem, labels, settings } = scanner.result()
  return problem
    ? { ...problem, labels, settings }
    : { verdict: 'whole', reason: '', at: bytes.length, labels, settings }
}

/** How many labels a stream prints, copies not counted. */
export function countEplLabels(bytes: Uint8Array): number {
  return judgeEpl(bytes).labels
}
