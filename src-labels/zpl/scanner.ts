import { FOREIGN_STARTS, ForeignWatch } from './foreign.ts'
import { ZplFormats, type Problem, type ZplLimits } from './formats.ts'
import { GraphicCheck, inflatedLength } from './graphic-check.ts'
import { DEFAULT_PREFIXES, Kinds, type Kind } from './kinds.ts'
import { pictureHead } from './picture-head.ts'
import { treatmentOf } from './policy.ts'

/** A command that changes a setting of the printer. */
export interface Setting {
  name: string
  at: number
  end: number
}

export interface ZplResult {
  /** Null when the stream is whole. */
  problem: Problem | null
  /** Labels that are complete, copies not counted, and with their copies. */
  labels: number
  copies: number
  settings: Setting[]
}

const [STX, ETX, LF, CR] = [0x02, 0x03, 0x0a, 0x0d]
/** Firmware takes DLE for the control prefix and RS for the format prefix, whatever the prefixes are changed to. */
const [DLE, RS] = [0x10, 0x1e]
/** What a byte is outside of counted data. */
const [PLAIN, STARTER, WATCHED] = [0, 1, 2]
/** Longest head of a picture's command that is looked at, and most of any other command's parameters. */
const LONGEST_HEAD = 160
/** No label has this many settings; remembering each is what makes the number matter. */
const MOST_SETTINGS = 10_000

/**
 * Judges a stream of ZPL in chunks of any size, in one pass and linear time. `result()` says what it would be worth if it
 * ended there, and may be asked at any time; the answer depends on the bytes alone, never on how they were cut.
 */
export class ZplScanner {
  readonly #limits: ZplLimits
  readonly #formats: ZplFormats
  readonly #watch = new ForeignWatch()
  readonly #kinds: Kinds
  readonly #bytes = new Uint8Array(256)
  readonly #settings: Setting[] = []
  /** Prefixes that are not the default just now, and where they were changed. */
  readonly #changed = new Map<string, number>()
  #prefixes = { caret: 0x5e, tilde: 0x7e, delimiter: 0x2c }
  #problem: Problem | null = null
  #offset = 0

  /** The command under way. */
  #state: 'text' | 'name' | 'prefix' | 'parameters' | 'head' | 'picture' | 'count' = 'text'
  #at = 0
  #isFormat = true
  #letters = 0
  #code = 0
  #kind: Kind | null = null
  readonly #head = new Uint8Array(LONGEST_HEAD)
  #headLength = 0
  #fields = 0
  #picture: GraphicCheck | null = null
  /** Bytes of counted data that are still to come, and the data itself where it has to be unpacked. */
  #left = 0
  #packed: { parts: Uint8Array[]; total: number } | null = null

  constructor(limits: ZplLimits) {
    this.#limits = limits
    this.#formats = new ZplFormats(limits)
    this.#kinds = new Kinds(limits.policy)
    this.#setStarters()
    this.#watch.begin(false)
  }

