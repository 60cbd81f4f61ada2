import { blankBitmap, setBlack, type Bitmap } from '../bitmap/bitmap.ts'
import { resize, type Size } from '../bitmap/fit.ts'
import { centerOn, crop, drawBitmap } from '../bitmap/transform.ts'
import type { Letters } from '../compose/letters.ts'
import { plainSpelling } from '../transliterate.ts'

/**
 * Glyphs of the printable ASCII characters from space to tilde, for showing labels on screen: nine rows of five dots, the
 * last two below the base line. A row is one digit in base 32, its highest bit leftmost.
 */
const GLYPHS = (
  '000000000 444440400 aaa000000 aavavaa00 4fke5u400 op248j300 cik8lid00 448000000 248884200 842224800 04lel4000 044v44000 ' +
  '000006648 000v00000 000006600 122488g00 ehjlphe00 4c4444e00 eh1248v00 v2421he00 26aiv2200 vgu11he00 68guhhe00 v12488800 ' +
  'ehhehhe00 ehhf12c00 066066000 066006648 248g84200 00v0v0000 842124800 eh1240400 ehnlnge00 ehhvhhh00 uhhuhhu00 ehggghe00 ' +
  'sihhhis00 vgguggv00 vgguggg00 ehgnhhf00 hhhvhhh00 e44444e00 72222ic00 hikokih00 ggggggv00 hrllhhh00 hhpljhh00 ehhhhhe00 ' +
  'uhhuggg00 ehhhlid00 uhhukih00 fgge11u00 v44444400 hhhhhhe00 hhhhha400 hhhllrh00 hha4ahh00 hha444400 v1248gv00 e88888e00 ' +
  'g88422100 e22222e00 4ah000000 0000000v0 840000000 00e1fhf00 gguhhhu00 00fgggf00 11fhhhf00 00ehvge00 698s88800 00fhhhf1e ' +
  'gguhhhh00 40c444e00 2062222ic ggikoki00 c44444e00 00qllll00 00uhhhh00 00ehhhe00 00uhhhugg 00fhhhf11 00mpggg00 00fge1u00 ' +
  '88s889600 00hhhhf00 00hhha400 00hhlla00 00ha4ah00 00hhhhf1e 00v248v00 244844200 444444400 844244800 008l20000'
).split(' ')

const GLYPH_COLUMNS = 5
const GLYPH_ROWS = 9

/** Rows of a character's glyph; what has none is drawn as its plain letter, or as a question mark. */
function glyphRows(char: string): number[] {
  const plain = plainSpelling(char)?.charAt(0) ?? ''
  const glyph = GLYPHS[plain.charCodeAt(0) - FIRST] ?? GLYPHS['?'.charCodeAt(0) - FIRST] ?? ''
  return [...glyph].map((digit) => Number.parseInt(digit, 32))
}

const FIRST = 0x20
const hasGlyph = (char: string): boolean => GLYPHS[char.charCodeAt(0) - FIRST] !== undefined

/** Of a row in `Letters`, what is above its highest accent, in parts of its height; the cell holds what is below. */
const ABOVE = 0.1

/** A character in one cell, in letters of a font; narrower only where it is wider than the cell. */
function letterCell(char: string, { width, height }: Size, letters: Letters): Bitmap {
  const row = height / (1 - ABOVE)
  const drawn = letters.draw(char, row)
  const cell = crop(drawn, 0, Math.round(row * ABOVE), drawn.width, height)
  return centerOn(cell.width > width ? resize(cell, { width, height }) : cell, width, height)
}

/**
 * Characters in a row, each scaled into a cell of `width` by `height` dots, one every `pitch` dots.
 * @param letters draws a text that is not ASCII alone; null: it is drawn as plain letters.
 */
export function glyphBlock(
  characters: readonly string[],
  { width, height, pitch }: Size & { pitch: number },
  letters: Letters | null = null,
): Bitmap {
  const block = blankBitmap(characters.length * pitch, height)
  const others = characters.every(hasGlyph) ? null : letters
  for (const [index, char] of characters.entries()) {
    if (others) {
      drawBitmap(block, letterCell(char, { width, height }, others), index * pitch, 0)
      continue
    }
    const rows = glyphRows(char)
    for (let row = 0; row < height; row += 1) {
      const bits = rows[Math.floor((row * GLYPH_ROWS) / height)] ?? 0
      for (let column = 0; column < width; column += 1) {
        const bit = 1 << (GLYPH_COLUMNS - 1 - Math.floor((column * GLYPH_COLUMNS) / width))
        if (bits & bit) setBlack(block, index * pitch + column, row)
      }
    }
  }
  return block
}
