import { resize } from '../bitmap/fit.ts'
import { code128Modules, elementsOfValues, gs1128Values, isCode128Data } from '../code128.ts'
import { EplLabel } from '../epl/label.ts'
import type { Bitmap } from '../bitmap/bitmap.ts'
import { fillRectangle } from '../bitmap/transform.ts'
import { wrapText } from '../wrap.ts'
import { labelSizeInDots, type LabelDpi, type LabelMedia } from '../label-size.ts'
import { ZplLabel, zplCode128Modules } from '../zpl/label.ts'
import { barsBitmap, NARROWEST_BAR_MM } from '../barcodes/bars.ts'
import { lacksLetters, type Letters } from './letters.ts'

/** Which printer a label is composed for. */
export interface LabelTarget {
  language: 'ZPL' | 'EPL'
  dpi: LabelDpi
  media: LabelMedia
  /** Draws what the printer's fonts lack; without it such letters are spelled in others, or come out as boxes. */
  letters?: Letters | null
}

export interface RowOptions {
  /** Most lines the text may take; 1 when absent. What is too much is cut and ends in `...`. */
  lines?: number
  align?: 'left' | 'center' | 'right'
  /** White on black. */
  inverse?: boolean
}

type Outcome = 'drawn' | 'cut' | 'no-room' | 'narrow'

/** A row has no room on the label, or its bars none in which a scanner reads them; the message says which. */
export class LabelRoomError extends RangeError {
  override readonly name = 'LabelRoomError'
}

/** A Code 128 needs ten modules of white on either side. */
const QUIET_MODULES = 20
/** Wider bars scan no better. */
const WIDEST_MODULE_MM = 0.5
/** Modules of a code of squares are read from further off when they are larger. */
const WIDEST_SQUARE_MM = 1
/** Media smaller than 4 by 6 in gets smaller rows, but none too small to read. */
const [SMALLEST_SCALE, LARGEST_SCALE] = [0.4, 2]

/**
 * A label filled row by row from the top. Heights are millimetres on a 4 by 6 in label; on other media rows shrink or grow
 * with it. A row that no longer fits is left out rather than printed over the edge, and the label is then refused.
 */
export class LabelColumn {
  readonly label: ZplLabel | EplLabel
  readonly #dotsPerMm: number
  readonly #scale: number
  readonly #left: number
  readonly #room: number
  readonly #letters: Letters | null
  #y: number
  #outcome: Outcome = 'drawn'
  #lost: 'no-room' | 'narrow' | null = null

  constructor({ language, dpi, media, letters = null }: LabelTarget) {
    this.#letters = letters
    const size = labelSizeInDots(media, dpi)
    this.label = language === 'ZPL' ? new ZplLabel(size) : new EplLabel(size, dpi)
    this.#dotsPerMm = dpi === 203 ? 8 : dpi === 300 ? 12 : 24
    this.#scale = Math.min(LARGEST_SCALE, Math.max(SMALLEST_SCALE, Math.min(media.widthIn / 4, media.heightIn / 6)))
    this.#left = this.dots(3)
    this.#room = size.widthDots - 2 * this.#left
    this.#y = this.dots(3)
  }

  /**
   * The outcome of the row before. cut: its text ends in `...`. no-room: it was left out. narrow: its bars are below the
   * least width that scanners read (`NARROWEST_BAR_MM`), or would be narrower than a dot, and then it was left out.
   */
  get outcome(): Outcome {
    return this.#outcome
  }

