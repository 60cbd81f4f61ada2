import type { Bitmap } from './bitmap.ts'
import { isClose, type Size } from './fit.ts'
import { centerOn, crop, rotate } from './transform.ts'

/** A part of a page, in dots. */
export interface Box extends Size {
  x: number
  y: number
}

/** The least part of `within` that holds everything black in it; null when all is white. */
export function contentOf(page: Bitmap, within: Box): Box | null {
  const { bytesPerRow, data } = page
  let [left, right, top, bottom] = [Infinity, -1, Infinity, -1]
  for (let y = within.y; y < within.y + within.height; y += 1) {
    for (let byte = within.x >> 3; byte <= (within.x + within.width - 1) >> 3; byte += 1) {
      const bits = data[y * bytesPerRow + byte] ?? 0
      if (bits === 0) continue
      for (let bit = 0; bit < 8; bit += 1) {
        const x = byte * 8 + bit
        if ((bits & (0x80 >> bit)) === 0 || x < within.x || x >= within.x + within.width) continue
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = y
      }
    }
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** Whether a part fits a label dot for dot, upright or turned. */
export function fitsUnscaled(part: Size, label: Size): boolean {
  return goesOn(part, label) || goesOn({ width: part.height, height: part.width }, label)
}

/** A part of a page in the middle of a label, dot for dot; turned a quarter where it does not fit upright. */
export function partOnLabel(page: Bitmap, part: Box, label: Size): Bitmap {
  const cut = crop(page, part.x, part.y, part.width, part.height)
  const isUpright = goesOn(part, label)
  return centerOn(isUpright ? cut : rotate(cut, 90), label.width, label.height)
}

function goesOn(part: Size, label: Size): boolean {
  return (part.width <= label.width && part.height <= label.height) || isClose(part, label)
}
