import { zplCommands } from './commands.ts'
import type { ZplLimits } from './formats.ts'
import { ZplScanner, type Setting } from './scanner.ts'

export type { ZplLimits }

/** What a stream of ZPL is worth before it goes to a printer. */
export interface Verdict {
  /**
   * whole: at least one label, every format closed, every graphic complete. truncated: something is missing or damaged.
   * hostile: it would do to the printer what no label needs. too-big: more bytes, dots or copies than allowed.
   */
  verdict: 'whole' | 'truncated' | 'hostile' | 'too-big'
  /** One sentence for people; empty when whole. */
  reason: string
  /** Offset of the byte the reason is about; the stream's length when whole. */
  at: number
  /** Labels that are complete, copies not counted. */
  labels: number
  /** Commands that change a setting of the printer; `stripZpl` leaves them out. */
  settings: Setting[]
}

/** 8.5 by 14 inches at 600 dpi are 5.4 MB raw, twice that in hex. */
export const DEFAULT_LIMITS: ZplLimits = { bytes: 32 << 20, graphicBytes: 8 << 20, copies: 1 }

/** Commands that put something on paper. */
const DRAWING = new Set('FD FV SN GB GC GD GE GF GS XG IM IL XF'.split(' '))

/**
 * Judges a stream in one pass, in time linear to its length.
 * Every proper prefix of a label is truncated, so a label that lost its end in transfer never reaches a printer.
 */
export function judgeZpl(bytes: Uint8Array, limits: ZplLimits = DEFAULT_LIMITS): Verdict {
  const scanner = new ZplScanner(limits)
  scanner.feed(bytes)
  const { problem, labels, settings } = scanner.result()
  return problem
    ? { ...problem, labels, settings }
    : { verdict: 'whole', reason: '', at: bytes.length, labels, settings }
}

/** How many labels a stream draws: closed formats with something on them, whatever else the stream holds. */
export function countZplLabels(bytes: Uint8Array): number {
  let labels = 0
  let format = { isOpen: false, draws: false, isStored: false }
  for (const { kind, name } of zplCommands(bytes)) {
    if (kind !== 'format') continue
    if (name === 'XA' && !format.isOpen) format = { isOpen: true, draws: false, isStored: false }
    else if (name === 'XZ') {
      if (format.isOpen && format.draws && !format.isStored) labels += 1
      format = { isOpen: false, draws: false, isStored: false }
    } else if (DRAWING.has(name)) format.draws = true
    else if (name === 'DF') format.isStored = true
  }
  return labels
}

/** The stream without the commands that change settings of the printer; all other bytes stay as they are. */
export function stripZpl(bytes: Uint8Array, settings: readonly Setting[]): Uint8Array {
  const kept: Uint8Array[] = []
  let from = 0
  for (const { at, end } of settings) {
    kept.push(bytes.subarray(from, at))
    from = end
  }
  return Buffer.concat([...kept, bytes.subarray(from)])
}
