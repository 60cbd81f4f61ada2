import type { Bitmap } from '../bitmap/bitmap.ts'
import { assertCode128Data, code128Modules, code128ValuesIn, elementsOfValues } from '../code128.ts'
import type { LabelSize } from '../label-size.ts'
import { wrapText } from '../wrap.ts'
import { escapeFieldData } from './escape.ts'
import { lineWidth } from './font-zero.ts'
import { graphicField, type GraphicEncoding } from './graphics.ts'

/** Control characters other than line ends: a printer's font has no picture for them. */
const LINE_CONTROLS = /(?![\r\n])\p{Cc}/gu

export type { LabelSize }

export interface TextOptions {
  /** Character width in dots; the font's own proportion when absent. */
  width?: number
  /** Widest a line may be, in dots; to the label's right edge when absent. */
  maxWidth?: number
  /** Most lines to print, one below the other at the character height; 1 when absent. */
  lines?: number
  /** Within `maxWidth`. */
  align?: 'left' | 'center' | 'right'
  /** White on a black ground as high as the lines and as wide as `maxWidth`, or as the text when that is absent. */
  inverse?: boolean
}

/**
 * Composes one ZPL label. Positions and sizes are dots from the top left corner; fields are printed in the order given.
 *
 * Field data is written in hex where it must be, so nothing in it can end the field or the label. A label never changes
 * the printer's own settings (media, mode, darkness, speed); it sets its own size, origin, encoding and copies only.
 * The same calls give the same bytes.
 */
export class ZplLabel {
  readonly size: LabelSize
  #fields = ''

  constructor(size: LabelSize) {
    this.size = { widthDots: dots(size.widthDots, 1), heightDots: dots(size.heightDots, 1) }
  }

  /**
   * Text in the printer's scalable font, its top at `y`. Too long a text is wrapped within `lines` and then cut with
   * `...`; it is wrapped here because the printer's own block (`^FB`) prints what is too much over the last line.
   */
  text(x: number, y: number, height: number, text: string, options: TextOptions = {}): this {
    const characterWidth = options.width ?? height
    const { lines, room, above, beside } = wrapped(height, text, this.#maxWidth(x, options), options)
    if (lines.length === 0) return this
    if (options.inverse) {
      const widest = Math.max(...lines.map((line) => lineWidth(line, characterWidth)))
      this.line(x, y, options.maxWidth ?? widest + 2 * beside, height * lines.length)
    }
    const font = `^A0N,${dots(height, 1)},${dots(characterWidth, 1)}${options.inverse ? '^FR' : ''}`
    for (const [index, line] of lines.entries()) {
      if (line === '') continue
      const origin = `^FO${dots(x + beside)},${dots(y + above + index * height)}${font}`
      this.#fields +=
        origin +
        (options.align === undefined || options.align === 'left' ? data(line) : aligned(line, room, options.align))
    }
    return this
  }

  /** How many lines `text` will take with these options; 0 for blank text. */
  lineCount(height: number, text: string, options: TextOptions & { maxWidth: number }): number {
    return wrapped(height, text, options.maxWidth, options).lines.length
  }

  #maxWidth(x: number, options: TextOptions): number {
    return options.maxWidth ?? this.size.widthDots - x
  }

  /**
   * A Code 128 symbol, `moduleWidth` dots a module, 1 to 10; `zplCode128Modules(data)` says how many modules wide. Keep a
   * quiet zone of ten modules left and right.
   * @throws RangeError when the data is empty or not printable ASCII.
   */
  code128(
    x: number,
    y: number,
    text: string,
    options: { height?: number; moduleWidth?: number; showText?: boolean } = {},
  ): this {
    const { height = 100, moduleWidth = 2, showText = true } = options
    if (!Number.isInteger(moduleWidth) || moduleWidth < 1 || moduleWidth > 10) {
      throw new RangeError(`a module cannot be ${moduleWidth} dots wide`)
    }
    this.#fields +=
      `^FO${dots(x)},${dots(y)}^BY${moduleWidth},3,${dots(height, 1)}` +
      `^BCN,${dots(height, 1)},${showText ? 'Y' : 'N'},N,N,${code128Field(text)}`
    return this
  }

