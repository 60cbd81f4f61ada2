import type { Setting } from '../zpl/scanner.ts'
import type { Problem, ZplLimits } from '../zpl/formats.ts'
import { parseEplLine } from './commands.ts'
import { EplBounds } from './bounds.ts'
import { eplTreatmentOf, isForeignLine } from './policy.ts'

/** The same as for ZPL; `graphicBytes` bounds a `GW`. */
export type EplLimits = ZplLimits

export interface EplResult {
  /** Null when the stream is whole. */
  problem: Problem | null
  /** Labels that a complete `P` prints, copies not counted, and with their copies. */
  labels: number
  copies: number
  settings: Setting[]
}

const [LF, CR, COMMA] = [0x0a, 0x0d, 0x2c]
/** Quoted data is at most 2 kB, for a MaxiCode; what is longer is no line. */
const LONGEST_LINE = 8192
const MOST_SETTINGS = 10_000
/** Parameters before the raw bytes of a `GW`. */
const GRAPHIC_FIELDS = 4

/**
 * Judges a stream of EPL2 in chunks of any size, in one pass and linear time; like the scanner for ZPL, its `result()` says
 * at any time what the stream would be worth if it ended there.
 */
export class EplScanner {
  readonly #limits: EplLimits
  readonly #bounds: EplBounds | null
  readonly #settings: Setting[] = []
  readonly #line = new Uint8Array(LONGEST_LINE)
  #length = 0
  #commas = 0
  #isGraphic = false
  /** Raw bytes that are still to come, of the command at `#at`. */
  #left = 0
  /** A `GW` whose raw bytes are complete must be followed by a line end; bytes of it that have been seen. */
  #ending: 'none' | 'due' | 'after CR' = 'none'
  /** How lines end in this stream. */
  #lineEnd: 'LF' | 'CRLF' | null = null
  #sawCr = false
  #at = 0
  #name = ''
  #offset = 0
  #problem: Problem | null = null
  /** Where a label was begun that nothing has printed yet. */
  #begunAt: number | null = null
  #labels = 0
  #copies = 0

  constructor(limits: EplLimits) {
    this.#limits = limits
    this.#bounds = limits.media ? new EplBounds(limits.media) : null
  }

