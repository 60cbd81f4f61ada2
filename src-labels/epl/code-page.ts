import { plainSpelling } from '../transliterate.ts'

/** Windows-1252 by byte, for `I8,A,001`. */
const WINDOWS_1252 = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
const BYTE_OF = new Map([...WINDOWS_1252].map((char, byte) => [char, byte]))

/** The upper half of code page 437, which printers start with, as far as it is letters. */
const CODE_PAGE_437 = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿'

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

/** Text of a quoted parameter, one character a byte, as the printer's character set shows it. */
export function fromCharacterSet(bytes: string, set: 'windows-1252' | '437'): string {
  return [...bytes]
    .map((char) => {
      const byte = char.charCodeAt(0)
      if (byte < 0x80) return char
      return (set === '437' ? CODE_PAGE_437.charAt(byte - 0x80) : WINDOWS_1252.charAt(byte)) || '?'
    })
    .join('')
}
