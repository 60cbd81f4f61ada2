import { blankBitmap, isBlack, setBlack, type Bitmap } from './bitmap.ts'

/** Turned clockwise. */
export function rotate(bitmap: Bitmap, degrees: 0 | 90 | 180 | 270): Bitmap {
  if (degrees === 0) return bitmap
  const { width, height } = bitmap
  const turned = degrees === 180 ? blankBitmap(width, height) : blankBitmap(height, width)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isBlack(bitmap, x, y)) continue
      if (degrees === 90) setBlack(turned, height - 1 - y, x)
      else if (degrees === 180) setBlack(turned, width - 1 - x, height - 1 - y)
      else setBlack(turned, y, width - 1 - x)
    }
  }
  return turned
}

/** How dots that are laid over others combine with them. */
export type Ink = 'black' | 'white' | 'invert'

/** Lays a bitmap over another, its top left corner at x, y; what sticks out is lost. White dots leave what is there. */
export function drawBitmap(target: Bitmap, bitmap: Bitmap, x: number, y: number, ink: Ink = 'black'): void {
  const [left, top] = [Math.round(x), Math.round(y)]
  for (let row = Math.max(0, -top); row < Math.min(bitmap.height, target.height - top); row += 1) {
    for (let column = Math.max(0, -left); column < Math.min(bitmap.width, target.width - left); column += 1) {
      if (isBlack(bitmap, column, row)) inkDot(target, left + column, top + row, ink)
    }
  }
}

/** Fills a rectangle; what sticks out is lost. */
export function fillRectangle(target: Bitmap, x: number, y: number, width: number, height: number, ink: Ink): void {
  for (let row = Math.max(0, y); row < Math.min(target.height, y + height); row += 1) {
    for (let column = Math.max(0, x); column < Math.min(target.width, x + width); column += 1) {
      inkDot(target, column, row, ink)
    }
  }
}

function inkDot(target: Bitmap, x: number, y: number, ink: Ink): void {
  const at = y * target.bytesPerRow + (x >> 3)
  const bit = 0x80 >> (x & 7)
  const byte = target.data[at] ?? 0
  target.data[at] = ink === 'black' ? byte | bit : ink === 'white' ? byte & ~bit : byte ^ bit
}

/** The part of a bitmap that starts at x, y and is `width` by `height` dots; white where the bitmap ends. */
export function crop(bitmap: Bitmap, x: number, y: number, width: number, height: number): Bitmap {
  const part = blankBitmap(width, height)
  drawBitmap(part, bitmap, -x, -y)
  return part
}

/** The bitmap in the middle of a white one of `width` by `height` dots, cropped evenly where it is larger. */
export function centerOn(bitmap: Bitmap, width: number, height: number): Bitmap {
  if (bitmap.width === width && bitmap.height === height) return bitmap
  return crop(bitmap, -Math.floor((width - bitmap.width) / 2), -Math.floor((height - bitmap.height) / 2), width, height)
}
