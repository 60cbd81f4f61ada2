import { inflateSync } from 'node:zlib'
import { say, type LabelSentence } from '../sentence.ts'
import { crc16 } from './crc.ts'
import { mostInflated } from './graphics.ts'

/** White space in graphic text; other control characters may be commands to a printer, wherever they are. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

/** What the characters of graphic text mean. Values to 15 are hex digits. */
const [SPACE, FILL_ZEROS, FILL_ONES, REPEAT_ROW, BAD, UNITS, SCORES] = [16, 17, 18, 19, 20, 32, 64]
const MEANING = Uint8Array.from({ length: 256 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[0-9A-Fa-f]/.test(char)) return Number.parseInt(char, 16)
  // `G`..`Y` are 1..19 and `g`..`z` are 20..400 in twenties.
  if (char >= 'G' && char <= 'Y') return UNITS + code - 0x46
  if (char >= 'g' && char <= 'z') return SCORES + code - 0x66
  if (isSpace(code)) return SPACE
  return char === ',' ? FILL_ZEROS : char === '!' ? FILL_ONES : char === ':' ? REPEAT_ROW : BAD
})
/** 1 for what base64 is written with, 0 for all else. */
const BASE64 = Uint8Array.from({ length: 256 }, (_, code) => Number(/[A-Za-z0-9+/=]/.test(String.fromCharCode(code))))

/** Where the characters of base64 that start at `from` end. Four in a step: most of a label is one run of them. */
function endOfBase64(bytes: Uint8Array, from: number, to: number): number {
  const is = (at: number) => BASE64[bytes[at] ?? 0] ?? 0
  let at = from
  while (at + 3 < to && (is(at) & is(at + 1) & is(at + 2) & is(at + 3)) === 1) at += 4
  while (at < to && is(at) === 1) at += 1
  return at
}

/** `:Z64:` and `:B64:` differ from rows in their first four characters. */
const HEAD = 5
const [BANG, COLON, EQUALS] = [0x21, 0x3a, 0x3d]
const NO_FORM = say('graphic-packed-form')

/**
 * Counts what the text of a `^GFA` or `~DG` decodes to, without keeping rows: in chunks of any size, linear, and with memory
 * only for base64, which must be there as a whole to be unpacked.
 */
export class GraphicCheck {
  readonly #total: number
  readonly #rowDigits: number
  /** Digits so far; the repeat count that waits for its digit. */
  #digits = 0
  #repeat = 0
  #problem: LabelSentence | null = null
  #hasSurplus = false
  /** The byte before, where it is `!`. */
  #isAfterFill = false
  #form: 'open' | 'rows' | 'base64' | 'crc' = 'open'
  #head = ''
  #base64 = new Uint8Array(0)
  #length = 0
  #crc = 0
  #check = ''
  /** The answer for base64, which is costly. */
  #unpacked: { check: string; problem: LabelSentence | null } | null = null

  constructor(total: number, bytesPerRow: number) {
    this.#total = total
    this.#rowDigits = bytesPerRow * 2
  }