  feed(chunk: Uint8Array): void {
    let at = 0
    while (at < chunk.length && this.#problem === null) {
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
    if (this.#offset > this.#limits.bytes) {
      const { bytes } = this.#limits
      this.#fail({ verdict: 'too-big', reason: `more than the ${bytes} bytes that are allowed`, at: bytes })
    }
  }

  /** What the stream is worth if it ends here. */
  result(): ZplResult {
    const { labels, copies } = this.#formats
    const kind = this.#kind
    const settings =
      kind && this.#problem === null && this.#isStripped(kind)
        ? [...this.#settings, { name: kind.full, at: this.#at, end: this.#offset }]
        : [...this.#settings]
    return { problem: this.#problem ?? this.#problemAtEnd(), labels, copies, settings }
  }

  #fail(problem: Problem | null): void {
    this.#problem ??= problem
  }

  #setStarters(): void {
    const { caret, tilde } = this.#prefixes
    this.#bytes.fill(PLAIN)
    for (const byte of FOREIGN_STARTS) this.#bytes[byte] = WATCHED
    for (const byte of [caret, tilde, STX, ETX, DLE, RS]) this.#bytes[byte] = STARTER
  }

  /** Text before the first command, and parameters: up to the next command, watched for other languages. */
  #readText(chunk: Uint8Array, from: number): number {
    const bytes = this.#bytes
    const watch = this.#watch
    const { length } = chunk
    let at = from
    while (at < length) {
      if (!watch.isActive) while (at < length && bytes[chunk[at] ?? 0] === PLAIN) at += 1
      const byte = chunk[at]
      if (byte === undefined || bytes[byte] === STARTER) break
      watch.take(byte, this.#offset + at)
      at += 1
    }
    if (this.#kind?.wantsParameters === true && this.#headLength < LONGEST_HEAD) this.#keep(chunk, from, at)
    if (watch.foundAt !== null) {
      this.#fail(foreignProblem(watch.foundAt))
      return length
    }
    return at < length ? this.#start(chunk, at) : at
  }

  #keep(chunk: Uint8Array, from: number, to: number): void {
    const kept = chunk.subarray(from, Math.min(to, from + LONGEST_HEAD - this.#headLength))
    this.#head.set(kept, this.#headLength)
    this.#headLength += kept.length
  }

  /** A command starts at `at`; the one before it is complete. */
  #start(chunk: Uint8Array, at: number): number {
    this.#fail(this.#pendingProblem())
    this.#complete(this.#offset + at)
    if (this.#problem !== null) return at
    const first = chunk[at]
    this.#at = this.#offset + at
    this.#kind = null
    this.#headLength = 0
    this.#fields = 0
    this.#picture = null
    this.#packed = null
    this.#code = 0
    this.#letters = 0
    this.#isFormat = !(first === this.#prefixes.tilde || first === DLE)
    this.#state = 'name'
    if (first === STX || first === ETX) {
      this.#letters = 2
      this.#named((0x58 << 8) | (first === STX ? 0x41 : 0x5a))
    }
    return at + 1
  }

  #readName(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (this.#bytes[byte] === STARTER) return this.#start(chunk, at)
      // Line ends are ignored everywhere in a stream, even inside of a name.
      if (byte === LF || byte === CR) continue
      this.#code = (this.#code << 8) | (byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte)
      this.#letters += 1
      if (this.#letters === 2) {
        this.#named(this.#code)
        return at + 1
      }
    }
    return chunk.length
  }

  #named(code: number): void {
    const kind = this.#kinds.of(code, this.#isFormat)
    this.#kind = kind
    this.#state = kind.isPrefix ? 'prefix' : kind.headFields > 0 ? 'head' : 'parameters'
    if (kind.isFormat) this.#fail(this.#formats.begin(kind.name, this.#at))
    if (kind.blocked !== null) this.#fail({ verdict: 'hostile', reason: kind.blocked, at: this.#at })
    this.#watch.begin(this.#formats.isOpen)
  }

  #readPrefix(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0
    const name = this.#kind?.name ?? ''
    if (name === 'CC') this.#prefixes.caret = byte
    else if (name === 'CT') this.#prefixes.tilde = byte
    else this.#prefixes.delimiter = byte
    this.#setStarters()
    if (DEFAULT_PREFIXES[name] === String.fromCharCode(byte)) this.#changed.delete(name)
    else this.#changed.set(name, this.#at)
    this.#state = 'parameters'
    return at + 1
  }