  feed(chunk: Uint8Array): void {
    let at = 0
    while (at < chunk.length && this.#problem === null) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at)
        this.#left -= taken
        at += taken
        if (this.#left === 0 && this.#isGraphic) this.#ending = 'due'
      } else if (this.#ending !== 'none') this.#readEnding(chunk[at++] ?? 0)
      else at = this.#readLine(chunk, at)
    }
    this.#offset += chunk.length
    const { bytes } = this.#limits
    if (this.#offset > bytes) {
      this.#fail('too-big', `more than the ${bytes} bytes that are allowed`, bytes)
    }
  }

  /** What the stream is worth if it ends here. */
  result(): EplResult {
    const [labels, copies] = [this.#labels, this.#copies]
    return { problem: this.#problem ?? this.#problemAtEnd(), labels, copies, settings: [...this.#settings] }
  }

  #problemAtEnd(): Problem | null {
    const isInside = this.#left > 0 || this.#ending !== 'none' || this.#length > 0
    if (isInside) {
      const name = this.#left > 0 || this.#ending !== 'none' ? this.#name : this.#parsed().name
      return { verdict: 'truncated', reason: `the stream ends inside of a ${name} command`, at: this.#at }
    }
    if (this.#begunAt !== null) {
      return { verdict: 'truncated', reason: 'a label is begun but not printed', at: this.#begunAt }
    }
    return this.#labels > 0 ? null : { verdict: 'truncated', reason: 'there is no label', at: this.#offset }
  }

  #fail(verdict: Problem['verdict'], reason: string, at = this.#at): void {
    this.#problem ??= { verdict, reason, at }
  }

  /** A missing byte takes the line end for itself, so what follows the last raw byte shows whether all were there. */
  #readEnding(byte: number): void {
    if (byte === CR && this.#ending === 'due') this.#ending = 'after CR'
    else if (byte === LF && (this.#ending === 'after CR' || this.#lineEnd !== 'CRLF')) {
      this.#ending = 'none'
      this.#isGraphic = false
    } else this.#fail('truncated', `the ${this.#name} graphic has not as many bytes as it says`)
  }

  #readLine(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (byte === LF) {
        const wasCr = at > from ? chunk[at - 1] === CR : this.#sawCr
        this.#sawCr = false
        if (this.#length > 0) {
          this.#lineEnd = wasCr ? 'CRLF' : 'LF'
          this.#command(this.#offset + at + 1)
        }
        return at + 1
      }
      this.#sawCr = byte === CR
      if (byte === CR) continue
      if (this.#length === 0) {
        this.#at = this.#offset + at
        this.#commas = 0
      }
      if (this.#length === LONGEST_LINE) {
        this.#fail('truncated', 'a line that is longer than any command')
        return chunk.length
      }
      this.#line[this.#length] = byte
      this.#length += 1
      if (byte === COMMA && this.#line[0] === 0x47 && this.#line[1] === 0x57) {
        this.#commas += 1
        if (this.#commas === GRAPHIC_FIELDS) {
          this.#graphic()
          return at + 1
        }
      }
    }
    return chunk.length
  }

  #parsed() {
    return parseEplLine(Buffer.from(this.#line.buffer, 0, this.#length).toString('latin1'))
  }

  #graphic(): void {
    const { parameters } = this.#parsed()
    this.#length = 0
    const [bytesPerRow, rows] = [Number(parameters[2]), Number(parameters[3])]
    const count = bytesPerRow * rows
    if (!Number.isSafeInteger(count) || bytesPerRow < 1 || rows < 1) {
      this.#fail('truncated', 'a graphic without its size')
      return
    }
    if (count > this.#limits.graphicBytes) {
      this.#fail('too-big', `a graphic of ${count} bytes, allowed are ${this.#limits.graphicBytes}`)
    }
    this.#name = 'GW'
    this.#left = count
    this.#isGraphic = true
    this.#place('GW', parameters)
  }

  /** A line is complete; it ends before `end`. */
  #command(end: number): void {
    const line = Buffer.from(this.#line.buffer, 0, this.#length).toString('latin1')
    this.#length = 0
    const { name, parameters } = parseEplLine(line)
    if (isForeignLine(line)) {
      this.#fail('hostile', 'commands of another printer language stand beside the labels')
      return
    }
    // What is no command at all is the rest of data whose beginning was lost.
    if (!/^[A-Za-z^;?{ ]/.test(line)) this.#fail('truncated', 'a line that is no command')
    const { treatment, reason } = eplTreatmentOf(name, parameters[0], this.#limits.policy)
    if (treatment === 'block') this.#fail('hostile', reason)
    if (treatment === 'strip') this.#settings.push({ name, at: this.#at, end })
    if (this.#settings.length > MOST_SETTINGS) this.#fail('hostile', 'more settings than any label has')
    if (name === 'GM') {
      const stored = Number(parameters[1] ?? parameters[0]?.replace(/^.*"/, ''))
      this.#left = Number.isSafeInteger(stored) && stored > 0 ? stored : 0
      this.#name = 'GM'
    } else if (name === 'N') this.#begunAt ??= this.#at
    else if (name === 'P' || name === 'PA') this.#print(parameters)
    else this.#place(name, parameters)
  }

  #print(parameters: readonly string[]): void {
    const [sets, each] = [Number.parseInt(parameters[0] ?? '', 10) || 1, Number.parseInt(parameters[1] ?? '', 10) || 1]
    const copies = Math.max(1, sets) * Math.max(1, each)
    const { copies: most, exactCopies = 1 } = this.#limits
    if (copies > most) this.#fail('too-big', `asks for ${copies} copies, allowed are ${most}`)
    if (copies < exactCopies) this.#fail('truncated', `asks for ${copies} copies of ${exactCopies}`)
    if (this.#problem !== null) return
    this.#labels += 1
    this.#copies += copies
    this.#begunAt = null
  }

  #place(name: string, parameters: readonly string[]): void {
    const reason = this.#bounds?.take(name, parameters) ?? null
    if (reason !== null) this.#fail('too-big', reason)
  }
}
