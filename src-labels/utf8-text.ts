import { say, type LabelSentence } from './sentence.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true })
/** Letters of a text that a note shows. */
const MOST_SHOWN = 40

/** Bytes as UTF-8; null: they are none. */
export function asUtf8(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** A note on text in UTF-8 under a character set that has one byte a letter. */
export const utf8Note = (meant: string, printed: string): LabelSentence =>
  say('note-utf8', { meant: meant.slice(0, MOST_SHOWN), printed: printed.slice(0, MOST_SHOWN) })
