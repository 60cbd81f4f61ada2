import { otherLanguageReason, type OtherLanguage } from '../other-languages.ts'
import { say, type LabelSentence } from '../sentence.ts'
import type { Problem } from '../validation.ts'
import { FOREIGN_STARTS, ForeignWatch } from './foreign.ts'
import { GraphicCheck, inflatedLength } from './graphic-check.ts'
import { DEFAULT_PREFIXES, isPrefixName, kindOf, type Kind, type PrefixName } from './kinds.ts'
import { OutsideLines } from './outside-lines.ts'
import { pictureHead } from './picture-head.ts'

/** A command that was read to its end, or as far as the stream goes. */
export interface ReadCommand {
  readonly kind: Kind
  readonly at: number
  /** Where text outside of all formats begins that ends with this command; `at` where there is none. */
  readonly textAt: number
  /** One past its last byte. */
  readonly end: number
  /** Where what follows its name starts. */
  readonly parametersAt: number
  /** Parameters up to a picture's data, without line ends; empty when nothing is decided by them. */
  readonly parameters: readonly string[]
  /** They are longer than any parameters that decide something. */
  readonly isOverlong: boolean
  /** Splits parameters: a comma unless the stream changed it. */
  readonly delimiter: number
  /** What is missing or damaged in it, or not to be read; null when nothing is. */
  readonly problem: Omit<Problem, 'at'> | null
  /** Bytes of counted data that are still to come. */
  readonly missing: number
  /** What is odd about it and stops nothing. */
  readonly note: LabelSentence | null
}

/** What a reader reports of a stream, in its order. */
export interface ZplListener {
  /** Most bytes a graphic may decode to; null: it is not looked at whether it decodes at all. */
  readonly graphicBytes: number | null
  /** Whether a format is open: outside of it, text may be another language. */
  readonly isInside: boolean
  /** Whether nothing more needs to be read. */
  readonly isDone: boolean
  /** A command's name is known; its parameters follow, from `parametersAt`. */
  begin(kind: Kind, at: number, parametersAt: number): void
  end(command: ReadCommand): void
  fail(problem: Problem): void
}

const [STX, ETX, LF, CR, SI, DLE, RS, US] = [0x02, 0x03, 0x0a, 0x0d, 0x0f, 0x10, 0x1e, 0x1f]
const AT_SIGN = 0x40
/** What a byte is outside of counted data. */
const [PLAIN, STARTER, WATCHED] = [0, 1, 2]
/** Longest parameters that decide anything, and longest head of a picture. */
const LONGEST_PARAMETERS = 160
/** Character sets in which a byte that looks like a prefix may be the second half of a character. */
const ASIAN_SETS = ['14', '15', '16', '24', '26']
const SHIFT_JIS = '15'
/** Commands that a control byte represents, as the two characters of their names. */
const STANDS_FOR: Readonly<Record<number, number>> = { [STX]: 0x5841, [ETX]: 0x585a, [SI]: 0x4653 }

/**
 * Cuts a stream of ZPL into commands as a printer does, in chunks of any size, in one pass and linear time: changed prefixes,
 * control bytes, line ends inside of names and parameters, counted binary data. Where printers may read differently, and
 * something but the layout would differ, it fails.
 */
export class ZplReader {
  readonly #listener: ZplListener
  readonly #watch = new ForeignWatch()
  readonly #lines = new OutsideLines()
  readonly #bytes = new Uint8Array(256)
  #prefixes: Record<PrefixName, number> = { CC: 0x5e, CT: 0x7e, CD: 0x2c }
  /** The Asian set in use; null: no byte is half of a character. */
  #asianSet: string | null = null
  /** Whether the next byte is the second half of a character, as any two high bytes are one, and as Shift-JIS has it. */
  #halves = { pair: false, shiftJis: false }
  #offset = 0
  #hasFailed = false
  /** Where a line of text ends before the first command: without one it is no label, and with one more than that. */
  #proseAt: number | null = null

