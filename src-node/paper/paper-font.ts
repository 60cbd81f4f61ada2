import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { StandardFonts, type PDFDocument, type PDFFont } from 'pdf-lib'

export type Weight = 'regular' | 'bold'

const STANDARD = { regular: StandardFonts.Helvetica, bold: StandardFonts.HelveticaBold }
/** Arimo is as wide as Helvetica, letter by letter, and has Latin, Greek and Cyrillic. */
const ARIMO = {
  regular: { file: '400Regular/Arimo_400Regular.ttf', name: 'WAYBIL+Arimo-Regular' },
  bold: { file: '700Bold/Arimo_700Bold.ttf', name: 'WAYBIL+Arimo-Bold' },
}
const LATIN_1 = /^[\x20-\x7e\xa1-\xff]$/
const BEYOND_LATIN_1 = /[^\n\x20-\x7e\xa1-\xff]/

/** A font with more letters than every PDF reader has, and which those are. */
interface WideFont {
  font: PDFFont
  letters: ReadonlySet<number>
}

const files = new Map<Weight, Buffer>()
const letters = new Map<Weight, ReadonlySet<number>>()

/**
 * One weight of a document's type. A line in Latin-1 is set in Helvetica, which every reader has; any other line in Arimo,
 * which goes into the file whole, and only if there is such a line. (The library's subsets of it lose outlines: letters that
 * can be copied out and are not to be seen.) A letter that Arimo lacks is set without its accents, or as "?": it is seen to
 * be missing, and never breaks the document.
 */
export class PaperFont {
  readonly #standard: PDFFont
  readonly #wide: WideFont | null

  private constructor(standard: PDFFont, wide: WideFont | null) {
    this.#standard = standard
    this.#wide = wide
  }

  /** @param texts everything that may be written, in any form that JSON has. */
  static async embed(pdf: PDFDocument, weight: Weight, texts: unknown): Promise<PaperFont> {
    const needsMore = BEYOND_LATIN_1.test(JSON.stringify(texts).normalize('NFC'))
    return new PaperFont(await pdf.embedFont(STANDARD[weight]), needsMore ? await embedWide(pdf, weight) : null)
  }

  /** The text in letters that can be drawn. */
  printable(text: string): string {
    return Array.from(text.normalize('NFC'), (char) => {
      if (char === '\n' || this.#has(char)) return char
      if (/\s/.test(char)) return ' '
      const bare = char.normalize('NFKD').replace(/\p{M}/gu, '')
      return bare !== '' && [...bare].every((letter) => this.#has(letter)) ? bare : '?'
    }).join('')
  }

  /** What a printable line is drawn with. */
  faceOf(line: string): PDFFont {
    return this.#wide !== null && BEYOND_LATIN_1.test(line) ? this.#wide.font : this.#standard
  }

  /**
   * Width of a printable line as it will be drawn, in points. The font's own measure of a whole line reckons with kerning,
   * which nothing that draws it applies, and so comes out too narrow.
   */
  widthOf(line: string, size: number): number {
    const face = this.faceOf(line)
    return Array.from(line).reduce((sum, char) => sum + face.widthOfTextAtSize(char, size), 0)
  }

  #has(char: string): boolean {
    return LATIN_1.test(char) || (this.#wide?.letters.has(char.codePointAt(0) ?? 0) ?? false)
  }
}

async function embedWide(pdf: PDFDocument, weight: Weight): Promise<WideFont> {
  const { file, name } = ARIMO[weight]
  const bytes =
    files.get(weight) ?? readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/arimo/${file}`))
  files.set(weight, bytes)
  // Only now: its tables of every script take some 15 MB, and most papers are in Latin-1.
  const { default: fontkit } = await import('@pdf-lib/fontkit')
  pdf.registerFontkit(fontkit)
  // A name of its own: the library's ends in random letters, and the same order is to give the same bytes.
  const font = await pdf.embedFont(bytes, { customName: name, features: { liga: false } })
  const known = letters.get(weight) ?? new Set(font.getCharacterSet().filter(isLetter))
  letters.set(weight, known)
  return { font, letters: known }
}

/** Control characters have glyphs too; none of them is to be drawn, nor what turns the direction of a line. */
function isLetter(codePoint: number): boolean {
  return !/[\p{C}\p{Z}]/u.test(String.fromCodePoint(codePoint))
}
