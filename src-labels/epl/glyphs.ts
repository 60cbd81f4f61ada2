import { blankBitmap, setBlack, type Bitmap } from '../bitmap/bitmap.ts'

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

/** Typographic signs and the plain ones they look like. */
const LOOK_ALIKES: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '•': '*',
  '\u00a0': ' ',
}

/** Rows of a character's glyph; an accented letter has its letter's, anything else unknown a question mark's. */
function glyphRows(char: string): number[] {
  const plain = LOOK_ALIKES[char] ?? char.normalize('NFD').charAt(0)
  const glyph = GLYPHS[plain.charCodeAt(0) - 0x20] ?? GLYPHS['?'.charCodeAt(0) - 0x20] ?? ''
  return [...glyph].map((digit) => Number.parseInt(digit, 32))
}

/** Characters in a row, each scaled into a cell of `width` by `height` dots, one every `pitch` dots. */
export function glyphBlock(
  characters: readonly string[],
  { width, height, pitch }: { width: number; height: number; pitch: number },
): Bitmap {
  const block = blankBitmap(characters.length * pitch, height)
  for (const [index, char] of characters.entries()) {
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
