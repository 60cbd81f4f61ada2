import { fromCodePage, type CodePage } from '../code-pages.ts'
import { plainSpelling } from '../transliterate.ts'
import { asUtf8 } from '../utf8-text.ts'

/** Windows-1252 by byte, for `I8,A,001`. */
const WINDOWS_1252 = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
const BYTE_OF = new Map([...WINDOWS_1252].map((char, byte) => [char, byte]))

/** What `I8,` is followed by, and the character set that it chooses (EPL2 manual, table of code pages). */
const CODE_PAGES: Readonly<Record<string, CodePage>> = {
  '0': '437',
  '1': '850',
  '2': '852',
  '3': '860',
  '4': '863',
  '5': '865',
  '6': '857',
  '7': '861',
  '8': '862',
  '9': '855',
  '11': '737',
  '13': '869',
}
const WINDOWS: Readonly<Record<string, string>> = {
  '10': 'ibm866',
  A: 'windows-1252',
  B: 'windows-1250',
  C: 'windows-1251',
  D: 'windows-1253',
  E: 'windows-1254',
  F: 'windows-1255',
}

/**
 * Text as Windows-1252, one character a byte. What it lacks is spelled in plain letters where it can be (`Łódź` as `Lódz`,
 * `Москва` as `Moskva`), and is `?` where it cannot.
 */
export function toWindows1252(text: string): string {
  let bytes = ''
  for (const char of text.normalize('NFC')) {
    const byte = BYTE_OF.get(char)
    bytes += byte === undefined ? (plainSpelling(char) ?? '?') : String.fromCharCode(byte)
  }
  return bytes
}

/** Whether every character of a text is one byte in Windows-1252. */
export function isWindows1252(text: string): boolean {
  return [...text.normalize('NFC')].every((char) => BYTE_OF.has(char))
}

/**
 * Text of a quoted parameter, one character a byte, as the printer's character set shows it.
 * @param set the second parameter of `I`
 */
export function fromCharacterSet(bytes: string, set: string): string {
  const raw = Buffer.from(bytes, 'latin1')
  const windows = WINDOWS[set]
  return windows === undefined ? fromCodePage(raw, CODE_PAGES[set] ?? '437') : new TextDecoder(windows).decode(raw)
}

/** DOS pages with letters where UTF-8 has the second bytes of its own: a word of them may look like UTF-8. */
const GREEK_OR_CYRILLIC = /^[\p{Script=Greek}\p{Script=Cyrillic}]+$/u

/**
 * What a text was meant to say whose bytes are UTF-8, although every character set of EPL has one byte a letter; null for
 * any other text.
 * @param set the second parameter of `I`
 */
export function meantAsUtf8(bytes: string, set: string): string | null {
  const high = bytes.replace(/[^\x80-\xff]/g, '')
  if (high === '') return null
  const isDos = /^\d/.test(set)
  if (isDos && GREEK_OR_CYRILLIC.test(fromCharacterSet(high, set))) return null
  return asUtf8(Buffer.from(bytes, 'latin1'))
}
