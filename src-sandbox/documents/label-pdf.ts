import { PDFDocument, rgb, StandardFonts, type PDFFont, type PDFPage } from 'pdf-lib'
import { code128Elements } from '../../src-labels/code128.ts'
import { wrapText } from '../../src-labels/wrap.ts'
import type { LabelSize } from '../../src-shared/freight/document.ts'
import type { LabelContent } from './label-content.ts'
import { drawLabel, type LabelCanvas } from './label-layout.ts'

/** PDF points a dot: 72 an inch over 8 a millimetre. */
const POINTS_A_DOT = 72 / 203.2
const PAGES: Record<LabelSize, { width: number; height: number; left: number; top: number }> = {
  '4x6': { width: 288, height: 432, left: 0, top: 0 },
  // The label at its own size in the upper left corner, clear of what an office printer cannot reach.
  '8.5x11': { width: 612, height: 792, left: 36, top: 36 },
}

/** Labels as one PDF, a page each. */
export async function renderLabelPdf(contents: readonly LabelContent[], size: LabelSize): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.setTitle(`Shipping label ${contents[0]?.trackingNumber ?? ''}`)
  const font = await pdf.embedFont(StandardFonts.HelveticaBold)
  const { width, height, left, top } = PAGES[size]
  for (const content of contents) {
    drawLabel(new PdfCanvas(pdf.addPage([width, height]), font, left, top), content)
  }
  return pdf.save()
}

const BLACK = rgb(0, 0, 0)
/** Share of a line's height that Helvetica's size takes, and where its base line lies. */
const FONT_SHARE = 0.9
const BASE_LINE_SHARE = 0.76

/** A page that is drawn on in dots from its upper left corner. */
class PdfCanvas implements LabelCanvas {
  readonly #page: PDFPage
  readonly #font: PDFFont
  readonly #left: number
  readonly #top: number

  constructor(page: PDFPage, font: PDFFont, left: number, top: number) {
    this.#page = page
    this.#font = font
    this.#left = left
    this.#top = page.getHeight() - top
  }

  text: LabelCanvas['text'] = (x, y, height, text, options = {}) => {
    const { maxWidth = Infinity, lines = 1, align = 'left' } = options
    const size = height * FONT_SHARE * POINTS_A_DOT
    const dotsOf = (line: string) => this.#font.widthOfTextAtSize(line, size) / POINTS_A_DOT
    wrapText(printable(text), lines, (line) => dotsOf(line) <= maxWidth).forEach((line, index) => {
      const spare = maxWidth - dotsOf(line)
      const indent = align === 'right' ? spare : align === 'center' ? spare / 2 : 0
      this.#page.drawText(line, {
        x: this.#left + (x + indent) * POINTS_A_DOT,
        y: this.#top - (y + height * (index + BASE_LINE_SHARE)) * POINTS_A_DOT,
        size,
        font: this.#font,
      })
    })
  }

  code128: LabelCanvas['code128'] = (x, y, text, { height = 100, moduleWidth = 2 } = {}) => {
    let at = x
    code128Elements(text).forEach((modules, index) => {
      const width = modules * moduleWidth
      if (index % 2 === 0) this.line(at, y, width, height)
      at += width
    })
  }

  line: LabelCanvas['line'] = (x, y, width, height) => {
    this.#page.drawRectangle({
      x: this.#left + x * POINTS_A_DOT,
      y: this.#top - (y + height) * POINTS_A_DOT,
      width: width * POINTS_A_DOT,
      height: height * POINTS_A_DOT,
      color: BLACK,
    })
  }
}

/** The text in letters that a standard PDF font has (Latin-1); others lose their accents or become "?". */
function printable(text: string): string {
  const inLatin1 = (char: string) => /^[\x20-\x7e\xa1-\xff]$/.test(char)
  return Array.from(text.normalize('NFC').replace(/\s/g, ' '), (char) => {
    if (inLatin1(char)) return char
    const bare = char.normalize('NFKD').replace(/\p{M}/gu, '')
    return bare !== '' && [...bare].every(inLatin1) ? bare : '?'
  }).join('')
}
