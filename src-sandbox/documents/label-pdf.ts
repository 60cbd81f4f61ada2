import { rgb, type PDFPage } from '@cantoo/pdf-lib'
import { code128Elements } from '../../src-labels/code128.ts'
import { wrapText } from '../../src-labels/wrap.ts'
import type { LabelSize } from '../../src-shared/freight/document.ts'
import type { LabelContent } from './label-content.ts'
import { drawLabel, type LabelCanvas } from './label-layout.ts'
import { madeByService } from './paper/made-by-service.ts'
import { drawLabelSheet, LABEL_ON_SHEET } from './paper/label-sheet.ts'
import { newPdf, Paper } from '../../src-node/paper/paper.ts'
import { PaperFont } from '../../src-node/paper/paper-font.ts'

/** PDF points a dot: 72 an inch over 8 a millimetre. */
const POINTS_A_DOT = 72 / 203.2
const LABEL_POINTS = { width: 288, height: 432 }

/** Labels as one PDF, a page each: a page of the label's size, or a letter page with instructions around the label. */
export async function renderLabelPdf(
  contents: readonly LabelContent[],
  size: LabelSize,
  instructions: string,
  madeAt: number,
): Promise<Uint8Array> {
  const title = `Shipping label ${contents[0]?.trackingNumber ?? ''}`
  if (size === '8.5x11') {
    const paper = await Paper.open(madeByService(title, madeAt), [contents, instructions])
    contents.forEach((content, index) => {
      if (index > 0) paper.addPage()
      drawLabelSheet(paper, content, instructions)
      paper.onPage((page, bold) => {
        drawLabel(new PdfCanvas(page, bold, LABEL_ON_SHEET.x, LABEL_ON_SHEET.y), content)
      })
    })
    return paper.toBytes(title)
  }
  const pdf = await newPdf(madeByService(title, madeAt))
  const font = await PaperFont.embed(pdf, 'bold', contents)
  for (const content of contents) {
    drawLabel(new PdfCanvas(pdf.addPage([LABEL_POINTS.width, LABEL_POINTS.height]), font, 0, 0), content)
  }
  return pdf.save()
}

const BLACK = rgb(0, 0, 0)
/** Share of a line's height that Helvetica's size takes, and the place of its baseline. */
const FONT_SHARE = 0.9
const BASE_LINE_SHARE = 0.76

/** A page that is drawn on in dots from its upper left corner. */
class PdfCanvas implements LabelCanvas {
  readonly #page: PDFPage
  readonly #font: PaperFont
  readonly #left: number
  readonly #top: number

  constructor(page: PDFPage, font: PaperFont, left: number, top: number) {
    this.#page = page
    this.#font = font
    this.#left = left
    this.#top = page.getHeight() - top
  }

  text: LabelCanvas['text'] = (x, y, height, text, options = {}) => {
    const { maxWidth = Infinity, lines = 1, align = 'left' } = options
    const size = height * FONT_SHARE * POINTS_A_DOT
    const dotsOf = (line: string) => this.#font.widthOf(line, size) / POINTS_A_DOT
    wrapText(this.#font.printable(text), lines, (line) => dotsOf(line) <= maxWidth).forEach((line, index) => {
      const spare = maxWidth - dotsOf(line)
      const indent = align === 'right' ? spare : align === 'center' ? spare / 2 : 0
      this.#font.draw(this.#page, line, {
        x: this.#left + (x + indent) * POINTS_A_DOT,
        y: this.#top - (y + height * (index + BASE_LINE_SHARE)) * POINTS_A_DOT,
        size,
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
