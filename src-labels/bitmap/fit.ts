import { fillRectangle } from './transform.ts'
import { blankBitmap, type Bitmap } from './bitmap.ts'

export interface Size {
  width: number
  height: number
}

/** A page this close to the label's size, in each direction, is meant to fill it. */
const CLOSE = 0.015

/**
 * How a page goes on a label. Both sizes are in the printer's dots; the page's may be fractions.
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
 * dot as black when at least half of the area it stands for is.
 */
export function resize(bitmap: Bitmap, size: Size): Bitmap {
  const multiple = size.width / bitmap.width
  if (Number.isInteger(multiple) && size.height === bitmap.height * multiple) return magnify(bitmap, multiple)
  const sums = areaSums(bitmap)
  const resized = blankBitmap(size.width, size.height)
  const [stepX, stepY] = [bitmap.width / size.width, bitmap.height / size.height]
  const half = (stepX * stepY) / 2
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      const black = sums(x * stepX, y * stepY, (x + 1) * stepX, (y + 1) * stepY)
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

/** Answers how much black lies in a rectangle whose edges may cut through dots, from a table of sums. */
function areaSums(bitmap: Bitmap): (left: number, top: number, right: number, bottom: number) => number {
  const { width, height } = bitmap
  const stride = width + 1
  const table = new Float64Array(stride * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += ((bitmap.data[y * bitmap.bytesPerRow + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
      table[(y + 1) * stride + x + 1] = (table[y * stride + x + 1] ?? 0) + row
    }
  }
  /** Black left of x and above y, interpolated inside of a dot. */
  const before = (x: number, y: number) => {
    const [cx, cy] = [Math.min(x, width), Math.min(y, height)]
    const [ix, iy] = [Math.min(Math.floor(cx), width - 1), Math.min(Math.floor(cy), height - 1)]
    const [fx, fy] = [cx - ix, cy - iy]
    const at = iy * stride + ix
    const [a = 0, b = 0, c = 0, d = 0] = [table[at], table[at + 1], table[at + stride], table[at + stride + 1]]
    return a * (1 - fx) * (1 - fy) + b * fx * (1 - fy) + c * (1 - fx) * fy + d * fx * fy
  }
  return (left, top, right, bottom) =>
    before(right, bottom) - before(left, bottom) - before(right, top) + before(left, top)
}
