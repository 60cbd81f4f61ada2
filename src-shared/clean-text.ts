/**
 * Invisible characters of a text from outside: copied from a web page or a PDF, exported by another program, typed with
 * another keyboard. `cleanText` is applied where a text enters: cells of files, forms and commands, scans, the
 * address book.
 */

/** Letters of these scripts are shaped by a joiner (U+200D) or non-joiner (U+200C) between them; anywhere else it only hides. */
const JOINED =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Mymr}\\p{scx=Khmr}]'
const JOINER = `(?<=${JOINED})[\\u200c\\u200d](?=${JOINED})`
/** Format characters and all that is drawn as nothing: marks of direction, soft hyphens, blanks without width, fillers. */
/** Behind these, as the second half of a character that was encoded twice: half of it gone, it could not be recognized (`onceEncoded`). */
const HALF = '(?<=[ÂÃÄÅ]\\u00ad|(?<!\\p{Lu})[ÂÃÄÅ]\\u00a0)'
const UNSEEN = new RegExp(`(?!${JOINER}|.${HALF})[\\p{Cf}\\p{Default_Ignorable_Code_Point}]`, 'gu')
/** Blanks of another width than U+0020: no-break, thin, ideographic and the like. */
const OTHER_BLANKS = new RegExp(`(?!.${HALF})\\p{Zs}`, 'gu')
/** Most texts are these alone, and are left as they are. */
const ASCII = /^[\x20-\x7e]*$/

/** Without signs that have no width, with plain blanks, composed (NFC). Line ends, tabs and the number of blanks stay. */
export function visibleText(text: string): string {
  return ASCII.test(text) ? text : text.replaceAll(UNSEEN, '').replaceAll(OTHER_BLANKS, ' ').normalize('NFC')
}

/** One line as `visibleText` gives it: blanks of any kind, line ends and tabs are one blank, and none is at either end. */
export function cleanText(text: string): string {
  return visibleText(text)
    .replaceAll(/[^\S\u00a0]+/g, ' ')
    .trim()
}

/** A text of several lines, each as `cleanText` gives it; between them is LF. */
export function cleanLines(text: string): string {
  return visibleText(text)
    .replaceAll(/[^\S\r\n\u2028\u2029\u00a0]+/g, ' ')
    .replaceAll(/ ?(?:\r\n|[\n\r\u2028\u2029]) ?/g, '\n')
    .trim()
}
