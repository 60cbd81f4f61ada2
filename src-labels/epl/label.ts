import type { Bitmap } from '../bitmap/bitmap.ts'
import { assertCode128Data } from '../code128.ts'
import type { LabelSize } from '../label-size.ts'
import { wrapText } from '../wrap.ts'
import { toWindows1252 } from './code-page.ts'
import { eplFontFor } from './fonts.ts'
import { directGraphic } from './graphics.ts'

export interface EplTextOptions {
  /** Widest a line may be, in dots; to the label's right edge when absent. */
  maxWidth?: number
  /** Most lines to print, one below the other at `height`; 1 when absent. */
  lines?: number
  /** Within `maxWidth`. */
  align?: 'left' | 'center' | 'right'
  /** White on black. */
  inverse?: boolean
}

/**
 * Composes one EPL2 label. Positions and sizes are dots from the top left corner.
 *
 * Quoted data is escaped and cannot end its command. A label sets its width, origin and character set; it leaves the form
 * length (`Q`) alone, because that command also says how the printer looks for gaps. The same calls give the same bytes.
 */
export class EplLabel {
  readonly size: LabelSize
  readonly #dpi: number
  readonly #parts: Uint8Array[] = []

  /** @param dpi of the printer: its built-in fonts differ by it. */
  constructor(size: LabelSize, dpi: number) {
    this.size = { widthDots: dots(size.widthDots, 1), heightDots: dots(size.heightDots, 1) }
    this.#dpi = dpi
  }

  /** Text in the largest built-in font that is not taller than `height`; too long a text is wrapped and then cut with `...`. */
  text(x: number, y: number, height: number, text: string, options: EplTextOptions = {}): this {
    const { font, across, down } = eplFontFor(this.#dpi, height)
    const room = options.maxWidth ?? Math.max(1, this.size.widthDots - x)
    const pitch = font.pitch * across
    const lines = this.#wrap(height, text, room, options.lines)
    for (const [index, line] of lines.entries()) {
      if (line === '') continue
      const spare = Math.max(0, room - line.length * pitch)
      const indent = options.align === 'right' ? spare : options.align === 'center' ? Math.floor(spare / 2) : 0
      const reverse = options.inverse ? 'R' : 'N'
      this.#line(
        `A${dots(x + indent)},${dots(y + index * height)},0,${font.number},${across},${down},${reverse},${quoted(line)}`,
      )
    }
    return this
  }

  /** How many lines `text` will take with these options; 0 for blank text. */
  lineCount(height: number, text: string, options: EplTextOptions & { maxWidth: number }): number {
    return this.#wrap(height, text, options.maxWidth, options.lines).length
  }

  #wrap(height: number, text: string, room: number, lines = 1): string[] {
    const { font, across } = eplFontFor(this.#dpi, height)
    const clean = toWindows1252(text.replace(/(?![\r\n])\p{Cc}/gu, ' '))
    return wrapText(clean, lines, (line) => line.length * font.pitch * across <= room)
  }

  /**
   * A Code 128 symbol, `moduleWidth` dots a module; `code128Modules(data)` says how many modules wide. Keep a quiet zone of
   * ten modules left and right.
   * @throws RangeError when the data is empty or not printable ASCII.
   */
  code128(
    x: number,
    y: number,
    text: string,
    options: { height?: number; moduleWidth?: number; showText?: boolean } = {},
  ): this {
    const { height = 100, moduleWidth = 2, showText = true } = options
    assertCode128Data(text)
    if (!Number.isInteger(moduleWidth) || moduleWidth < 1 || moduleWidth > 10) {
      throw new RangeError(`a module cannot be ${moduleWidth} dots wide`)
    }
    const readable = showText ? 'B' : 'N'
    return this.#line(`B${dots(x)},${dots(y)},0,1,${moduleWidth},2,${dots(height, 1)},${readable},${quoted(text)}`)
  }

  /** A filled black rectangle: a rule, horizontal or vertical. */
  line(x: number, y: number, width: number, height: number): this {
    return this.#line(`LO${dots(x)},${dots(y)},${dots(width, 1)},${dots(height, 1)}`)
  }

  /** A rectangle's outline, `thickness` dots strong, drawn inwards. */
  box(x: number, y: number, width: number, height: number, thickness: number): this {
    return this.#line(`X${dots(x)},${dots(y)},${dots(thickness, 1)},${dots(x + width, 1)},${dots(y + height, 1)}`)
  }

  /** A bitmap, dot for dot, its top left corner at x, y. */
  graphic(x: number, y: number, bitmap: Bitmap): this {
    this.#parts.push(directGraphic(dots(x), dots(y), bitmap))
    return this
  }

  /** The label's bytes, printed `copies` times. The leading line end closes whatever line was left open before. */
  toBytes(copies = 1): Uint8Array {
    const encode = (text: string) => new TextEncoder().encode(text)
    const head = encode(`\nN\nI8,A,001\nq${this.size.widthDots}\nR0,0\n`)
    return Buffer.concat([head, ...this.#parts, encode(`P${dots(copies, 1)}\n`)])
  }

  #line(command: string): this {
    this.#parts.push(Uint8Array.from(command + '\n', (char) => char.charCodeAt(0)))
    return this
  }
}

function dots(value: number, least = 0): number {
  const whole = Math.round(value)
  if (!(whole >= least && whole <= 32000)) throw new RangeError(`${value} is not a number of dots on a label`)
  return whole
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}
