import type { Bitmap } from './bitmap.ts'

/** Where two pictures are not the same: dots from the top left corner. */
export interface Difference {
  /** How many dots differ. */
  dots: number
  /** The smallest rectangle that holds them all; null when none does. */
  box: { x: number; y: number; width: number; height: number } | null
}

/**
 * Compares two pictures of one size dot for dot.
 * @throws RangeError when their sizes differ.
 */
export function difference(one: Bitmap, other: Bitmap): Difference {
  if (one.width !== other.width || one.height !== other.height) throw new RangeError('the pictures differ in size')
  let [dots, left, right, top, bottom] = [0, one.width, -1, one.height, -1]
  for (let at = 0; at < one.data.length; at += 1) {
    let bits = (one.data[at] ?? 0) ^ (other.data[at] ?? 0)
    if (bits === 0) continue
    const y = Math.floor(at / one.bytesPerRow)
    const x = (at % one.bytesPerRow) * 8
    top = Math.min(top, y)
    bottom = y
    left = Math.min(left, x + Math.clz32(bits) - 24)
    // The last bit that is set, counted from the left.
    right = Math.max(right, x + Math.clz32(bits & -bits) - 24)
    for (; bits !== 0; bits &= bits - 1) dots += 1
  }
  return { dots, box: dots === 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 } }
}
