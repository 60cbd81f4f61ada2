import { isEplLine } from '../language.ts'
import type { OtherLanguage } from '../other-languages.ts'

const LF = 0x0a
/** What is longer is no line of a command. */
const LONGEST_LINE = 256
/** How jobs of page printers begin, and how many characters tell. */
const LONGEST_MARK = 16
const PAGE_LANGUAGE = /^\s*(@PJL|%!PS|%-12345X|%PDF-)/

/**
 * Looks through text that stands outside of all formats, line by line. A printer that knows both languages takes EPL lines
 * between ZPL labels.
 */
export class OutsideLines {
  #line = ''
  /** The rest of a command's own line is its parameters. */
  #isParameters = false

  /** A command's parameters begin, or the stream. */
  begin(isParameters: boolean): void {
    this.#line = ''
    this.#isParameters = isParameters
  }

  /** What the line is that ends with these bytes; null when it is none of another language, or has not ended. */
  take(byte: number): OtherLanguage | null {
    if (byte !== LF) {
      if (this.#line.length === LONGEST_LINE) return null
      this.#line += String.fromCharCode(byte)
      return this.#line.length <= LONGEST_MARK && PAGE_LANGUAGE.test(this.#line) ? 'pjl' : null
    }
    const line = this.#line.replace(/\r/g, '')
    const isEpl = !this.#isParameters && line !== '' && isEplLine(line)
    this.begin(false)
    return isEpl ? 'epl' : null
  }
}
