import { countLabels } from '../../../src-labels/count.ts'
import { eplCommands } from '../../../src-labels/epl/commands.ts'
import { zplCommands } from '../../../src-labels/zpl/commands.ts'
import type { PrinterLanguage } from '../../../src-shared/station/printing/printing.ts'

/** Labels that a piece of a stream completed: the bytes of each format, and how often it is printed. */
interface CompletedLabel {
  bytes: Buffer
  copies: number
}

/** Cuts labels out of a stream that comes in pieces, as a printer's own parser does. */
export interface LabelStream {
  push(piece: Uint8Array): CompletedLabel[]
  /** A label was begun and is not complete. */
  hasPart(): boolean
  /** Forgets what was begun: a power cut. */
  reset(): void
}

export function labelStream(language: PrinterLanguage): LabelStream {
  let pending: Buffer = Buffer.alloc(0)
  const cut = language === 'ZPL' ? firstZpl : firstEpl
  return {
    push: (piece) => {
      pending = pending.length === 0 ? Buffer.from(piece) : Buffer.concat([pending, piece])
      const labels: CompletedLabel[] = []
      for (let found = cut(pending); found; found = cut(pending)) {
        if (found.copies > 0) labels.push({ bytes: pending.subarray(0, found.end), copies: found.copies })
        pending = pending.subarray(found.end)
      }
      return labels
    },
    hasPart: () => pending.toString('latin1').trim() !== '',
    reset: () => {
      pending = Buffer.alloc(0)
    },
  }
}

/** A format may print nothing: then there are no copies, and no label. */
type Cut = { end: number; copies: number } | null

/** Up to and with the first `^XZ`. */
function firstZpl(bytes: Buffer): Cut {
  for (const { name, kind, end, parameters, missing } of zplCommands(bytes)) {
    if (missing > 0) return null
    if (kind !== 'format' || name !== 'XZ') continue
    // Whatever follows the name belongs to no label: a line end, or the next label.
    const cut = end - parameters.length
    return { end: cut, copies: countLabels(bytes.subarray(0, cut), 'ZPL').copies }
  }
  return null
}

/** Up to and with the first complete `P`; its parameters are labels and copies of each. */
function firstEpl(bytes: Buffer): Cut {
  for (const { name, end } of eplCommands(bytes)) {
    if (name === 'P') return { end, copies: countLabels(bytes.subarray(0, end), 'EPL').copies }
  }
  return null
}
