import type { OtherLanguage } from '../other-languages.ts'

const [NUL, SOH, LF, CR, ESC, SPACE, TAB] = [0x00, 0x01, 0x0a, 0x0d, 0x1b, 0x20, 0x09]
const [BANG, LESS, OPEN, CLOSE, THORN, Y_DIAERESIS] = [0x21, 0x3c, 0x7b, 0x7d, 0xfe, 0xff]

/** What follows `!`: white space collapsed to one blank, digits of a number to one zero, letters in upper case. */
const ANYWHERE = { CISDF: 'file' } as const satisfies Readonly<Record<string, OtherLanguage>>
const OUTSIDE = {
  'U ': 'sgd',
  'U0 ': 'sgd',
  'UTILITIES ': 'cpcl',
  'DF ': 'cpcl',
  'UF ': 'cpcl',
  '0 0 0 ': 'cpcl',
  '-0 0 0 ': 'cpcl',
} as const satisfies Readonly<Record<string, OtherLanguage>>
/** Inside of a format `!` may well be printed: only a whole word counts there. */
const WORDS = ['U SETVAR', 'U0 SETVAR', 'U GETVAR', 'U0 GETVAR', 'U DO', 'U0 DO']
const BEGINNINGS = [...Object.keys(ANYWHERE), ...Object.keys(OUTSIDE), ...WORDS]

/**
 * Looks for commands of other printer languages beside or inside of ZPL, byte by byte: variables (`! U1 setvar ...`), files
 * (`! CISDFCRC16`), CPCL (`! 0 200 200 ...`), JSON (`{}{...`), XML, escapes, packets, and UTF-16.
 */
export class ForeignWatch {
  /** The first command that was found. */
  found: { at: number; what: OtherLanguage } | null = null
  #isInside = false
  #start = 0
  #looks: 'for a start' | 'after !' | 'after {' | 'after {}' | 'after <' | 'after a mark' = 'for a start'
  #mark = 0
  #seen = ''

  /** Whether bytes other than those that `FOREIGN_STARTS` names matter just now. */
  get isActive(): boolean {
    return this.#looks !== 'for a start'
  }

  /** A command's parameters begin. */
  begin(isInside: boolean): void {
    this.#isInside = isInside
    this.#looks = 'for a start'
  }

  /** Takes the byte at this offset. */
  take(byte: number, at: number): void {
    const isSpace = byte === SPACE || byte === TAB || byte === LF || byte === CR
    switch (this.#looks) {
      case 'after !':
        this.#afterBang(byte, isSpace)
        break
      case 'after {':
        if (byte === CLOSE) this.#looks = 'after {}'
        else if (!isSpace) this.#looks = 'for a start'
        break
      case 'after {}':
        if (byte === OPEN) this.#find('json')
        else if (!isSpace) this.#looks = 'for a start'
        break
      case 'after <':
        if (byte === 0x3f || isLetter(byte)) this.#find('xml')
        else this.#looks = 'for a start'
        break
      case 'after a mark':
        if (byte + this.#mark === THORN + Y_DIAERESIS) this.#find('utf16')
        else this.#looks = 'for a start'
        break
      case 'for a start':
    }
    if (byte === BANG) this.#look('after !', at)
    else if (byte === OPEN) this.#look('after {', at)
    else if (byte === LESS && !this.#isInside) this.#look('after <', at)
    else if (byte === THORN || byte === Y_DIAERESIS) {
      this.#mark = byte
      this.#look('after a mark', at)
    } else if (byte === ESC || byte === SOH || byte === NUL) {
      this.#start = at
      this.#find(byte === ESC ? 'escape' : byte === SOH ? 'packet' : 'nul')
    }
  }

  /** What would have been found, did the parameters end here; null when there is nothing. */
  atEnd(): { at: number; what: OtherLanguage } | null {
    if (this.found !== null) return this.found
    const isWord = this.#looks === 'after !' && WORDS.includes(this.#seen)
    return isWord ? { at: this.#start, what: 'sgd' } : null
  }

  #find(what: OtherLanguage): void {
    this.found ??= { at: this.#start, what }
    this.#looks = 'for a start'
  }

  #look(looks: 'after !' | 'after {' | 'after <' | 'after a mark', at: number): void {
    if (this.found !== null) return
    this.found = this.atEnd()
    this.#looks = looks
    this.#seen = ''
    this.#start = at
  }

  #afterBang(byte: number, isSpace: boolean): void {
    const isDigit = byte >= 0x30 && byte <= 0x39
    if (!isDigit && !isLetter(byte) && WORDS.includes(this.#seen)) return this.#find('sgd')
    const char = isSpace ? ' ' : isDigit ? '0' : String.fromCharCode(byte).toUpperCase()
    if (char === ' ' && (this.#seen === '' || this.#seen.endsWith(' '))) return
    if (char === '0' && this.#seen.endsWith('0')) return
    this.#seen += char
    const anywhere = valueOf(ANYWHERE, this.#seen)
    if (anywhere) return this.#find(anywhere)
    const outside = this.#isInside ? undefined : valueOf(OUTSIDE, this.#seen)
    if (outside) return this.#find(outside)
    if (!BEGINNINGS.some((beginning) => beginning.startsWith(this.#seen))) this.#looks = 'for a start'
  }
}

function valueOf(map: Readonly<Record<string, OtherLanguage>>, key: string): OtherLanguage | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined
}

function isLetter(byte: number): boolean {
  const upper = byte & ~0x20
  return upper >= 0x41 && upper <= 0x5a
}

/** Bytes that a watch must see even when it is not active. */
export const FOREIGN_STARTS = [NUL, SOH, ESC, BANG, LESS, OPEN, THORN, Y_DIAERESIS]
