import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { rgb, StandardFonts, type Color, type PDFDocument, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import { fontSubset } from '../letters/font-subset.ts'
import { openLetters, type LineShapes } from '../letters/letters.ts'

export type Weight = 'regular' | 'bold'

const STANDARD = { regular: StandardFonts.Helvetica, bold: StandardFonts.HelveticaBold }
/** Arimo is as wide as Helvetica, letter by letter, and has Latin, Greek and Cyrillic. */
const ARIMO = {
  regular: { file: '400Regular/Arimo_400Regular.ttf', name: 'WAYBIL+Arimo-Regular' },
  bold: { file: '700Bold/Arimo_700Bold.ttf', name: 'WAYBIL+Arimo-Bold' },
}
/** How long the box of a letter is in a font file. */
const BOX_BYTES = 16
const LATIN_1 = /^[\x20-\x7e\xa1-\xff]$/
const BEYOND_LATIN_1 = /[^\n\x20-\x7e\xa1-\xff]/

/** A font with more letters than every PDF reader has, and which those are. */
interface WideFont {
  font: PDFFont
  letters: ReadonlySet<number>
}

const files = new Map<Weight, Buffer>()
/** Beside the letters of the texts, those of what is printed around them: Latin-1, and the signs of typesetting. */
const ALWAYS = [...Array.from({ length: 0xdf }, (_, at) => 0x20 + at), 0x2013, 0x2014, 0x2018, 0x2019, 0x2026, 0x20ac]

/** Letters that are written from right to left: a line of them is laid out as a whole. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
/** Parts of the type's size that outlines are drawn in. */
const EM = 1000
/** What outlines are made bolder by, of the type's size. */
const BOLDER = 0.03

/** A piece of a line: set in type, or drawn as outlines. */
interface Piece {
  text: string
  isDrawn: boolean
}

/**
 * One weight of a document's type. A line in Latin-1 is set in Helvetica, which every reader has; any other line in Arimo,
 * of which the file gets the letters that are written, and only if there is such a line. (HarfBuzz makes that subset: the PDF
 * library's lose outlines, letters that can be copied out and are not to be seen.) Letters that Arimo lacks are drawn as outlines, shaped as their script wants it:
 * they are to be seen and cannot be copied out. A letter that no font here has is set without its accents, or as "?": it is
 * seen to be missing, and never breaks the document.
 */
export class PaperFont {
  readonly #standard: PDFFont
  readonly #wide: WideFont | null
  readonly #shapes: LineShapes | null
  readonly #isBold: boolean
  readonly #lengths = new Map<string, number>()

  private constructor(standard: PDFFont, wide: WideFont | null, shapes: LineShapes | null, weight: Weight) {
    this.#standard = standard
    this.#wide = wide
    this.#shapes = shapes
    this.#isBold = weight === 'bold'
  }

  /** @param texts everything that may be written, in any form that JSON has. */
  static async embed(pdf: PDFDocument, weight: Weight, texts: unknown): Promise<PaperFont> {
    const written = JSON.stringify(texts).normalize('NFC')
    const wide = BEYOND_LATIN_1.test(written) ? await embedWide(pdf, weight, written) : null
    const isLacking = (char: string) => !LATIN_1.test(char) && isLetter(char.codePointAt(0) ?? 0)
    const lacks =
      wide !== null && [...written].some((char) => isLacking(char) && !wide.letters.has(char.codePointAt(0) ?? 0))
    return new PaperFont(await pdf.embedFont(STANDARD[weight]), wide, lacks ? await openLetters() : null, weight)
  }

  /** The text in letters that can be drawn. */
  printable(text: string): string {
    return Array.from(text.normalize('NFC'), (char) => {
      if (char === '\n' || this.#isSet(char) || this.#isDrawn(char)) return char
      if (/\s/.test(char)) return ' '
      const bare = char.normalize('NFKD').replace(/\p{M}/gu, '')
      return bare !== '' && [...bare].every((letter) => this.#isSet(letter)) ? bare : '?'
    }).join('')
  }

  /** The fonts of the letters of a printable line. */
  faceOf(line: string): PDFFont {
    const isWide = this.#wide !== null && [...line].some((char) => !LATIN_1.test(char) && this.#isSet(char))
    return isWide && this.#wide ? this.#wide.font : this.#standard
  }

  /**
   * Width of a printable line as it will be drawn, in points. The font's own measure of a whole line reckons with kerning,
   * which nothing that draws it applies, and so comes out too narrow.
   */
  widthOf(line: string, size: number): number {
    const face = this.faceOf(line)
    return this.#pieces(line).reduce((sum, piece) => sum + this.#widthOf(piece, face, size), 0)
  }

  /** Draws a printable line from `x` on, its base line at `y`, in points from the lower left corner of the page. */
  draw(
    page: PDFPage,
    line: string,
    { x, y, size, color }: { x: number; y: number; size: number; color?: Color },
  ): void {
    const face = this.faceOf(line)
    const ink = color ?? rgb(0, 0, 0)
    let at = x
    for (const piece of this.#pieces(line)) {
      if (!piece.isDrawn) page.drawText(piece.text, { x: at, y, size, font: face, color: ink })
      else {
        const stroke = this.#isBold ? { borderColor: ink, borderWidth: size * BOLDER } : {}
        const { path = '' } = this.#shapes?.shapeOf(piece.text) ?? {}
        page.drawSvgPath(path, { x: at, y, scale: size / EM, color: ink, ...stroke })
      }
      at += this.#widthOf(piece, face, size)
    }
  }

  #widthOf({ text, isDrawn }: Piece, face: PDFFont, size: number): number {
    if (!isDrawn) return Array.from(text).reduce((sum, char) => sum + face.widthOfTextAtSize(char, size), 0)
    const length = this.#lengths.get(text) ?? this.#shapes?.shapeOf(text).length ?? 0
    this.#lengths.set(text, length)
    return (length * size) / EM
  }

  #pieces(line: string): Piece[] {
    if (this.#shapes === null) return [{ text: line, isDrawn: false }]
    if (RIGHT_TO_LEFT.test(line)) return [{ text: line, isDrawn: true }]
    const pieces: Piece[] = []
    for (const char of line) {
      const isDrawn = !this.#isSet(char)
      const last = pieces.at(-1)
      if (last?.isDrawn === isDrawn) last.text += char
      else pieces.push({ text: char, isDrawn })
    }
    return pieces
  }

  #isSet(char: string): boolean {
    return LATIN_1.test(char) || (this.#wide?.letters.has(char.codePointAt(0) ?? 0) ?? false)
  }

  #isDrawn(char: string): boolean {
    return !/[\p{C}\p{Z}]/u.test(char) && (this.#shapes?.has(char) ?? false)
  }
}

async function embedWide(pdf: PDFDocument, weight: Weight, written: string): Promise<WideFont> {
  const { file, name } = ARIMO[weight]
  const whole =
    files.get(weight) ?? readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/arimo/${file}`))
  files.set(weight, whole)
  // Only now: its tables of every script take some 15 MB, and most papers are in Latin-1.
  const { default: fontkit } = await import('@pdf-lib/fontkit')
  const subset = fontSubset(whole, [...ALWAYS, ...Array.from(written, (char) => char.codePointAt(0) ?? 0)])
  // The library reads the box of a letter without outline as well, the last one's behind the end.
  const bytes = Buffer.concat([subset, Buffer.alloc(BOX_BYTES)])
  pdf.registerFontkit(fontkit)
  // A name of its own: the library's ends in random letters, and the same order is to give the same bytes.
  const font = await pdf.embedFont(bytes, { customName: name, features: { liga: false } })
  return { font, letters: new Set(font.getCharacterSet().filter(isLetter)) }
}

/** Control characters have glyphs too; none of them is to be drawn, nor what turns the direction of a line. */
function isLetter(codePoint: number): boolean {
  return !/[\p{C}\p{Z}]/u.test(String.fromCodePoint(codePoint))
}