  /** A QR code of error correction level M, `magnification` dots a module, 1 to 10; text goes in as UTF-8. */
  qr(x: number, y: number, text: string, options: { magnification?: number } = {}): this {
    const { magnification = 4 } = options
    if (!Number.isInteger(magnification) || magnification < 1 || magnification > 10) {
      throw new RangeError(`a QR module cannot be ${magnification} dots wide`)
    }
    // Printers move a QR code down by the bar height last set, so that is set to its least.
    this.#fields += `^FO${dots(x)},${dots(y)}^BY2,3,1^BQN,2,${magnification}${data(`MA,${text}`)}`
    return this
  }

  /** A filled black rectangle: a rule, horizontal or vertical. */
  line(x: number, y: number, width: number, height: number): this {
    return this.box(x, y, width, height, Math.min(width, height))
  }

  /** A rectangle's outline, `thickness` dots strong, drawn inwards. */
  box(x: number, y: number, width: number, height: number, thickness: number): this {
    const [w, h, t] = [dots(width, 1), dots(height, 1), dots(thickness, 1)]
    this.#fields += `^FO${dots(x)},${dots(y)}^GB${w},${h},${t},B,0^FS`
    return this
  }

  /** A bitmap, dot for dot, its top left corner at x, y. Z64 is smaller than ACS, but old printers lack it. */
  graphic(x: number, y: number, bitmap: Bitmap, encoding: GraphicEncoding = 'ACS'): this {
    this.#fields += `^FO${dots(x)},${dots(y)}${graphicField(bitmap, encoding)}^FS`
    return this
  }

  /** The label as ASCII bytes, printed `copies` times. */
  toBytes(copies = 1): Uint8Array {
    const { widthDots, heightDots } = this.size
    const head = `^XA^CI28^PW${widthDots}^LL${heightDots}^LH0,0`
    return new TextEncoder().encode(`${head}${this.#fields}^PQ${dots(copies, 1)}^XZ`)
  }
}

/** Text broken into lines, with the room they have and what white text needs around it. */
function wrapped(height: number, text: string, maxWidth: number, options: TextOptions) {
  const characterWidth = options.width ?? height
  // White text needs black around it, or its edges are lost: an eighth above, a quarter beside.
  const [above, beside] = options.inverse ? [height / 8, height / 4] : [0, 0]
  const room = Math.max(1, maxWidth - 2 * beside)
  const lines = wrapText(
    text.replace(LINE_CONTROLS, ' '),
    options.lines ?? 1,
    (line) => lineWidth(line, characterWidth) <= room,
  )
  return { lines, room, above, beside }
}

/** A number of dots as ZPL takes it: a whole number from `least` to 32000. */
function dots(value: number, least = 0): number {
  const whole = Math.round(value)
  if (!(whole >= least && whole <= 32000)) throw new RangeError(`${value} is not a number of dots on a label`)
  return whole
}

/** A line as a block of one line, which is how the printer centers it. In a block `\\` starts an escape; doubled it is literal. */
function aligned(line: string, room: number, align: 'center' | 'right'): string {
  return `^FB${dots(room, 1)},1,0,${align === 'center' ? 'C' : 'R'},0${data(line.replaceAll('\\', '\\\\'))}`
}

function data(text: string): string {
  return `^FH^FD${escapeFieldData(text)}^FS`
}

/**
 * Mode and data of a `^BC` field. Automatic mode packs digits and takes data as it is, save for `>`: that starts
 * an invocation code in some firmware, so data that holds one is written in subset B throughout, where `>0` encodes it.
 */
function code128Field(text: string): string {
  assertCode128Data(text)
  return isInSubsetB(text) ? `N${data(`>:${text.replaceAll('>', '>0')}`)}` : `A${data(text)}`
}

function isInSubsetB(text: string): boolean {
  return text.includes('>')
}

/**
 * Width of the symbol that `ZplLabel.code128` prints, in modules, without quiet zones.
 * @throws RangeError when the data is empty or not printable ASCII.
 */
export function zplCode128Modules(text: string): number {
  if (!isInSubsetB(text)) return code128Modules(text)
  return elementsOfValues(code128ValuesIn('B', text)).reduce((sum, width) => sum + width, 0)
}
