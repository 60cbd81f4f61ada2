import type { PDFFont } from 'pdf-lib'

/**
 * Width of a line as it will be drawn, in points. The font's own measure of a whole line reckons with kerning, which
 * nothing that draws it applies, and so comes out too narrow.
 */
export function textWidth(font: PDFFont, line: string, size: number): number {
  return Array.from(line).reduce((sum, char) => sum + font.widthOfTextAtSize(char, size), 0)
}