  take(bytes: Uint8Array, from: number, to: number): void {
    let at = from
    while (at < to && this.#problem === null) {
      if (this.#form === 'rows') at = this.#rows(bytes, at, to)
      else if (this.#form === 'base64') at = this.#packed(bytes, at, to)
      else if (this.#form === 'crc') this.#crcDigit(bytes[at++] ?? 0)
      else this.#open(bytes[at++] ?? 0)
    }
  }

  /** What is wrong already, whatever follows; null so far so good. */
  get problem(): LabelSentence | null {
    return this.#problem
  }

  /** That there is more data than the picture has, which a printer ignores; null when there is not. */
  get note(): LabelSentence | null {
    return this.#hasSurplus ? say('note-surplus', { total: this.#total }) : null
  }

  /** What is wrong when the data ends here; null when it is all there. */
  problemAtEnd(): LabelSentence | null {
    if (this.#problem !== null) return this.#problem
    if (this.#form === 'open' && this.#head !== '') {
      const rows = new GraphicCheck(this.#total, this.#rowDigits / 2)
      rows.#form = 'rows'
      rows.take(Buffer.from(this.#head, 'latin1'), 0, this.#head.length)
      return rows.problemAtEnd()
    }
    if (this.#form === 'base64' || this.#form === 'crc') return this.#packedProblem()
    return this.#digits >= this.#total * 2 ? null : this.#wrongSize(this.#digits / 2)
  }

  #wrongSize(bytes: number): LabelSentence {
    return say('graphic-short', { bytes, total: this.#total })
  }

  #open(byte: number): void {
    if (this.#head === '' && isSpace(byte)) return
    this.#head += String.fromCharCode(byte)
    if (/^:[BZ]64:$/.test(this.#head)) {
      this.#form = 'base64'
      return
    }
    if (this.#head.length < HEAD && /^:([BZ](6(4?)?)?)?$/.test(this.#head)) return
    if (/^:[BZ]64/.test(this.#head)) {
      this.#problem = NO_FORM
      return
    }
    this.#form = 'rows'
    this.take(Buffer.from(this.#head, 'latin1'), 0, this.#head.length)
  }

  #rows(bytes: Uint8Array, from: number, to: number): number {
    const most = this.#total * 2
    const row = this.#rowDigits
    let digits = this.#digits
    let repeat = this.#repeat
    let at = from
    for (; at < to; at += 1) {
      const meaning = MEANING[bytes[at] ?? 0] ?? BAD
      if (meaning < SPACE) {
        if (repeat === 0) digits += 1
        else {
          digits += repeat
          repeat = 0
        }
      } else if (meaning === SPACE) {
        // Variables and files are set by lines that start with `! `; no graphic is written so.
        const before = at > from ? bytes[at - 1] === BANG : this.#isAfterFill
        if (before && (bytes[at] === 0x20 || bytes[at] === 0x09)) {
          this.#problem = say('graphic-other-language')
          break
        }
      } else if (meaning >= SCORES) repeat += (meaning - SCORES) * 20
      else if (meaning >= UNITS) repeat += meaning - UNITS
      else if (meaning === REPEAT_ROW) digits += row
      else if (meaning === FILL_ZEROS || meaning === FILL_ONES) digits += row - (digits % row)
      else if (meaning === BAD) {
        this.#problem = say('graphic-holds', { what: JSON.stringify(String.fromCharCode(bytes[at] ?? 0)) })
        break
      }
      if (digits > most) {
        this.#hasSurplus = true
        digits = most
      }
    }
    this.#isAfterFill = at > from ? bytes[at - 1] === BANG : this.#isAfterFill
    this.#digits = digits
    this.#repeat = repeat
    return at
  }

  #packed(bytes: Uint8Array, from: number, to: number): number {
    this.#reserve(to - from)
    let at = from
    while (at < to && this.#form === 'base64' && this.#problem === null) {
      const end = endOfBase64(bytes, at, to)
      const run = bytes.subarray(at, end)
      this.#base64.set(run, this.#length)
      this.#length += run.length
      this.#crc = crc16(run, this.#crc)
      at = end + 1
      if (end < to && !isSpace(bytes[end] ?? 0)) {
        if (bytes[end] === COLON) this.#form = 'crc'
        else this.#problem = NO_FORM
      }
    }
    // Deflate never makes data this much longer: there is no graphic in it, only memory to fill.
    if (this.#length > this.#total * 2 + 1024) this.#problem = say('graphic-endless', { total: this.#total })
    return Math.min(at, to)
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#base64.length) return
    const grown = new Uint8Array(Math.max(this.#length + more, this.#base64.length * 2))
    grown.set(this.#base64.subarray(0, this.#length))
    this.#base64 = grown
  }

  #crcDigit(byte: number): void {
    if (isSpace(byte)) this.#check += this.#check === '' || this.#check.endsWith(' ') ? '' : ' '
    else this.#check += String.fromCharCode(byte)
    if (!/^[0-9A-Fa-f]{0,4}$|^[0-9A-Fa-f]{4} $/.test(this.#check)) {
      this.#problem = NO_FORM
    }
  }

  #packedProblem(): LabelSentence | null {
    const check = this.#check.trim()
    if (this.#form === 'base64' || check.length < 4) return NO_FORM
    if (this.#unpacked?.check !== check) this.#unpacked = { check, problem: this.#unpack(check) }
    return this.#unpacked.problem
  }

  #unpack(check: string): LabelSentence | null {
    if (Number.parseInt(check, 16) !== this.#crc) return say('graphic-crc')
    const text = Buffer.from(this.#base64.buffer, 0, this.#length)
    const padding = text.indexOf(EQUALS)
    const isPadded = padding === -1 || (padding >= text.length - 2 && text.at(-1) === EQUALS)
    if (!isPadded) return say('graphic-base64')
    const bytes = Buffer.from(text.toString('latin1'), 'base64')
    const length = this.#head.startsWith(':B') ? bytes.length : inflatedLength(bytes, this.#total)
    if (length === null) return say('graphic-inflate', { total: this.#total })
    this.#hasSurplus = length > this.#total
    return length < this.#total ? this.#wrongSize(length) : null
  }
}

/** Length of what a zlib stream unpacks to; null when it is damaged or unpacks to far more than `total` bytes. */
export function inflatedLength(bytes: Uint8Array, total: number): number | null {
  try {
    // The bound keeps a small stream from inflating to gigabytes; one chunk of the right size saves copying.
    return inflateSync(bytes, { maxOutputLength: mostInflated(total), chunkSize: Math.max(64, total + 1) }).length
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}
