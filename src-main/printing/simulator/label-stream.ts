import { countLabels } from '../../../src-labels/count.ts'
import { eplCommands } from '../../../src-labels/epl/commands.ts'
import { ZplFormats } from '../../../src-labels/zpl/formats.ts'
import { arePrefixesStandard, ZplReader } from '../../../src-labels/zpl/reader.ts'
import type { PrinterLanguage } from '../../../src-shared/station/printing/printing.ts'
import { PrinterMemory, type PrinterPaper } from './printer-memory.ts'

/** Labels that a piece of a stream completed: the bytes of each format, and how often it is printed. */
interface CompletedLabel {
  bytes: Buffer
  copies: number
}

/** Cuts labels out of a stream that comes in pieces, as a printer's own parser does, and keeps what a printer keeps. */
export interface LabelStream {
  push(piece: Uint8Array): CompletedLabel[]
  /** A label was begun and is not complete. */
  hasPart(): boolean
  /** Settings, stored objects and control characters that are not as they were at the start. */
  changes(): string[]
  /** Forgets what was begun and what was set: a power cut. */
  reset(): void
}

export function labelStream(language: PrinterLanguage, paper?: PrinterPaper): LabelStream {
  const begin = (): Machine => (language === 'ZPL' ? new ZplMachine(paper) : new EplMachine(paper))
  let machine = begin()
  return {
    push: (piece) => machine.push(Buffer.from(piece)),
    hasPart: () => machine.hasPart,
    changes: () => machine.changes,
    reset: () => {
      machine = begin()
    },
  }
}

interface Machine {
  push(piece: Buffer): CompletedLabel[]
  readonly hasPart: boolean
  readonly changes: string[]
}

/** One reader for all that comes: prefixes that a label changed are those of the next one. */
class ZplMachine implements Machine {
  readonly #memory: PrinterMemory
  readonly #formats = new ZplFormats({})
  readonly #reader: ZplReader
  /** What no label has taken yet; it begins at `#from` of the stream. */
  #pending: Buffer = Buffer.alloc(0)
  #from = 0
  #copies = 0
  #done: CompletedLabel[] = []

  constructor(paper?: PrinterPaper) {
    this.#memory = new PrinterMemory('ZPL', paper)
    const formats = this.#formats
    this.#reader = new ZplReader({
      graphicBytes: null,
      isDone: false,
      get isInside() {
        return formats.isOpen
      },
      begin: (kind, at, parametersAt) => {
        if (kind.isFormat) formats.begin(kind, at)
        if (kind.full === '^XZ') this.#cut(parametersAt)
      },
      end: (command) => {
        const { kind, at, end, parametersAt, parameters } = command
        this.#memory.takeZpl(command, this.#pending.subarray(parametersAt - this.#from, end - this.#from))
        if (kind.isFormat && kind.wantsParameters) formats.end(kind, at, parameters)
      },
      fail: () => undefined,
    })
  }

  push(piece: Buffer): CompletedLabel[] {
    this.#pending = Buffer.concat([this.#pending, piece])
    this.#reader.feed(piece)
    const done = this.#done
    this.#done = []
    return done
  }

  get hasPart(): boolean {
    return this.#pending.toString('latin1').trim() !== ''
  }

  get changes(): string[] {
    const { prefixes } = this.#reader
    const moved = arePrefixesStandard(prefixes) ? [] : [`prefixes ${prefixes.CC}${prefixes.CT}${prefixes.CD}`]
    return [...this.#memory.changes, ...moved]
  }

  /** A format ends before `end`; whatever follows belongs to no label: a line end, or the next label. */
  #cut(end: number): void {
    const bytes = this.#pending.subarray(0, end - this.#from)
    const copies = this.#formats.copies - this.#copies
    this.#copies = this.#formats.copies
    this.#pending = this.#pending.subarray(bytes.length)
    this.#from = end
    if (copies > 0) this.#done.push({ bytes, copies })
  }
}

/** Lines have no state but what they set. */
class EplMachine implements Machine {
  readonly #memory: PrinterMemory
  #pending: Buffer = Buffer.alloc(0)

  constructor(paper?: PrinterPaper) {
    this.#memory = new PrinterMemory('EPL', paper)
  }

  push(piece: Buffer): CompletedLabel[] {
    this.#pending = this.#pending.length === 0 ? piece : Buffer.concat([this.#pending, piece])
    // A setting is made as its line ends, whether a label follows or not; made twice it is the same.
    for (const command of eplCommands(this.#pending)) this.#memory.takeEpl(command)
    const labels: CompletedLabel[] = []
    for (let found = firstEpl(this.#pending); found; found = firstEpl(this.#pending)) {
      const bytes = this.#pending.subarray(0, found.end)
      if (found.copies > 0) labels.push({ bytes, copies: found.copies })
      this.#pending = this.#pending.subarray(found.end)
    }
    return labels
  }

  get hasPart(): boolean {
    return this.#pending.toString('latin1').trim() !== ''
  }

  get changes(): string[] {
    return this.#memory.changes
  }
}

/** Up to and with the first complete `P`; its parameters are labels and copies of each. */
function firstEpl(bytes: Buffer): { end: number; copies: number } | null {
  for (const { name, end } of eplCommands(bytes)) {
    if (name === 'P') return { end, copies: countLabels(bytes.subarray(0, end), 'EPL').copies }
  }
  return null
}
