import { degrees, LineCapStyle, PDFDocument, rgb, type PDFPage } from '@cantoo/pdf-lib'
import { code128Elements, code128Modules } from '../../src-labels/code128.ts'
import { cutText, wrapText } from '../../src-labels/wrap.ts'
import { PaperFont } from './paper-font.ts'

/** A letter page in points, and the area within the margins. */
const PAGE = { width: 612, height: 792 }
export const EDGE = { left: 36, right: 576, top: 36, bottom: 748 }
export const INNER_WIDTH = EDGE.right - EDGE.left

const BLACK = rgb(0, 0, 0)
const WHITE = rgb(1, 1, 1)
const INK = { black: BLACK, white: WHITE, gray: rgb(0.35, 0.35, 0.35), blue: rgb(0.07, 0.13, 0.4) }
const SHADE = rgb(0.9, 0.9, 0.9)
const PALE = rgb(0.85, 0.85, 0.85)
/** From the top of a line to its base, and to the next line, as shares of the font size. */
const BASE_LINE = 0.8
const LINE_HEIGHT = 1.2
const QUIET_MODULES = 10
/** 0.0075 in, the narrowest that hand scanners are sure of, and the widest that is useful. */
const MODULE_POINTS = { least: 0.54, most: 1.2 }

export interface TextStyle {
  /** Points. */
  size?: number
  isBold?: boolean
  /** Lines are broken and cut to this; to the right margin when absent. */
  width?: number
  lines?: number
  /** One line that may be cut inside a word: in a narrow column it keeps more of the text. */
  isCutInWord?: boolean
  align?: 'left' | 'center' | 'right'
  ink?: keyof typeof INK
}

/** Letter pages that are drawn on in points from the upper left corner. */
export class Paper {
  readonly #pdf: PDFDocument
  readonly #font: PaperFont
  readonly #bold: PaperFont
  #page: PDFPage

  private constructor(pdf: PDFDocument, font: PaperFont, bold: PaperFont) {
    this.#pdf = pdf
    this.#font = font
    this.#bold = bold
    this.#page = pdf.addPage([PAGE.width, PAGE.height])
  }

  /** One empty page. `texts` holds all that may be written on the pages. */
  static async open(about: PdfFacts, texts: unknown): Promise<Paper> {
    const pdf = await newPdf(about)
    const written = [about.title, texts]
    return new Paper(pdf, await PaperFont.embed(pdf, 'regular', written), await PaperFont.embed(pdf, 'bold', written))
  }

  get pageCount(): number {
    return this.#pdf.getPageCount()
  }

  addPage(): void {
    this.#page = this.#pdf.addPage([PAGE.width, PAGE.height])
  }

  /** Lets another canvas draw on this page. */
  onPage(draw: (page: PDFPage, bold: PaperFont) => void): void {
    draw(this.#page, this.#bold)
  }

  /** The lines that `text` is broken into. */
  wrap(
    text: string,
    { size = 9, isBold = false, width = INNER_WIDTH, lines = 1, isCutInWord = false }: TextStyle,
  ): string[] {
    const font = isBold ? this.#bold : this.#font
    const fits = (line: string) => font.widthOf(line, size) <= width
    const printable = font.printable(text)
    return isCutInWord ? [cutText(printable, fits)] : wrapText(printable, lines, fits)
  }

  /** Writes text, its top at `y`; gives where the next line would start. */
  text(x: number, y: number, text: string, style: TextStyle = {}): number {
    const { size = 9, isBold = false, width = EDGE.right - x, align = 'left', ink = 'black' } = style
    const font = isBold ? this.#bold : this.#font
    const lines = this.wrap(text, { ...style, width })
    lines.forEach((line, index) => {
      const spare = width - font.widthOf(line, size)
      const indent = align === 'right' ? spare : align === 'center' ? spare / 2 : 0
      const base = y + size * (LINE_HEIGHT * index + BASE_LINE)
      font.draw(this.#page, line, { x: x + indent, y: PAGE.height - base, size, color: INK[ink] })
    })
    return y + lines.length * size * LINE_HEIGHT
  }

  /** A frame, empty, shaded or black. */
  box(x: number, y: number, width: number, height: number, fill: 'none' | 'shade' | 'black' = 'none'): void {
    this.#page.drawRectangle({
      x,
      y: PAGE.height - y - height,
      width,
      height,
      borderColor: BLACK,
      borderWidth: 0.6,
      ...(fill === 'none' ? {} : { color: fill === 'shade' ? SHADE : BLACK }),
    })
  }

