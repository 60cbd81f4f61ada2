import { blankBitmap, type Bitmap } from './bitmap.ts'

/** Gray below this is black: half of the way from black to white. */
const HALF = 128

/**
 * A bitmap from 8-bit gray, one byte a dot, 0 = black. Dots are decided one by one: dithering would tear bars apart.
 */
export function bitmapFromGray(gray: Uint8Array, width: number, height: number): Bitmap {
  if (gray.length !== width * height) {
    throw new RangeError(`${width} by ${height} dots need ${width * height} bytes of gray, not ${gray.length}`)
  }
  const bitmap = blankBitmap(width, height)
  let from = 0
  for (let y = 0; y < height; y += 1) {
    const row = y * bitmap.bytesPerRow
    for (let x = 0; x < width; x += 8) {
      let byte = 0
      const end = Math.min(8, width - x)
      for (let bit = 0; bit < end; bit += 1) {
        if ((gray[from] ?? HALF) < HALF) byte |= 0x80 >> bit
        from += 1
      }
      bitmap.data[row + (x >> 3)] = byte
    }
  }
  return bitmap
}

/** Whether one dot of 8-bit RGBA, laid over white paper, is black; luminance as in Rec. 601, rounded. */
export function isDark(red: number, green: number, blue: number, alpha: number): boolean {
  const luminance = (299 * red + 587 * green + 114 * blue) / 1000
  return Math.round((luminance * alpha + 255 * (255 - alpha)) / 255) < HALF
}
