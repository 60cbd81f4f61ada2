/** What Windows-1252 has between 0x80 and 0x9F, by its code point. The five bytes that it leaves free keep theirs. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** One character of UTF-8 that was read as Windows-1252: `Ã±`, `Å¡`, `â€™`. Others might be somebody's text: `É”`, `Ñº`. */
const PAIR = `[ÂÃÄÅ][\\u0080-\\u00bf${HIGH}]`
const MARK = `â[€‚„][\\u0080-\\u00bf${HIGH}]`
/** A quotation mark or dash behind a capital is text, unless it is within a word: `“IRMÃ”`, but `MUÃ‘OZ`. */
const PUNCTUATION = '[‘’“”–—…]'
const TWICE = new RegExp(
  `(?:(?!.${PUNCTUATION})${PAIR}|(?<=\\p{Ll}).${PUNCTUATION}(?<=${PAIR})|.${PUNCTUATION}(?<=${PAIR})(?=\\p{L})|${MARK})`,
  'gu',
)
/** `à`, of which the second byte is a blank, and became a plain one or was cut off at the end. */
const BLANK = /(?<=\p{Ll})Ã(?= |$)/gu

/**
 * The text that a text was before it was encoded as UTF-8 a second time (`PeÃ±a`: `Peña`); null: it was not, as far as can
 * be seen. For text that `cleanText` left, which keeps what may be half of such a character.
 */
export function onceEncoded(text: string): string | null {
  let once = text
  // Some were encoded a third time.
  for (let before = ''; before !== once;) {
    before = once
    once = once.replaceAll(TWICE, decoded)
  }
  once = once.replaceAll(BLANK, 'à')
  return once === text ? null : once
}

function decoded(characters: string): string {
  const bytes = [...characters].map((character) => {
    const high = HIGH.indexOf(character)
    return high < 0 ? character.charCodeAt(0) : 0x80 + high
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    // Bytes that are no character of UTF-8: the text is what it looks like.
    return characters
  }
}
