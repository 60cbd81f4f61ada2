const [LF, CR, SPACE, TAB, BANG, OPEN, CLOSE] = [0x0a, 0x0d, 0x20, 0x09, 0x21, 0x7b, 0x7d]

/** What may stand after `!` so far: white space collapsed to one blank, digits of a number to one. */
const MAY_BECOME = /^(U(T?|TI|TIL|TILI|TILIT|TILITI|TILITIE|TILITIES)|U\d? ?[A-Z]*|DF?|-?(0( 0){0,2})?-? ?|-)$/
const OUTSIDE = /^(U\d? |UTILITIES |DF |-?0 0 0 )$/
const INSIDE = /^U\d? (SETVAR|GETVAR|DO)$/
/** No word that is looked for is longer. */
const LONGEST = 16

/**
 * Looks for commands of other printer languages beside or inside of ZPL, byte by byte: set-get-do and CPCL
 * (`! U1 setvar ...`, `! 0 200 200 ...`) and JSON (`{}{...`). Inside of a format only a line that starts with a
 * set-get-do command counts, since `!` may well be printed.
 */
export class ForeignWatch {
  /** Offset of the command's first byte, once there is one. */
  foundAt: number | null = null
  #isInside = false
  #atLineStart = false
  #startsLine = false
  #start = 0
  #looks: 'for a start' | 'after !' | 'after {' | 'after {}' = 'for a start'
  #seen = ''

  /** Whether bytes other than those that `isStart` names matter just now. */
  get isActive(): boolean {
    return this.#atLineStart || this.#looks !== 'for a start'
  }

  /** A command's parameters begin. */
  begin(isInside: boolean): void {
    this.#isInside = isInside
    this.#atLineStart = false
    this.#looks = 'for a start'
  }

  /** Takes the byte at this offset. */
  take(byte: number, at: number): void {
    const isSpace = byte === SPACE || byte === TAB || byte === LF || byte === CR
    if (byte === BANG) {
      this.#startsLine = this.#atLineStart
      this.#look('after !', at)
    } else if (this.#looks === 'after !' && byte !== OPEN) this.#afterBang(byte, isSpace)
    else if (byte === OPEN) {
      this.foundAt ??= this.atEnd()
      if (this.#looks === 'after {}' && !this.#isInside) this.foundAt ??= this.#start
      this.#look('after {', at)
    } else if (this.#looks === 'after {') this.#looks = byte === CLOSE ? 'after {}' : 'for a start'
    else if (this.#looks === 'after {}' && !isSpace) this.#looks = 'for a start'
    if (byte === LF || byte === CR) this.#atLineStart = true
    else if (!isSpace) this.#atLineStart = false
  }

  /** Where a command would have been found, did the parameters end here; null when there is none. */
  atEnd(): number | null {
    if (this.foundAt !== null) return this.foundAt
    return this.#looks === 'after !' && this.#isInsideCommand() ? this.#start : null
  }

  #look(looks: 'after !' | 'after {', at: number): void {
    this.#looks = looks
    this.#seen = ''
    this.#start = at
  }

  #afterBang(byte: number, isSpace: boolean): void {
    const isWord = (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte | 0x20) > 0x60
    if (!isWord && this.#isInsideCommand()) {
      this.foundAt ??= this.#start
      return
    }
    const char = isSpace ? ' ' : byte >= 0x30 && byte <= 0x39 ? '0' : String.fromCharCode(byte).toUpperCase()
    if (char === ' ' && (this.#seen === '' || this.#seen.endsWith(' '))) return
    // `U1` keeps its digit apart from the number of a CPCL header.
    if (char === '0' && this.#seen.endsWith('0')) {
      if (this.#seen === 'U0') this.#looks = 'for a start'
      return
    }
    this.#seen += char
    if (!this.#isInside && OUTSIDE.test(this.#seen)) this.foundAt ??= this.#start
    if (this.#seen.length > LONGEST || !MAY_BECOME.test(this.#seen)) this.#looks = 'for a start'
  }

  #isInsideCommand(): boolean {
    return this.#isInside && this.#startsLine && INSIDE.test(this.#seen)
  }
}

/** Bytes that a watch must see even when it is not active. */
export const FOREIGN_STARTS = [LF, CR, BANG, OPEN]
