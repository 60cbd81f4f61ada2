import { crc32, deflateSync } from 'node:zlib'
import type { Bitmap } from '../../src-labels/bitmap/bitmap.ts'

export const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** A bitmap as the bytes of a PNG file: gray, one bit a dot. */
export function encodePng(bitmap: Bitmap): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(bitmap.width, 0)
  header.writeUInt32BE(bitmap.height, 4)
  // One bit a sample, gray; deflate, adaptive filters, not interlaced.
  header.set([1, 0, 0, 0, 0], 8)
  const stride = bitmap.bytesPerRow + 1
  const rows = new Uint8Array(stride * bitmap.height)
  for (let y = 0; y < bitmap.height; y += 1) {
    const from = y * bitmap.bytesPerRow
    // In a PNG 1 is white.
    for (let at = 0; at < bitmap.bytesPerRow; at += 1) rows[y * stride + 1 + at] = ~(bitmap.data[from + at] ?? 0)
  }
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', new Uint8Array())]
  return new Uint8Array(Buffer.concat([PNG_SIGNATURE, ...chunks]))
}

function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}
