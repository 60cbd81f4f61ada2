import bwipjs from 'bwip-js/node'
import { z } from 'zod'
import { barsBitmap } from '../../../src-labels/barcodes/bars.ts'
import { blankBitmap, type Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { fillRectangle } from '../../../src-labels/bitmap/transform.ts'

/** Bars from the left: width of each bar and of the space behind it; heights and distance above the ground. */
const barsSchema = z
  .array(z.object({ sbs: z.array(z.number()), bhs: z.array(z.number()), bbs: z.array(z.number()) }))
  .min(1)

/** A code of bars that the library knows. */
export interface BarKind {
  /** The library's name. */
  bcid: string
  /**
   * modules: widths are whole numbers of the narrow element. twoWidths: narrow or wide. heights: bars of one width that
   * differ in height, whose size the postal services fix.
   */
  widths: 'modules' | 'twoWidths' | 'heights'
  options?: Record<string, unknown>
}

const POINTS_PER_INCH = 72

/**
 * A code's bars in dots, upright and without text.
 * @throws Error of the library for data that the code cannot hold.
 */
export function barSymbol(
  { bcid, widths, options }: BarKind,
  text: string,
  { narrow, wide, height, dpi }: { narrow: number; wide: number; height: number; dpi: number },
): Bitmap {
  const [bars] = barsSchema.parse(bwipjs.raw({ bcid, text, ...options }))
  if (!bars) throw new RangeError('there is no symbol')
  if (widths === 'heights') return barsOfHeights(bars, dpi)
  const dots = (modules: number) => (widths === 'modules' ? modules * narrow : modules > 1 ? wide : narrow)
  return barsBitmap(bars.sbs.map(dots), height)
}

function barsOfHeights({ sbs, bhs, bbs }: z.infer<typeof barsSchema>[number], dpi: number): Bitmap {
  const dots = (inches: number) => Math.max(1, Math.round(inches * dpi))
  const tallest = Math.max(...bhs.map((bar, index) => bar + (bbs[index] ?? 0)))
  const lengths = sbs.map((points) => (points / POINTS_PER_INCH) * dpi)
  const bitmap = blankBitmap(Math.max(1, Math.ceil(lengths.reduce((sum, one) => sum + one, 0))), dots(tallest))
  let at = 0
  for (const [index, bar] of bhs.entries()) {
    const width = Math.max(1, Math.round(lengths[2 * index] ?? 1))
    const top = dots(tallest) - dots(bar + (bbs[index] ?? 0))
    fillRectangle(bitmap, Math.round(at), top, width, dots(bar), 'black')
    at += (lengths[2 * index] ?? 0) + (lengths[2 * index + 1] ?? 0)
  }
  return bitmap
}
