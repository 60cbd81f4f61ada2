import type { Bitmap } from '../bitmap/bitmap.ts'
import { isWindows1252 } from '../epl/code-page.ts'

/**
 * Draws lines in letters that a printer's own fonts lack. `height` is that of the row that the line would take in the
 * printer's font, in dots; a picture is `rowHeight` high, since many scripts have marks above and below.
 */
export interface Letters {
  rowHeight(height: number): number
  widthOf(line: string, height: number): number
  draw(line: string, height: number): Bitmap
  /** Whether the line begins at the right. */
  isRightToLeft(line: string): boolean
}

/** Whether a text has letters that not every printer's font has: all that is not in Windows-1252. */
export function lacksLetters(text: string): boolean {
  return !isWindows1252(text.replace(/[\r\n\t]/g, ' '))
}
