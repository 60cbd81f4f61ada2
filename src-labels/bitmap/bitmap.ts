/**
 * A 1-bit raster as label printers take it: rows of packed bytes, most significant bit leftmost, **1 = black**.
 * Bits of a row beyond `width` are 0.
 */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly bytesPerRow: number
  readonly data: Uint8Array
}

/** A white bitmap of `width` by `height` dots. */
export function blankBitmap(width: number, height: number): Bitmap {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1) {
    throw new RangeError(`a bitmap cannot be ${width} by ${height} dots`)
  }
  const bytesPerRow = Math.ceil(width / 8)
  return { width, height, bytesPerRow, data: new Uint8Array(bytesPerRow * height) }
}

/** Whether the dot is black. Outside of the bitmap everything is white. */
export function isBlack(bitmap: Bitmap, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= bitmap.width || y >= bitmap.height) return false
  return ((bitmap.data[y * bitmap.bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0
}

/** Makes one dot black; a dot outside of the bitmap is ignored. */
export function setBlack(bitmap: Bitmap, x: number, y: number): void {
  if (x < 0 || y < 0 || x >= bitmap.width || y >= bitmap.height) return
  const at = y * bitmap.bytesPerRow + (x >> 3)
  bitmap.data[at] = (bitmap.data[at] ?? 0) | (0x80 >> (x & 7))
}

/** Same size and same dots. */
export function sameBitmap(a: Bitmap, b: Bitmap): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.data.length === b.data.length &&
    a.data.every((byte, at) => byte === b.data[at])
  )
}

/**
 * Packs rows of bytes that were made elsewhere, clearing the bits beyond `width`, which printers would print.
 * `data` must hold exactly `ceil(width / 8) * height` bytes.
 */
export function bitmapFromPacked(width: number, height: number, data: Uint8Array): Bitmap {
  const bitmap = blankBitmap(width, height)
  if (data.length !== bitmap.data.length) {
    throw new RangeError(`${width} by ${height} dots need ${bitmap.data.length} bytes, not ${data.length}`)
  }
  bitmap.data.set(data)
  const spare = bitmap.bytesPerRow * 8 - width
  if (spare > 0) {
    const mask = (0xff << spare) & 0xff
    for (let at = bitmap.bytesPerRow - 1; at < data.length; at += bitmap.bytesPerRow) {
      bitmap.data[at] = (data[at] ?? 0) & mask
    }
  }
  return bitmap
}
