import type { CommandRow } from '../command-row.ts'
import type { LabelSize } from '../label-size.ts'
import { otherLanguageReason } from '../other-languages.ts'
import { say, type LabelSentence } from '../sentence.ts'
import { cutNotes, MOST_CUTS, Notes, type Cut, type Judgement, type Limits, type Problem } from '../validation.ts'
import { utf8Note } from '../utf8-text.ts'
import { zplCommand } from '../zpl/command-table.ts'
import { EplBounds } from './bounds.ts'
import { fromCharacterSet, meantAsUtf8 } from './code-page.ts'
import { eplCommand, isEplCommandName } from './command-table.ts'
import { parseEplLine } from './line.ts'
import { printedBy } from './parameters.ts'
import { EplReader, type EplListener } from './reader.ts'

/** Variables, files and CPCL start with `!`, XML with `<`, jobs of page printers with the rest; JSON may be anywhere. */
const OTHER_LINE = /^\s*(!|<[?A-Za-z]|@PJL|%)/
const JSON_START = /\{\s*\}\s*\{/
/** Bytes that start escapes, packets and the other language, wherever they are; no text or bar code holds them. */
const CONTROLS = ['\0', '\u0001', '\u0002', '\u0010', '\u001b']

/**
 * Validates a stream of EPL2 in chunks of any size, in one pass and linear time; like the validator of ZPL, its `result()` says at
 * any time what the stream would be worth if it ended there.
 */
export class EplValidator implements EplListener {
  readonly #limits: Limits
  readonly #reader: EplReader
  readonly #bounds: EplBounds | null
  readonly #cuts: Cut[] = []
  readonly #settings = new Map<string, string>()
  readonly #notes = new Notes()
  /** Pictures that this job stores: only a printer that allows it gets so far, and they are deleted behind it. */
  readonly #stored = new Set<string>()
  #problem: Problem | null = null
  /** Where a label was begun that nothing has printed yet. */
  #begunAt: number | null = null
  #characterSet = '0'
  #labels = 0
  #copies = 0

  constructor(limits: Limits) {
    this.#limits = limits
    this.#bounds = limits.media ? new EplBounds(limits.media.size, limits.media.dotMm) : null
    this.#reader = new EplReader(this)
  }

  get graphicBytes(): number | null {
    return this.#limits.graphicBytes
  }

  get isDone(): boolean {
    return this.#problem !== null
  }

  feed(chunk: Uint8Array): void {
    this.#reader.feed(chunk)
    const { bytes } = this.#limits
    if (this.#reader.length > bytes) {
      this.fail({ result: 'refused', reason: say('too-many-bytes', { bytes }), at: bytes })
    }
  }

  fail(problem: Problem): void {
    this.#problem ??= problem
  }

  graphic(parameters: readonly string[]): void {
    this.#place('GW', parameters)
  }

  line(line: string, at: number, end: number): void {
    const refuse = (reason: LabelSentence) => this.fail({ result: 'refused', reason, at })
    const other = otherLanguageIn(line)
    if (other) return refuse(otherLanguageReason(other))
    if (line.endsWith('\\')) return refuse(say('epl-line-end'))
    const row = eplCommand(line)
    if (!row) return this.#unknown(line, at, end)
    const { name } = row
    const treatment = this.#own(name) ?? this.#byObject(row, line)
    if (treatment === 'refuse') return refuse(say('must-not', { command: name, does: row.does }))
    if (treatment === 'strip') return this.#cut(name, at, end)
    this.#pass(row, line, at)
  }

  /** A picture that this job stored, where its printer allows that, may be called up; what was stored before is unknown. */
  #byObject({ treatment, decides }: CommandRow, line: string) {
    if (decides !== 'recalled-object') return treatment
    const { quoted } = parseEplLine(line)
    return quoted !== null && this.#stored.has(quoted) ? 'pass' : 'refuse'
  }

  /** The validation result if the stream ends here. */
  result(): Judgement {
    const settings = new Map(this.#settings)
    const stored = [...this.#stored]
    return {
      problem: this.#problem ?? this.#problemAtEnd(),
      labels: this.#labels,
      copies: this.#copies,
      cuts: [...this.#cuts],
      notes: [...this.#notes.all, ...cutNotes(this.#cuts, isEplCommandName)],
      suffix: (media) => suffixOf(settings, media) + stored.map(deletionOf).join(''),
    }
  }

  #own(name: string) {
    const { policy = {} } = this.#limits
    return Object.hasOwn(policy, name) ? policy[name] : undefined
  }

  #problemAtEnd(): Problem | null {
    const inside = this.#reader.problemAtEnd()
    if (inside) return inside
    if (this.#begunAt !== null) {
      return { result: 'truncated', reason: say('not-printed'), at: this.#begunAt }
    }
    return this.#labels > 0 ? null : { result: 'truncated', reason: say('no-label'), at: this.#reader.length }
  }

  #unknown(line: string, at: number, end: number): void {
    // Bytes that no line holds are the rest of data whose beginning was lost.
    if (!/^[\x20-\x7e\t\xa0-\xff]*$/.test(line)) {
      this.fail({ result: 'truncated', reason: say('epl-no-command'), at })
    } else if (/^\s/.test(line) && eplCommand(line.trimStart())) {
      this.fail({ result: 'refused', reason: say('epl-blanks'), at })
    } else this.#cut(line.trim().slice(0, 8), at, end)
  }

  #cut(name: string, at: number, end: number): void {
    this.#cuts.push({ name, at, end })
    if (this.#cuts.length > MOST_CUTS) {
      this.fail({ result: 'refused', reason: say('many-settings'), at })
    }
  }

  #pass({ name, setBack }: CommandRow, line: string, at: number): void {
    const { parameters } = parseEplLine(line)
    if (setBack !== null) this.#settings.set(setBack, line.trim())
    if (name === 'GM') this.#stored.add(parseEplLine(line).quoted ?? '')
    if (name === 'I') this.#characterSet = parameters[1] ?? '0'
    if (name === 'A') this.#text(parseEplLine(line).quoted ?? '')
    if (name === 'N') this.#begunAt ??= at
    else if (name === 'P') this.#print(parameters, at)
    else this.#place(name, parameters)
  }

  #print(parameters: readonly string[], at: number): void {
    const copies = printedBy(parameters)
    if (copies === null) {
      this.fail({ result: 'refused', reason: say('epl-copies'), at })
      return
    }
    const { exactCopies = copies } = this.#limits
    if (copies !== exactCopies) {
      const reason = say('other-copies', { copies, expected: exactCopies })
      this.fail({ result: copies < exactCopies ? 'truncated' : 'refused', reason, at })
      return
    }
    this.#labels += 1
    this.#copies += copies
    this.#begunAt = null
  }

  /** Every set of EPL has one byte a letter: text in UTF-8 prints as other letters. */
  #text(bytes: string): void {
    const meant = meantAsUtf8(bytes, this.#characterSet)
    if (meant !== null) this.#notes.addFew(utf8Note(meant, fromCharacterSet(bytes, this.#characterSet)))
  }

  #place(name: string, parameters: readonly string[]): void {
    const note = this.#bounds?.take(name, parameters) ?? null
    if (note !== null) this.#notes.addFew(note)
  }
}

