import { fillRectangle } from './transform.ts'
import { blankBitmap, type Bitmap } from './bitmap.ts'

export interface Size {
  width: number
  height: number
}

/** A page this close to the label's size, in each direction, is meant to fill it. */
const CLOSE = 0.015

/**
 * How a page is placed on a label. Both sizes are in the printer's dots; the page's may be fractions.
 *
 * A page is turned a quarter when it prints larger that way: a landscape page on a portrait label. It keeps its size when
 * that fits, fills the label when it is within 1.5 % of it, and is shrunk when it is larger; its shape is kept.
 * `mayEnlarge` is for pages whose own size means nothing.
 */
export function fitPage(page: Size, label: Size, mayEnlarge = false): Size & { isTurned: boolean } {
  const limit = mayEnlarge ? Infinity : 1
  const upright = Math.min(limit, label.width / page.width, label.height / page.height)
  const turned = Math.min(limit, label.width / page.height, label.height / page.width)
  const isTurned = turned > upright
  const natural = isTurned ? { width: page.height, height: page.width } : page
  if (isClose(natural, label)) return { width: label.width, height: label.height, isTurned }
  const scale = isTurned ? turned : upright
  return {
    width: Math.max(1, Math.min(label.width, Math.round(natural.width * scale))),
    height: Math.max(1, Math.min(label.height, Math.round(natural.height * scale))),
    isTurned,
  }
}

/** Whether two sizes differ by 1.5 % at most in each direction. */
export function isClose(page: Size, label: Size): boolean {
  return (
    Math.abs(page.width - label.width) <= label.width * CLOSE &&
    Math.abs(page.height - label.height) <= label.height * CLOSE
  )
}

/**
 * A bitmap at another size. A whole multiple repeats each dot, which keeps every bar's proportion; any other size takes a
 * dot as black when at least half of its source area is.
 */
export function resize(bitmap: Bitmap, size: Size): Bitmap {
  const multiple = size.width / bitmap.width
  if (Number.isInteger(multiple) && size.height === bitmap.height * multiple) return magnify(bitmap, multiple)
  const sums = new Float64Array(bitmap.width + 1)
  const resized = blankBitmap(size.width, size.height)
  const [stepX, stepY] = [bitmap.width / size.width, bitmap.height / size.height]
  const half = (stepX * stepY) / 2
  for (let y = 0; y < size.height; y += 1) {
    sumColumns(bitmap, y * stepY, (y + 1) * stepY, sums)
    for (let x = 0; x < size.width; x += 1) {
      const black = leftOf(sums, (x + 1) * stepX) - leftOf(sums, x * stepX)
      if (black >= half - 1e-9) fillRectangle(resized, x, y, 1, 1, 'black')
    }
  }
  return resized
}

function magnify(bitmap: Bitmap, multiple: number): Bitmap {
  const magnified = blankBitmap(bitmap.width * multiple, bitmap.height * multiple)
  for (let y = 0; y < bitmap.height; y += 1) {
    for (let x = 0; x < bitmap.width; x += 1) {
      if (((bitmap.data[y * bitmap.bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0) {
        fillRectangle(magnified, x * multiple, y * multiple, multiple, multiple, 'black')
      }
    }
  }
  return magnified
}

/**
 * Writes into `sums` how much black lies left of each column's edge, between two heights that may cut through dots. A band
 * at a time, for a table of the whole picture would take 64 times as much as the picture.
 */
function sumColumns(bitmap: Bitmap, top: number, bottom: number, sums: Float64Array): void {
  const { width, height, bytesPerRow, data } = bitmap
  sums.fill(0)
  for (let y = Math.floor(top); y < Math.min(height, bottom); y += 1) {
    const weight = Math.min(y + 1, bottom) - Math.max(y, top)
    for (let x = 0; x < width; x += 1) {
      if (((data[y * bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0) sums[x + 1] = (sums[x + 1] ?? 0) + weight
    }
  }
  for (let x = 1; x <= width; x += 1) sums[x] = (sums[x] ?? 0) + (sums[x - 1] ?? 0)
}

/** Black left of x, interpolated inside of a dot. */
function leftOf(sums: Float64Array, x: number): number {
  const column = Math.min(Math.floor(x), sums.length - 2)
  const [before = 0, after = 0] = [sums[column], sums[column + 1]]
  return before + (x - column) * (after - before)
}
