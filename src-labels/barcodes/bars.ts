import { blankBitmap, type Bitmap } from '../bitmap/bitmap.ts'
import { fillRectangle } from '../bitmap/transform.ts'

/** Widths of narrow and wide elements in dots. */
export interface BarWidths {
  narrow: number
  wide: number
}

/** A pattern of `n` and `w` as element widths in dots, starting with a bar. */
export function elementsOf(pattern: string, { narrow, wide }: BarWidths): number[] {
  return [...pattern].map((element) => (element === 'w' ? wide : narrow))
}

/** Digits as modules, starting with a bar, `narrow` dots each. */
export function modulesOf(pattern: string, narrow: number): number[] {
  return [...pattern].map((modules) => Number(modules) * narrow)
}

/** Bars from element widths in dots, starting with a bar and alternating with spaces; without quiet zones. */
export function barsBitmap(elements: readonly number[], height: number): Bitmap {
  const width = elements.reduce((sum, dots) => sum + dots, 0)
  const bitmap = blankBitmap(Math.max(1, width), height)
  let at = 0
  for (const [index, dots] of elements.entries()) {
    if (index % 2 === 0) fillRectangle(bitmap, at, 0, dots, height, 'black')
    at += dots
  }
  return bitmap
}

/** Bars narrower than this many millimetres are seldom read: the finest that a head of 300 dpi prints in two dots. */
export const NARROWEST_BAR_MM = 0.16
