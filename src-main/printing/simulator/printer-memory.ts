import type { CommandRow } from '../../../src-labels/command-row.ts'
import { eplCommand, EPL_COMMANDS } from '../../../src-labels/epl/command-table.ts'
import type { EplCommand } from '../../../src-labels/epl/commands.ts'
import { labelSizeInDots, type LabelDpi, type LabelMedia } from '../../../src-labels/label-size.ts'
import type { LabelLanguage } from '../../../src-labels/language.ts'
import { ZPL_COMMANDS } from '../../../src-labels/zpl/command-table.ts'
import { endingOf } from '../../../src-labels/zpl/parameters.ts'
import { setBackOf } from '../../../src-labels/zpl/printer-state-reset.ts'
import type { ReadCommand } from '../../../src-labels/zpl/reader.ts'

/** What a printer is loaded with, and the dots of its head. */
export interface PrinterPaper {
  media: LabelMedia
  dpi: LabelDpi
}

const FOUR_BY_SIX: PrinterPaper = { media: { widthIn: 4, heightIn: 6 }, dpi: 203 }

/**
 * What a printer keeps between two labels, by every row of the command tables: settings, and stored objects with their
 * drives. It knows nothing of what a label may do.
 */
export class PrinterMemory {
  readonly #start: ReadonlyMap<string, string>
  readonly #settings: Map<string, string>
  readonly #objects = new Set<string>()

  constructor(language: LabelLanguage, { media, dpi }: PrinterPaper = FOUR_BY_SIX) {
    const { widthDots, heightDots } = labelSizeInDots(media, dpi)
    const start = (language === 'ZPL' ? ZPL_COMMANDS : EPL_COMMANDS)
      .filter(({ outlives }) => outlives !== 'no')
      .flatMap((row) => partsOf(row).map((part) => [keyOf(row, part) ?? '', part] as const))
    const inDots = (part: string) => part.replace('{width}', String(widthDots)).replace('{height}', String(heightDots))
    this.#start = new Map(start.map(([key, part]) => [key, inDots(part)]))
    this.#settings = new Map(this.#start)
  }

  /** What is not as it was when the printer was switched on. */
  get changes(): string[] {
    const changed = [...this.#settings].filter(([key, value]) => this.#start.get(key) !== value)
    return [...changed.map(([key, value]) => `${key}: ${value}`), ...this.#objects]
  }

  /** @param text what follows the command's name */
  takeZpl({ kind: { full, row, isPrefix }, parameters }: ReadCommand, text: Uint8Array): void {
    // Which prefixes are in use is known to who reads the stream.
    if (!row || isPrefix) return
    if (row.class === 'storage') this.#store(full, parameters)
    else
      this.#set(
        row,
        full +
          Buffer.from(text)
            .toString('latin1')
            .replace(/[\r\n]/g, '')
            .trim()
            .toUpperCase(),
      )
  }

  takeEpl({ line }: Pick<EplCommand, 'line'>): void {
    const row = eplCommand(line)
    if (row) this.#set(row, line.trim())
  }

  #set(row: CommandRow, value: string): void {
    const key = keyOf(row, value)
    if (row.outlives !== 'no' && key !== null) this.#settings.set(key, value)
  }

  #store(full: string, [text = '', , kind = '']: readonly string[]): void {
    const name = text.trim().toUpperCase()
    const object = name.includes(':') ? name : `R:${name}`
    const ended = object.includes('.')
      ? object
      : `${object}.${full === '^DF' ? 'ZPL' : full === '~DY' ? endingOf(kind) : 'GRF'}`
    if (full === '^ID') this.#objects.delete(ended)
    else this.#objects.add(ended)
  }
}

/** What a setting is set back by: several commands where there are several of it, such as the second and the third clock. */
function partsOf({ setBack }: CommandRow): string[] {
  return setBack === null ? [''] : setBack.split(/(?=\^)/)
}

/** Settings that share what sets them back are one setting; null for a command that names none of several. */
function keyOf(row: CommandRow, value: string): string | null {
  return row.setBack === null ? row.prefix + row.name : setBackOf(row.setBack, value)
}
