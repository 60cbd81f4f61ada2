import { rgb, StandardFonts, type PDFDocument, type PDFFont, type PDFPage } from 'pdf-lib'
import { code128Elements, code128Modules } from '../../src-labels/code128.ts'

const BLACK = rgb(0, 0, 0)
const GRAY = rgb(0.35, 0.35, 0.35)
const SHADE = rgb(0.93, 0.93, 0.93)

export interface Ink {
  size?: number
  isBold?: boolean
  isGray?: boolean
  align?: 'left' | 'right'
}

export interface Fonts {
  regular: PDFFont
  bold: PDFFont
}

export async function standardFonts(pdf: PDFDocument): Promise<Fonts> {
  return {
    regular: await pdf.embedFont(StandardFonts.Helvetica),
    bold: await pdf.embedFont(StandardFonts.HelveticaBold),
  }
}

/** A Letter page, drawn from its upper left corner, in points. */
export class Sheet {
  static readonly width = 612
  static readonly height = 792
  static readonly edge = 36
  readonly #page: PDFPage
  readonly #fonts: Fonts

  constructor(pdf: PDFDocument, fonts: Fonts) {
    this.#page = pdf.addPage([Sheet.width, Sheet.height])
    this.#fonts = fonts
  }

  /** One line, cut with an ellipsis to its width. `y` is its top. */
  text(x: number, y: number, width: number, text: string, ink: Ink = {}): void {
    const { size = 9, isBold = false, isGray = false, align = 'left' } = ink
    const font = isBold ? this.#fonts.bold : this.#fonts.regular
    const shown = fitted(writable(text), font, size, width)
    const left = align === 'left' ? x : x + width - font.widthOfTextAtSize(shown, size)
    this.#page.drawText(shown, {
      x: left,
      y: Sheet.height - y - size * 0.78,
      size,
      font,
      color: isGray ? GRAY : BLACK,
    })
  }

  line(x: number, y: number, to: number, thickness = 0.6): void {
    this.#page.drawLine({
      start: { x, y: Sheet.height - y },
      end: { x: to, y: Sheet.height - y },
      thickness,
      color: BLACK,
    })
  }

  shade(x: number, y: number, width: number, height: number): void {
    this.#page.drawRectangle({ x, y: Sheet.height - y - height, width, height, color: SHADE })
  }

  /** A Code 128 symbol that ends at `right`; a module is a point, which every scanner reads at arm's length. */
  barcode(right: number, y: number, height: number, data: string): void {
    const module = 1
    let x = right - code128Modules(data) * module
    code128Elements(data).forEach((modules, index) => {
      const width = modules * module
      if (index % 2 === 0) {
        this.#page.drawRectangle({ x, y: Sheet.height - y - height, width, height, color: BLACK })
      }
      x += width
    })
  }
}

function fitted(text: string, font: PDFFont, size: number, width: number): string {
  if (font.widthOfTextAtSize(text, size) <= width) return text
  let short = text
  while (short.length > 0 && font.widthOfTextAtSize(`${short.trimEnd()}...`, size) > width) short = short.slice(0, -1)
  return `${short.trimEnd()}...`
}

/** The standard fonts write Western European letters; any other is written without its mark, or as a question mark. */
function writable(text: string): string {
  return Array.from(text.replaceAll(/\s+/g, ' ')).map(inWindows1252).join('')
}

function inWindows1252(char: string): string {
  if (
    /[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac\u0160\u0161\u017d\u017e]/.test(
      char,
    )
  ) {
    return char
  }
  const plain = char.normalize('NFKD').replaceAll(/\P{ASCII}/gu, '')
  return plain === '' ? '?' : plain
}