  #end(outcome: Outcome): void {
    this.#outcome = outcome
    if (outcome === 'no-room' || outcome === 'narrow') this.#lost ??= outcome
  }

  /** Millimetres of a 4 by 6 in label as dots of this one, at least 1. */
  dots(millimetres: number): number {
    return Math.max(1, Math.round(millimetres * this.#dotsPerMm * this.#scale))
  }

  /** Whether a row this high would still fit. */
  hasRoom(millimetres: number): boolean {
    return this.#y + this.dots(millimetres) <= this.label.size.heightDots - this.dots(2)
  }

  /** Millimetres that `text` takes of these letters, and a little more since dots are whole. */
  heightOf(millimetres: number, text: string, lines: number): number {
    const height = this.dots(millimetres)
    const taken =
      this.#letters && lacksLetters(text)
        ? wrapText(text, lines, this.#fits(this.#letters, height)).length * this.#letters.rowHeight(height)
        : this.label.lineCount(height, text, { maxWidth: this.#room, lines }) * height
    return taken / (this.#dotsPerMm * this.#scale) + 2
  }

  #fits(letters: Letters, height: number): (line: string) => boolean {
    return (line) => letters.widthOf(line, height) <= this.#room
  }

  /** Text whose letters are `millimetres` high. Takes as many lines as there is room for; none for blank text. */
  text(millimetres: number, text: string, { lines = 1, align = 'left', inverse = false }: RowOptions = {}): this {
    if (this.#letters && lacksLetters(text))
      return this.#picture(this.#letters, millimetres, text, { lines, align, inverse })
    const height = this.dots(millimetres)
    const room = Math.floor((this.label.size.heightDots - this.dots(2) - this.#y) / height)
    const most = Math.min(lines, room)
    this.#end(most < 1 ? 'no-room' : 'drawn')
    if (most < 1) return this
    const options = { maxWidth: this.#room, lines: most, align, inverse }
    const taken = this.label.lineCount(height, text, options)
    if (taken === 0) return this
    if (this.label.lineCount(height, text, { ...options, lines: Infinity }) > most) this.#end('cut')
    this.label.text(this.#left, this.#y, height, text, options)
    this.#y += height * taken + this.dots(1.5)
    return this
  }

  /** Text as pictures, a line each, where the printer's fonts lack its letters. What reads from the right starts there. */
  #picture(letters: Letters, millimetres: number, text: string, { lines, align, inverse }: Required<RowOptions>): this {
    const height = this.dots(millimetres)
    const rowHeight = letters.rowHeight(height)
    const room = Math.floor((this.label.size.heightDots - this.dots(2) - this.#y) / rowHeight)
    const most = Math.min(lines, room)
    this.#end(most < 1 ? 'no-room' : 'drawn')
    if (most < 1) return this
    const fits = this.#fits(letters, height)
    const clean = text.replace(/(?![\r\n])\p{Cc}/gu, ' ')
    if (wrapText(clean, Infinity, fits).length > most) this.#end('cut')
    for (const line of wrapText(clean, most, fits)) {
      if (line === '') continue
      const picture = letters.draw(line, height)
      if (inverse) fillRectangle(picture, 0, 0, picture.width, picture.height, 'invert')
      const spare = Math.max(0, this.#room - picture.width)
      const side = align === 'left' && letters.isRightToLeft(line) ? 'right' : align
      const indent = side === 'right' ? spare : side === 'center' ? Math.floor(spare / 2) : 0
      this.label.graphic(this.#left + indent, this.#y, picture)
      this.#y += rowHeight
    }
    this.#y += this.dots(1.5)
    return this
  }

  #code128Modules(data: string): number {
    return this.label instanceof ZplLabel ? zplCode128Modules(data) : code128Modules(data)
  }

  /** The data as a Code 128 in the middle; left out when it cannot be one, or its bars would be narrower than a dot. */
  code128(millimetres: number, data: string): this {
    if (!isCode128Data(data)) return this
    return this.#symbol(millimetres, this.#code128Modules(data), (x, y, size) =>
      this.label.code128(x, y, data, { ...size, showText: false }),
    )
  }

  /** The same where scanners can read it, as wide as this label is; else nothing, so that it has to be on it as text too. */
  readableCode128(millimetres: number, data: string): this {
    if (!isCode128Data(data) || this.#isNarrow(this.#moduleWidth(this.#code128Modules(data)))) return this
    return this.code128(millimetres, data)
  }

  /**
   * A GS1-128 in the middle: application identifiers and their data, without parentheses, `FNC1_SIGN` between them. It goes
   * out as a picture, since printers differ in what they make of such data.
   */
  gs1128(millimetres: number, data: string): this {
    const elements = elementsOfValues(gs1128Values(data))
    const modules = elements.reduce((sum, width) => sum + width, 0)
    return this.#symbol(millimetres, modules, (x, y, { height, moduleWidth }) =>
      this.label.graphic(
        x,
        y,
        barsBitmap(
          elements.map((width) => width * moduleWidth),
          height,
        ),
      ),
    )
  }

  /**
   * A code of squares in the middle, as a picture, so that it is the same in every printer: at most so high, its quiet zone
   * of so many modules included.
   */
  matrix(millimetres: number, modules: Bitmap, quiet: number): this {
    const across = Math.max(modules.width, modules.height) + 2 * quiet
    const fits = Math.floor(Math.min(this.#room, this.dots(millimetres)) / across)
    const side = Math.min(fits, Math.max(1, Math.round(WIDEST_SQUARE_MM * this.#dotsPerMm * this.#scale)))
    this.#end(!this.hasRoom(millimetres) ? 'no-room' : this.#isNarrow(side) ? 'narrow' : 'drawn')
    if (side < 1 || this.#outcome === 'no-room') return this
    const picture = resize(modules, { width: modules.width * side, height: modules.height * side })
    const x = Math.round((this.label.size.widthDots - picture.width) / 2)
    this.label.graphic(x, this.#y + quiet * side, picture)
    this.#y += picture.height + 2 * quiet * side + this.dots(1)
    return this
  }

  #isNarrow(moduleDots: number): boolean {
    return moduleDots < NARROWEST_BAR_MM * this.#dotsPerMm
  }

  #moduleWidth(modules: number): number {
    const fits = Math.floor(this.#room / (modules + QUIET_MODULES))
    return Math.min(fits, 10, Math.max(1, Math.round(WIDEST_MODULE_MM * this.#dotsPerMm * this.#scale)))
  }

  #symbol(
    millimetres: number,
    modules: number,
    draw: (x: number, y: number, size: { height: number; moduleWidth: number }) => void,
  ): this {
    const moduleWidth = this.#moduleWidth(modules)
    this.#end(!this.hasRoom(millimetres) ? 'no-room' : this.#isNarrow(moduleWidth) ? 'narrow' : 'drawn')
    if (moduleWidth < 1 || this.#outcome === 'no-room') return this
    const x = Math.round((this.label.size.widthDots - modules * moduleWidth) / 2)
    draw(x, this.#y, { height: this.dots(millimetres), moduleWidth })
    this.#y += this.dots(millimetres) + this.dots(2)
    return this
  }

  /** A picture in the middle, dot by dot; left out where it does not fit. */
  picture(bitmap: Bitmap): this {
    if (bitmap.width > this.#room || this.#y + bitmap.height > this.label.size.heightDots - this.dots(2)) return this
    this.label.graphic(this.#left + Math.floor((this.#room - bitmap.width) / 2), this.#y, bitmap)
    this.#y += bitmap.height + this.dots(2)
    return this
  }

  /** A rule from margin to margin. */
  rule(): this {
    this.#end(this.hasRoom(1) ? 'drawn' : 'no-room')
    if (!this.hasRoom(1)) return this
    this.label.line(this.#left, this.#y, this.#room, this.dots(0.4))
    this.#y += this.dots(2)
    return this
  }

  /** @throws LabelRoomError when a row was left out, or has bars that are too narrow. */
  toBytes(): Uint8Array {
    if (this.#lost === 'no-room') throw new LabelRoomError('there is no room for all of it on this label')
    if (this.#lost === 'narrow') throw new LabelRoomError('the bars would be too narrow for a scanner on this label')
    return this.label.toBytes()
  }
}