  /** A gray band without a frame. */
  shade(x: number, y: number, width: number, height: number): void {
    this.#page.drawRectangle({ x, y: PAGE.height - y - height, width, height, color: SHADE })
  }

  line(
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
    { isDashed = false, thickness = 0.6 }: { isDashed?: boolean; thickness?: number } = {},
  ): void {
    this.#page.drawLine({
      start: { x: fromX, y: PAGE.height - fromY },
      end: { x: toX, y: PAGE.height - toY },
      thickness,
      color: BLACK,
      ...(isDashed ? { dashArray: [4, 3] } : {}),
    })
  }

  /** A Code 128 symbol as wide as is useful, in the middle of `width` points, its text below it. */
  code128(x: number, y: number, width: number, height: number, data: string): void {
    const barHeight = height - 11
    this.bars(x, y, width, barHeight, data)
    this.text(x, y + barHeight + 2, data, { size: 8, width, align: 'center' })
  }

  /** A Code 128 symbol as wide as is useful, in the middle of `width` points. */
  bars(x: number, y: number, width: number, height: number, data: string): void {
    const modules = code128Modules(data)
    const module = Math.min(MODULE_POINTS.most, width / (modules + 2 * QUIET_MODULES))
    if (module < MODULE_POINTS.least) throw new RangeError(`${data} is too long for a symbol of ${width} points`)
    let at = x + (width - modules * module) / 2
    code128Elements(data).forEach((elements, index) => {
      if (index % 2 === 0) {
        this.#page.drawRectangle({
          x: at,
          y: PAGE.height - y - height,
          width: elements * module,
          height,
          color: BLACK,
        })
      }
      at += elements * module
    })
  }

  /** A stroke of handwriting: an SVG path, its origin at x, y. */
  stroke(x: number, y: number, path: string, scale: number): void {
    this.#page.drawSvgPath(path, {
      x,
      y: PAGE.height - y,
      scale,
      borderColor: INK.blue,
      borderWidth: 2.2,
      borderLineCap: LineCapStyle.Round,
    })
  }

  /** A large pale word across the page, under later drawing. */
  stamp(word: string): void {
    const size = 150
    const width = this.#bold.widthOf(word, size)
    this.#page.drawText(word, {
      x: (PAGE.width - width * Math.SQRT1_2) / 2 + 36,
      y: (PAGE.height - width * Math.SQRT1_2) / 2,
      size,
      font: this.#bold.faceOf(word),
      color: PALE,
      rotate: degrees(45),
    })
  }

  /** Writes which page it is of how many and `note` at the foot of every page, and closes the file. */
  async toBytes(
    note: string,
    pageOf = (page: number, pages: number) => `Page ${page} of ${pages}`,
  ): Promise<Uint8Array> {
    const pages = this.#pdf.getPages()
    pages.forEach((page, index) => {
      this.#page = page
      this.line(EDGE.left, 756, EDGE.right, 756)
      this.text(EDGE.left, 760, note, { size: 7, width: INNER_WIDTH - 80, ink: 'gray' })
      this.text(EDGE.right - 80, 760, pageOf(index + 1, pages.length), {
        size: 7,
        width: 80,
        align: 'right',
        ink: 'gray',
      })
    })
    return this.#pdf.save()
  }
}

/** The metadata of a file. */
export interface PdfFacts {
  title: string
  /** BCP 47. */
  language?: string
  /** Who made it, and when by its maker's clock; a file without them has neither. */
  made?: { by: string; at: number }
}

/** An empty PDF. The same facts give the same bytes. */
export async function newPdf({ title, language, made }: PdfFacts): Promise<PDFDocument> {
  const pdf = await PDFDocument.create({ updateMetadata: made !== undefined })
  pdf.setTitle(title)
  if (language !== undefined) pdf.setLanguage(language)
  if (made === undefined) return pdf
  const at = new Date(made.at)
  pdf.setProducer(made.by)
  pdf.setCreator('Waybill')
  pdf.setCreationDate(at)
  pdf.setModificationDate(at)
  return pdf
}