  /** The command under way. */
  #state: 'text' | 'name' | 'prefix' | 'parameters' | 'head' | 'picture' | 'count' = 'text'
  #at = 0
  #textAt = 0
  #first = 0
  #isFormat = true
  #letters = 0
  #code = 0
  #kind: Kind | null = null
  #parametersAt = 0
  readonly #head = new Uint8Array(LONGEST_PARAMETERS)
  #headLength = 0
  #isOverlong = false
  #fields = 0
  #headProblem: Omit<Problem, 'at'> | null = null
  #picture: GraphicCheck | null = null
  /** Bytes of counted data that are still to come, and the data itself where it has to be unpacked. */
  #left = 0
  #packed: { parts: Uint8Array[]; total: number } | null = null

  constructor(listener: ZplListener) {
    this.#listener = listener
    this.#setStarters()
    this.#watch.begin(false)
    this.#lines.begin(false)
  }

  feed(chunk: Uint8Array): void {
    let at = 0
    while (at < chunk.length && !this.#isDone) {
      switch (this.#state) {
        case 'name':
          at = this.#readName(chunk, at)
          break
        case 'prefix':
          at = this.#readPrefix(chunk, at)
          break
        case 'picture':
          at = this.#readPicture(chunk, at)
          break
        case 'count':
          at = this.#readCounted(chunk, at)
          break
        case 'head':
          at = this.#readHead(chunk, at)
          break
        default:
          at = this.#readText(chunk, at)
      }
    }
    this.#offset += chunk.length
  }

  /** Bytes that were fed. */
  get length(): number {
    return this.#offset
  }

  /** The prefixes and the delimiter as they are now; characters by the command that changes them. */
  get prefixes(): Readonly<Record<PrefixName, string>> {
    const { CC, CT, CD } = this.#prefixes
    return { CC: String.fromCharCode(CC), CT: String.fromCharCode(CT), CD: String.fromCharCode(CD) }
  }

  /** The command under way, as if the stream ended here; null when there is none. */
  get pending(): ReadCommand | null {
    return this.#kind && this.#read(this.#offset)
  }

