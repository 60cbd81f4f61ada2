import { blankBitmap, type Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { resize } from '../../../src-labels/bitmap/fit.ts'
import { drawBitmap } from '../../../src-labels/bitmap/transform.ts'
import type { Letters } from '../../../src-labels/compose/letters.ts'
import { isWindows1252 } from '../../../src-labels/epl/code-page.ts'
import { wrapText } from '../../../src-labels/wrap.ts'

/** How a field's text is set, in dots. */
export interface TextField {
  height: number
  /** Null: as wide as its height makes it. */
  width: number | null
  /** Of a `^FB`; null: one line. */
  block: { width: number; lines: number; gap: number; justified: string } | null
}

/** Of a row's height: where the base line is, as `Letters` has it. */
const BASELINE = 0.85
const MOST_LINES = 100

/** Whether the renderer's fonts, of which some have western and central European letters only, lack a letter of the text. */
export function isStrange(text: string): boolean {
  return [...text].some((char) => char > '\u017f' && !isWindows1252(char))
}

/** Lines of a field as dots, and how far the last base line is above their lower edge; null for more dots than `most`. */
export function textDrawing(
  text: string,
  { height, width, block }: TextField,
  letters: Letters,
  most: number,
): { bitmap: Bitmap; below: number } | null {
  const stretch = width === null ? 1 : width / height
  const widthOf = (line: string) => Math.max(1, Math.round(letters.widthOf(line, height) * stretch))
  const paragraphs = text.replaceAll('\\&', '\n')
  const lines = block
    ? wrapText(paragraphs, Math.min(MOST_LINES, block.lines), (line) => widthOf(line) <= block.width)
    : [paragraphs.replaceAll('\n', ' ')]
  const row = letters.rowHeight(height)
  const pitch = Math.max(1, height + (block?.gap ?? 0))
  const across = Math.max(1, block?.width ?? Math.max(...lines.map(widthOf)))
  const down = row + pitch * Math.max(0, lines.length - 1)
  if (across * down > most) return null
  const bitmap = blankBitmap(across, down)
  for (const [index, line] of lines.entries()) {
    const drawn = letters.draw(line, height)
    const scaled = stretch === 1 ? drawn : resize(drawn, { width: widthOf(line), height: drawn.height })
    const room = across - scaled.width
    const x =
      { C: Math.floor(room / 2), R: room }[block?.justified ?? ''] ?? (letters.isRightToLeft(line) && block ? room : 0)
    drawBitmap(bitmap, scaled, Math.max(0, x), index * pitch)
  }
  return { bitmap, below: Math.round(row - height * BASELINE) }
}
