import type { CommandRow } from '../../src-labels/command-row.ts'
import { eplCommand } from '../../src-labels/epl/command-table.ts'
import { eplCommands } from '../../src-labels/epl/commands.ts'
import { labelSizeInDots, type LabelDpi, type LabelMedia } from '../../src-labels/label-size.ts'
import type { LabelLanguage } from '../../src-labels/language.ts'
import { setBackOf } from '../../src-labels/zpl/leavings.ts'
import { ZplReader } from '../../src-labels/zpl/reader.ts'

/**
 * What a printer keeps between two labels, by every row of the command tables: settings, stored objects, control characters.
 * It knows nothing of what a label may do.
 */
export class PrinterModel {
  readonly #start: ReadonlyMap<string, string>
  readonly #settings: Map<string, string>
  /** With their drives. */
  readonly #objects = new Set<string>()
  #prefixes = '^~,'

  constructor(rows: readonly CommandRow[], { media, dpi }: { media: LabelMedia; dpi: LabelDpi }) {
    const { widthDots, heightDots } = labelSizeInDots(media, dpi)
    const start = rows
      .filter(({ outlives }) => outlives !== 'no')
      .flatMap((row) => partsOf(row).map((part) => [keyOf(row, part) ?? '', part] as const))
    const inDots = (part: string) => part.replace('{width}', String(widthDots)).replace('{height}', String(heightDots))
    this.#start = new Map(start.map(([key, part]) => [key, inDots(part)]))
    this.#settings = new Map(this.#start)
  }

  receive(bytes: Uint8Array, language: LabelLanguage): void {
    if (language === 'ZPL') this.#zpl(bytes)
    else this.#epl(bytes)
  }

  /** What is not as it was. */
  get changes(): string[] {
    const changed = [...this.#settings].filter(([key, value]) => this.#start.get(key) !== value)
    return [
      ...changed.map(([key, value]) => `${key}: ${value}`),
      ...this.#objects,
      ...(this.#prefixes === '^~,' ? [] : [`prefixes ${this.#prefixes}`]),
    ]
  }

  #zpl(bytes: Uint8Array): void {
    let isInside = false
    const reader = new ZplReader({
      graphicBytes: null,
      isDone: false,
      get isInside() {
        return isInside
      },
      begin: ({ full }) => {
        if (full === '^XA') isInside = true
        if (full === '^XZ') isInside = false
      },
      end: ({ kind: { full, row, isPrefix }, at, end, parametersAt, parameters }) => {
        if (!row || isPrefix) return
        const text = Buffer.from(bytes.subarray(parametersAt, end))
          .toString('latin1')
          .replace(/[\r\n]/g, '')
        if (row.class === 'storage') this.#store(full, parameters[0] ?? '')
        else this.#set(row, full + text.trim().toUpperCase())
        if (at > end) throw new RangeError('a command ends before it starts')
      },
      fail: ({ reason }) => {
        throw new Error(`the printer cannot read it: ${reason}`)
      },
    })
    reader.feed(bytes)
    const { CC, CT, CD } = reader.prefixes
    this.#prefixes = CC + CT + CD
  }

  #epl(bytes: Uint8Array): void {
    for (const { at, end } of eplCommands(bytes)) {
      const line = Buffer.from(bytes.subarray(at, end))
        .toString('latin1')
        .replace(/\r?\n$/, '')
      const row = eplCommand(line)
      if (row) this.#set(row, line.trim())
    }
  }

  #set(row: CommandRow, value: string): void {
    const key = keyOf(row, value)
    if (row.outlives !== 'no' && key !== null) this.#settings.set(key, value)
  }

  #store(full: string, text: string): void {
    const name = text.trim().toUpperCase()
    const object = name.includes(':') ? name : `R:${name}`
    const ended = object.includes('.') ? object : `${object}.${full === '^DF' ? 'ZPL' : 'GRF'}`
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