  /** What is wrong with the end of the stream beside the command under way. */
  problemAtEnd(): Problem | null {
    const foreign = this.#state === 'text' || this.#state === 'parameters' ? this.#watch.atEnd() : null
    if (foreign) return foreignProblem(foreign)
    // What is sent next begins with a prefix.
    if (this.#isSecondHalf()) return { result: 'refused', reason: say('prefix-half'), at: this.#offset }
    // Prose without any command is no label, which is said of the whole stream.
    const line = this.#state === 'parameters' && !this.#listener.isInside ? this.#lines.atEnd() : null
    if (line) return foreignProblem({ at: this.#offset, what: line })
    if (this.#state !== 'name') return null
    return { result: 'truncated', reason: say('ends-inside'), at: this.#at }
  }

  get #isDone(): boolean {
    return this.#hasFailed || this.#listener.isDone
  }

  #fail(result: Problem['result'], reason: LabelSentence, at = this.#at): void {
    this.#hasFailed = true
    this.#listener.fail({ result, reason, at })
  }

  #setStarters(): void {
    this.#bytes.fill(PLAIN)
    for (const byte of FOREIGN_STARTS) this.#bytes[byte] = WATCHED
    for (const byte of [this.#prefixes.CC, this.#prefixes.CT, STX, ETX, SI, DLE, RS]) this.#bytes[byte] = STARTER
  }

  /** Text before the first command, and parameters: up to the next command, watched for other languages. */
  #readText(chunk: Uint8Array, from: number): number {
    const bytes = this.#bytes
    const watch = this.#watch
    const isInside = this.#listener.isInside
    const { length } = chunk
    let at = from
    while (at < length) {
      if (isInside && !watch.isActive && this.#asianSet === null)
        while (at < length && bytes[chunk[at] ?? 0] === PLAIN) at += 1
      const byte = chunk[at]
      if (byte === undefined || bytes[byte] === STARTER) break
      if (this.#asianSet !== null) this.#followHalves(byte)
      watch.take(byte, this.#offset + at)
      // The first finding is reported, wherever the stream was cut.
      if (watch.found !== null) break
      const line = isInside ? null : this.#lines.take(byte, this.#offset + at)
      if (line === 'text' && this.#state === 'text') this.#proseAt ??= this.#offset + at
      else if (line) this.#foreign({ at: this.#offset + at, what: line })
      if (this.#hasFailed) return length
      at += 1
    }
    if (this.#kind?.wantsParameters === true && this.#kind.headFields === 0) this.#keep(chunk, from, at)
    if (watch.found !== null) {
      this.#foreign(watch.found)
      return length
    }
    return at < length ? this.#start(chunk, at) : at
  }

  #foreign({ at, what }: { at: number; what: OtherLanguage }): void {
    const { result, reason } = foreignProblem({ at, what })
    this.#fail(result, reason, at)
  }

  /** A printer ignores line ends wherever they are, and takes US for the delimiter. */
  #keep(chunk: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to && !this.#isOverlong; at += 1) {
      const byte = chunk[at] ?? 0
      if (byte === LF || byte === CR) continue
      if (this.#headLength === LONGEST_PARAMETERS) this.#isOverlong = true
      else this.#head[this.#headLength++] = byte === US ? this.#prefixes.CD : byte
    }
  }

  #followHalves(byte: number): void {
    const { pair, shiftJis } = this.#halves
    const isLead = (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc)
    this.#halves = { pair: !pair && byte >= 0x80, shiftJis: !shiftJis && isLead }
  }

  /** Whether some printer takes the byte that comes for the rest of a character. Shift-JIS has single high bytes. */
  #isSecondHalf(): boolean {
    if (this.#asianSet === null || this.#state !== 'parameters') return false
    return this.#halves.pair || (this.#asianSet === SHIFT_JIS && this.#halves.shiftJis)
  }

  /** A command starts at `at`; the one before it is complete. */
  #start(chunk: Uint8Array, at: number): number {
    const first = chunk[at] ?? 0
    const offset = this.#offset + at
    if (this.#isSecondHalf()) {
      this.#fail('refused', say('prefix-half'), offset)
      return at
    }
    const prose = this.#proseAt === null ? null : ({ at: this.#proseAt, what: 'text' } as const)
    const foreign = prose ?? (this.#state === 'text' || this.#state === 'parameters' ? this.#watch.atEnd() : null)
    if (foreign) {
      this.#foreign(foreign)
      return at
    }
    this.#complete(offset)
    if (this.#isDone) return at
    // A name that another command cut off belongs to it: left behind alone it would begin what is sent next.
    if (this.#state !== 'name') {
      this.#at = offset
      this.#textAt = (this.#listener.isInside ? null : this.#lines.textAt) ?? offset
    }
    this.#first = first
    this.#kind = null
    this.#headLength = 0
    this.#isOverlong = false
    this.#fields = 0
    this.#headProblem = null
    this.#picture = null
    this.#packed = null
    this.#left = 0
    this.#code = 0
    this.#letters = 0
    this.#isFormat = !(first === this.#prefixes.CT || first === DLE)
    this.#state = 'name'
    const standsFor = STANDS_FOR[first]
    if (standsFor !== undefined && first !== this.#prefixes.CC && first !== this.#prefixes.CT) {
      this.#isFormat = true
      this.#named(standsFor, offset + 1)
    }
    return at + 1
  }

  #readName(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (this.#bytes[byte] === STARTER) {
        if (isAlphanumeric(byte)) {
          this.#fail('refused', say('prefix-letter'))
          return at
        }
        // Alone, ^@ resets a printer that knows EPL.
        if (this.#letters === 1 && this.#code === AT_SIGN) {
          this.#foreign({ at: this.#at, what: 'epl' })
          return at
        }
        return this.#start(chunk, at)
      }
      // Line ends are ignored everywhere in a stream, even inside of a name.
      if (byte === LF || byte === CR) continue
      if (byte === 0) {
        this.#foreign({ at: this.#offset + at, what: 'nul' })
        return at
      }
      if (byte < 0x20) {
        this.#fail('refused', say('control-in-name'))
        return at
      }
      this.#code = (this.#code << 8) | (byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte)
      this.#letters += 1
      if (this.#letters === 2) {
        this.#named(this.#code, this.#offset + at + 1)
        return at + 1
      }
    }
    return chunk.length
  }

  #named(code: number, parametersAt: number): void {
    const kind = kindOf(code, this.#isFormat)
    if (!kind.row && (this.#first === RS || this.#first === DLE)) {
      this.#fail('refused', say('control-command'))
      return
    }
    this.#kind = kind
    this.#halves = { pair: false, shiftJis: false }
    this.#parametersAt = parametersAt
    this.#state = kind.isPrefix ? 'prefix' : kind.headFields > 0 ? 'head' : 'parameters'
    this.#listener.begin(kind, this.#at, parametersAt)
    this.#watch.begin(this.#listener.isInside)
    this.#lines.begin(kind.full !== '^XZ')
  }

  #readPrefix(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0
    const name = this.#kind?.name ?? ''
    if (isPrefixName(name)) {
      const problem = this.#prefixProblem(name, byte)
      if (problem !== null) this.#fail('refused', problem)
      this.#prefixes = { ...this.#prefixes, [name]: byte }
    }
    this.#setStarters()
    this.#state = 'parameters'
    return at + 1
  }

  /** Why printers may not agree on what this byte is from now on. */
  #prefixProblem(name: PrefixName, byte: number): LabelSentence | null {
    const others = Object.entries(this.#prefixes).filter(([other]) => other !== name)
    if (byte <= 0x20 || byte >= 0x7f) return say('prefix-unprintable')
    if (others.some(([, other]) => other === byte)) return say('prefix-twice')
    if (name === 'CD') return isDigit(byte) ? say('delimiter-digit') : null
    // The commands that set it back would hold it in their names.
    return 'CDT'.includes(String.fromCharCode(byte).toUpperCase()) ? say('prefix-letter') : null
  }

  /** The parameters of a picture up to its data. */
  #readHead(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (this.#bytes[byte] === STARTER) return this.#start(chunk, at)
      if (byte === LF || byte === CR) continue
      if (this.#headLength === LONGEST_PARAMETERS) {
        this.#fail('refused', say('graphic-long-size'))
        return chunk.length
      }
      const isDelimiter = byte === this.#prefixes.CD || byte === US
      this.#head[this.#headLength++] = isDelimiter ? this.#prefixes.CD : byte
      if (!isDelimiter) continue
      this.#fields += 1
      if (this.#fields === this.#kind?.headFields) {
        this.#beginPicture()
        return at + 1
      }
    }
    return chunk.length
  }

  #beginPicture(): void {
    const head = pictureHead(this.#kind?.full ?? '', this.#parameters())
    if ('result' in head) {
      this.#headProblem = head
      // It is not known where its data ends.
      this.#fail(head.result, head.reason)
      return
    }
    const { total, form, bytesPerRow, count } = head
    const most = this.#listener.graphicBytes
    if (most !== null && (total > most || count > most)) {
      this.#fail('refused', say('graphic-large', { bytes: Math.max(total, count), most }))
      return
    }
    this.#left = count
    this.#packed = form === 'packed' && most !== null ? { parts: [], total } : null
    if (form === 'rows' && most !== null) this.#picture = new GraphicCheck(total, bytesPerRow)
    this.#state = count > 0 ? 'count' : form === 'rows' ? 'picture' : 'parameters'
  }

  #readPicture(chunk: Uint8Array, from: number): number {
    const bytes = this.#bytes
    const { length } = chunk
    let end = from
    while (end < length && bytes[chunk[end] ?? 0] !== STARTER) end += 1
    this.#picture?.take(chunk, from, end)
    const reason = this.#picture?.problem ?? null
    if (reason !== null) this.#fail('truncated', reason)
    return end < chunk.length && !this.#isDone ? this.#start(chunk, end) : end
  }

  #readCounted(chunk: Uint8Array, from: number): number {
    const end = Math.min(chunk.length, from + this.#left)
    this.#packed?.parts.push(chunk.slice(from, end))
    this.#left -= end - from
    if (this.#left === 0) this.#state = 'parameters'
    return end
  }

  #parameters(): string[] {
    const text = Buffer.from(this.#head.buffer, 0, this.#headLength).toString('latin1')
    return text.split(String.fromCharCode(this.#prefixes.CD))
  }

  /** The command under way has ended before `end`. */
  #complete(end: number): void {
    const kind = this.#kind
    if (!kind) return
    const command = this.#read(end)
    if (!command) return
    if (kind.full === '^CI') {
      const set = command.parameters[0]?.trim() ?? ''
      this.#asianSet = ASIAN_SETS.includes(set) ? set : null
    }
    this.#listener.end(command)
  }

  #read(end: number): ReadCommand | null {
    if (!this.#kind) return null
    return {
      kind: this.#kind,
      at: this.#at,
      textAt: this.#textAt,
      end,
      parametersAt: this.#parametersAt,
      parameters: this.#kind.wantsParameters ? this.#parameters() : [],
      isOverlong: this.#isOverlong,
      delimiter: this.#prefixes.CD,
      problem: this.#commandProblem(),
      missing: this.#state === 'count' ? this.#left : 0,
      note: this.#picture?.note ?? null,
    }
  }

  /** What is wrong with the command under way when it ends here. */
  #commandProblem(): Omit<Problem, 'at'> | null {
    const truncated = (reason: LabelSentence) => ({ result: 'truncated', reason }) as const
    if (this.#headProblem) return this.#headProblem
    if (this.#state === 'prefix') return truncated(say('prefix-missing'))
    if (this.#state === 'head') return truncated(say('graphic-no-size'))
    if (this.#state === 'count') return truncated(say('bytes-missing', { bytes: this.#left }))
    const reason = this.#picture?.problemAtEnd() ?? this.#packedProblem()
    if (reason !== null) return truncated(reason)
    const { isPrefix, name } = this.#kind ?? { isPrefix: false, name: '' }
    if (!isPrefix || !/[^\s]/.test(this.#parameters().join(''))) return null
    return { result: 'refused', reason: say('prefix-text', { command: `^${name}` }) }
  }

  /** Compressed binary is checked only when it is zlib: no other form of it is published. */
  #packedProblem(): LabelSentence | null {
    if (!this.#packed) return null
    const { parts, total } = this.#packed
    const data = Buffer.concat(parts)
    if (data[0] !== 0x78 || inflatedLength(data, total) === total) return null
    return say('graphic-inflate', { total })
  }
}

/** Whether the prefixes and the delimiter are those that a printer starts with. */
export function arePrefixesStandard(prefixes: Readonly<Record<PrefixName, string>>): boolean {
  return (
    prefixes.CC === DEFAULT_PREFIXES.CC && prefixes.CT === DEFAULT_PREFIXES.CT && prefixes.CD === DEFAULT_PREFIXES.CD
  )
}

function foreignProblem({ at, what }: { at: number; what: OtherLanguage }): Problem {
  return { result: 'refused', reason: otherLanguageReason(what), at }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

function isAlphanumeric(byte: number): boolean {
  const upper = byte & ~0x20
  return isDigit(byte) || (upper >= 0x41 && upper <= 0x5a)
}