/** A language that printers obey between EPL lines; what is in quotes is text. */
function otherLanguageIn(line: string) {
  const plain = line.replace(/"(?:[^"\\]|\\.)*"?/g, '""')
  if (CONTROLS.some((control) => line.includes(control))) return 'escape'
  if (/^\s*!/.test(plain)) return 'sgd'
  if (OTHER_LINE.test(plain)) return 'xml'
  if (JSON_START.test(plain)) return 'json'
  const [, prefix = '', name = ''] = /([\^~])\s*([A-Z][A-Z0-9@])/i.exec(plain) ?? []
  const isOwn = /^\^(ee|default|@)/.test(plain)
  return !isOwn && prefix !== '' && zplCommand(prefix + name.toUpperCase()) ? 'zpl' : null
}

/** One name is deleted when it is said twice. */
function deletionOf(name: string): string {
  return `GK"${name}"\nGK"${name}"\n`
}

function suffixOf(settings: ReadonlyMap<string, string>, media: LabelSize | null): string {
  const lines = [...settings].flatMap(([setBack, last]) => {
    if (!setBack.includes('{')) return setBack === last ? [] : [setBack]
    const back = media && setBack.replace('{width}', String(media.widthDots))
    return back === null || back === last ? [] : [back]
  })
  return lines.map((line) => `${line}\n`).join('')
}
