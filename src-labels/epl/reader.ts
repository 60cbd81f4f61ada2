import { countOf } from '../digits.ts'
import { say, type LabelSentence } from '../sentence.ts'
import type { Problem } from '../validation.ts'
import { splitParameters } from './line.ts'

/** What a reader reports of a stream, in its order. */
export interface EplListener {
  /** Most bytes of a `GW`; null: any number. */
  readonly graphicBytes: number | null
  readonly isDone: boolean
  /** A line that is complete, without its line end; it starts at `at` and ends before `end`. */
  line(line: string, at: number, end: number): void
  /** A `GW` with all of its raw bytes, from `dataAt`; its line end is still to come. */
  graphic(parameters: readonly string[], at: number, dataAt: number, end: number): void
  /** The raw bytes of a `GM`, whose line was reported before. */
  stored?(at: number, dataAt: number, end: number): void
  /** An empty line, where that says something. */
  blank?(at: number, end: number): void
  fail(problem: Problem): void
}

const [LF, CR, COMMA] = [0x0a, 0x0d, 0x2c]
/** Quoted data is at most 2 kB, for a MaxiCode; what is longer is no line. */
const LONGEST_LINE = 8192
/** `GM"NAME"bytes`: the raw bytes of a picture file follow the line. */
const STORED = /^GM\s*"[^"]*"(.*)$/
/** Parameters before the raw bytes of a `GW`. */
const GRAPHIC_FIELDS = 4

/**
 * Cuts a stream of EPL2 into lines and raw bytes as a printer does, in chunks of any size, in one pass and linear time.
 * Where printers may read differently it fails.
 */
export class EplReader {
  readonly #listener: EplListener
  readonly #line = new Uint8Array(LONGEST_LINE)
  #length = 0
  #commas = 0
  /** The graphic under way: raw bytes that are still to come, then the line end behind them. */
  #graphic: { parameters: string[] | null; dataAt: number; left: number } | null = null
  #ending: 'none' | 'due' | 'after CR' = 'none'
  /** How lines have ended so far. */
  readonly #lineEnds = new Set<'LF' | 'CRLF'>()
  #sawCr = false
  #at = 0
  #offset = 0
  #hasFailed = false

  constructor(listener: EplListener) {
    this.#listener = listener
  }

  get length(): number {
    return this.#offset
  }

  feed(chunk: Uint8Array): void {
    let at = 0
    while (at < chunk.length && !this.#hasFailed && !this.#listener.isDone) {
      if (this.#ending !== 'none') this.#readEnding(chunk[at++] ?? 0)
      else at = this.#graphic ? this.#readGraphic(this.#graphic, chunk, at) : this.#readLine(chunk, at)
    }
    this.#offset += chunk.length
  }

  /** What is wrong when the stream ends inside of a command. */
  problemAtEnd(): Problem | null {
    const isInside = this.#graphic !== null || this.#ending !== 'none'
    if (!isInside && this.#length === 0) return null
    return { result: 'truncated', reason: say(isInside ? 'ends-inside' : 'epl-open-line'), at: this.#at }
  }

  #fail(result: Problem['result'], reason: LabelSentence): void {
    this.#hasFailed = true
    this.#listener.fail({ result, reason, at: this.#at })
  }

  #readGraphic(
    graphic: { parameters: string[] | null; dataAt: number; left: number },
    chunk: Uint8Array,
    at: number,
  ): number {
    const taken = Math.min(graphic.left, chunk.length - at)
    graphic.left -= taken
    if (graphic.left === 0) {
      const end = this.#offset + at + taken
      this.#graphic = null
      if (graphic.parameters === null) this.#listener.stored?.(this.#at, graphic.dataAt, end)
      else {
        this.#ending = 'due'
        this.#listener.graphic(graphic.parameters, this.#at, graphic.dataAt, end)
      }
    }
    return at + taken
  }

  /** A missing byte consumes the line end, so what follows the last raw byte shows whether all were there. */
  #readEnding(byte: number): void {
    if (byte === CR && this.#ending === 'due') this.#ending = 'after CR'
    else if (byte === LF && (this.#ending === 'after CR' || !this.#lineEnds.has('CRLF'))) this.#ending = 'none'
    else this.#fail('truncated', say('epl-graphic-bytes'))
  }

  #readLine(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (byte === LF) {
        const hasCr = at > from ? chunk[at - 1] === CR : this.#sawCr
        this.#sawCr = false
        if (this.#length === 0) {
          this.#listener.blank?.(this.#offset + at, this.#offset + at + 1)
          return at + 1
        }
        this.#lineEnds.add(hasCr ? 'CRLF' : 'LF')
        if (this.#isGraphic() && this.#commas === GRAPHIC_FIELDS - 1 && !hasCr) this.#begin(this.#offset + at + 1)
        else this.#end(this.#offset + at + 1)
        return at + 1
      }
      this.#sawCr = byte === CR
      if (byte === CR) continue
      if (this.#length === 0) {
        this.#at = this.#offset + at
        this.#commas = 0
      }
      if (this.#length === LONGEST_LINE) {
        this.#fail('truncated', say('epl-long-line'))
        return chunk.length
      }
      this.#line[this.#length] = byte
      this.#length += 1
      if (byte !== COMMA || !this.#isGraphic()) continue
      this.#commas += 1
      if (this.#commas < GRAPHIC_FIELDS) continue
      this.#begin(this.#offset + at + 1)
      return at + 1
    }
    return chunk.length
  }

  #isGraphic(): boolean {
    return this.#line[0] === 0x47 && this.#line[1] === 0x57
  }

  #text(): string {
    const text = Buffer.from(this.#line.buffer, 0, this.#length).toString('latin1')
    this.#length = 0
    return text
  }

  #end(end: number): void {
    if (this.#isGraphic()) {
      this.#fail('refused', say('epl-graphic-unclear'))
      return
    }
    const line = this.#text()
    this.#listener.line(line, this.#at, end)
    const size = STORED.exec(line)?.[1]
    if (size === undefined || this.#listener.isDone) return
    const count = countOf(size)
    const most = this.#listener.graphicBytes
    if (!count) this.#fail('refused', say('epl-graphic-size', { command: 'GM' }))
    else if (most !== null && count > most) this.#fail('refused', say('graphic-large', { bytes: count, most }))
    else this.#graphic = { parameters: null, dataAt: end, left: count }
  }

  /** The raw bytes of a `GW` start: behind the fourth comma, or the line end that some senders write in its place. */
  #begin(dataAt: number): void {
    if (this.#lineEnds.size > 1) {
      // What follows the last byte could then not show whether one is missing.
      this.#fail('refused', say('epl-graphic-ends'))
      return
    }
    const head = this.#text()
    if (/[ \t],?$/.test(head)) {
      // A number ends at the blank, which is then the picture's first byte.
      this.#fail('refused', say('epl-graphic-unclear'))
      return
    }
    const parameters = splitParameters(head.slice('GW'.length)).slice(0, GRAPHIC_FIELDS)
    const [bytesPerRow, rows] = [countOf(parameters[2] ?? ''), countOf(parameters[3] ?? '')]
    if (!bytesPerRow || !rows || !parameters.slice(0, 2).every((place) => countOf(place) !== null)) {
      this.#fail('refused', say('epl-graphic-size', { command: 'GW' }))
      return
    }
    const count = bytesPerRow * rows
    const most = this.#listener.graphicBytes
    if (most !== null && count > most) this.#fail('refused', say('graphic-large', { bytes: count, most }))
    else this.#graphic = { parameters, dataAt, left: count }
  }
}