  /** The parameters of a picture up to its data. */
  #readHead(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (this.#bytes[byte] === STARTER) return this.#start(chunk, at)
      if (this.#headLength === LONGEST_HEAD) {
        this.#fail({ verdict: 'truncated', reason: 'a graphic without its size', at: this.#at })
        return chunk.length
      }
      this.#head[this.#headLength] = byte
      this.#headLength += 1
      if (byte !== this.#prefixes.delimiter) continue
      this.#fields += 1
      if (this.#fields === this.#kind?.headFields) {
        this.#beginPicture()
        return at + 1
      }
    }
    return chunk.length
  }

  #beginPicture(): void {
    this.#fail(this.#treatment())
    const head = pictureHead(this.#kind?.full ?? '', this.#parameters())
    if (typeof head === 'string') {
      this.#fail({ verdict: 'truncated', reason: head, at: this.#at })
      return
    }
    const { total, form } = head
    if (total > this.#limits.graphicBytes) {
      const reason = `a graphic of ${total} bytes, allowed are ${this.#limits.graphicBytes}`
      this.#fail({ verdict: 'too-big', reason, at: this.#at })
    }
    this.#left = head.count
    this.#packed = form === 'packed' ? { parts: [], total } : null
    if (form === 'rows') this.#picture = new GraphicCheck(total, head.bytesPerRow)
    this.#state = form === 'rows' ? 'picture' : form === 'opaque' ? 'parameters' : 'count'
  }

  #readPicture(chunk: Uint8Array, from: number): number {
    const bytes = this.#bytes
    let end = from
    while (end < chunk.length && bytes[chunk[end] ?? 0] !== STARTER) end += 1
    this.#picture?.take(chunk, from, end)
    const reason = this.#picture?.problem ?? null
    if (reason !== null) this.#fail({ verdict: 'truncated', reason, at: this.#at })
    return end < chunk.length && this.#problem === null ? this.#start(chunk, end) : end
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
    return text.split(String.fromCharCode(this.#prefixes.delimiter))
  }

  #treatment(): Problem | null {
    const kind = this.#kind
    if (!kind?.isUndecided) return null
    const { treatment, reason } = treatmentOf(kind.full, this.#parameters()[0], this.#limits.policy)
    return treatment === 'block' ? { verdict: 'hostile', reason, at: this.#at } : null
  }

  #isStripped(kind: Kind): boolean {
    if (!kind.isUndecided) return kind.isStripped
    return treatmentOf(kind.full, this.#parameters()[0], this.#limits.policy).treatment === 'strip'
  }

  /** What is wrong with the command under way when it ends here. Changes nothing. */
  #pendingProblem(): Problem | null {
    const foreign = this.#state === 'text' || this.#state === 'parameters' ? this.#watch.atEnd() : null
    if (foreign !== null) return foreignProblem(foreign)
    const kind = this.#kind
    if (!kind) return null
    const at = this.#at
    const treatment = this.#treatment()
    if (treatment) return treatment
    if (this.#state === 'prefix') return { verdict: 'truncated', reason: 'a prefix is missing', at }
    if (this.#state === 'head') return { verdict: 'truncated', reason: 'a graphic without its size', at }
    if (this.#state === 'count')
      return { verdict: 'truncated', reason: `${this.#left} bytes of binary data are missing`, at }
    if (this.#picture) {
      const reason = this.#picture.problemAtEnd()
      return reason === null ? null : { verdict: 'truncated', reason, at }
    }
    return null
  }

  /** The command under way has ended before `end`. */
  #complete(end: number): void {
    const kind = this.#kind
    if (!kind || this.#problem !== null) return
    if (this.#isStripped(kind)) this.#settings.push({ name: kind.full, at: this.#at, end })
    if (this.#settings.length > MOST_SETTINGS) {
      this.#fail({ verdict: 'hostile', reason: 'more settings than any label has', at: this.#at })
    }
    if (this.#packed) this.#fail(this.#packedProblem(this.#packed))
    if (kind.wantsParameters && kind.isFormat) this.#fail(this.#formats.end(kind.name, this.#at, this.#parameters()))
  }

  /** Compressed binary is judged only when it is zlib: no other form of it is published. */
  #packedProblem({ parts, total }: { parts: Uint8Array[]; total: number }): Problem | null {
    const data = Buffer.concat(parts)
    if (data[0] !== 0x78 || inflatedLength(data, total) === total) return null
    return { verdict: 'truncated', reason: `graphic does not inflate to ${total} bytes`, at: this.#at }
  }

  #problemAtEnd(): Problem | null {
    const pending = this.#pendingProblem()
    if (pending) return pending
    if (this.#state === 'name')
      return { verdict: 'truncated', reason: 'the stream ends inside of a command', at: this.#at }
    const format = this.#formats.problemAtEnd(this.#offset)
    if (format) return format
    for (const [name, at] of this.#changed) {
      return { verdict: 'hostile', reason: `^${name} changes how later labels are read`, at }
    }
    return null
  }
}

function foreignProblem(at: number): Problem {
  return { verdict: 'hostile', reason: 'commands of another printer language stand beside the labels', at }
}
