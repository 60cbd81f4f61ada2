import { eplCommands } from '../../../src-labels/epl/commands.ts'
import { zplCommands, zplParameters } from '../../../src-labels/zpl/commands.ts'
import type { PrinterLanguage } from '../../../src-shared/station/printing.ts'

/** Labels that a piece of a stream completed: the bytes of each format, and how often it is printed. */
export interface CompletedLabel {
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
        labels.push({ bytes: pending.subarray(0, found.end), copies: found.copies })
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

type Cut = { end: number; copies: number } | null

/** Up to and with the first `^XZ`; `^PQ` says how many. */
function firstZpl(bytes: Buffer): Cut {
  let copies = 1
  for (const command of zplCommands(bytes)) {
    if (command.missing > 0) return null
    if (command.kind !== 'format') continue
    if (command.name === 'PQ') copies = Number.parseInt(zplParameters(command, 1)[0] ?? '1', 10) || 1
    // Whatever follows the name belongs to no label: a line end, or the next label.
    if (command.name === 'XZ') return { end: command.end - command.parameters.length, copies }
  }
  return null
}

/** Up to and with the first complete `P`; its parameters are labels and copies of each. */
function firstEpl(bytes: Buffer): Cut {
  for (const { name, end, parameters, isComplete } of eplCommands(bytes)) {
    if (!isComplete) return null
    if (name !== 'P') continue
    const [labels = '1', copies = '1'] = parameters
    return { end, copies: (Number.parseInt(labels, 10) || 1) * (Number.parseInt(copies, 10) || 1) }
  }
  return null
}
