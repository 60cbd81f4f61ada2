import { isEplLine } from '../language.ts'
import type { OtherLanguage } from '../other-languages.ts'

const LF = 0x0a
/** What is longer is no line of a command. */
const LONGEST_LINE = 256
/** How jobs of page printers begin, and how many characters identify them. */
const LONGEST_MARK = 16
const PAGE_LANGUAGE = /^\s*(@PJL|%!PS|%-12345X|%PDF-)/

/** A byte that is no white space and no control byte. */
const PRINTABLE = /[^\s\u0000-\u001f\u007f]/u // oxlint-disable-line no-control-regex

/**
 * Looks through text that is outside of all formats, line by line. A printer that knows both languages takes EPL lines
 * between ZPL labels; other text it ignores, but not everything that listens on a port is a printer.
 */
export class OutsideLines {
  #line = ''
  #lineAt = 0
  /** The rest of a command's own line is its parameters. */
  #isParameters = false

  /** A command's parameters begin, or the stream. */
  begin(isParameters: boolean): void {
    this.#line = ''
    this.#isParameters = isParameters
  }

  /** What the line is that ends with the byte at this offset; null when it is none of another language, or has not ended. */
  take(byte: number, at: number): OtherLanguage | null {
    if (byte !== LF) {
      if (this.#line === '') this.#lineAt = at
      if (this.#line.length === LONGEST_LINE) return null
      this.#line += String.fromCharCode(byte)
      return this.#line.length <= LONGEST_MARK && PAGE_LANGUAGE.test(this.#line) ? 'pjl' : null
    }
    const found = this.atEnd()
    this.begin(false)
    return found
  }

  /** Where text began that a command follows in its line; null: there is none. */
  get textAt(): number | null {
    return this.atEnd() === null ? null : this.#lineAt
  }

  /** What the line is if it ends here, as the stream may. Text before a command in its line (`CT~~CD,...`) never ends so. */
  atEnd(): OtherLanguage | null {
    const line = this.#line.replace(/\r/g, '')
    if (this.#isParameters || !PRINTABLE.test(line)) return null
    return isEplLine(line) ? 'epl' : 'text'
  }
}
