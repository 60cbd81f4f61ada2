import { crc32, deflateSync } from 'node:zlib'
import type { Bitmap } from './bitmap.ts'

export const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const METRES_PER_INCH = 0.0254

/** A gray picture: rows of samples, one bit (1 = white) or eight bits (255 = white) a dot. */
export interface GrayPicture {
  width: number
  height: number
  bitDepth: 1 | 8
  /** Each row starts on a byte. */
  data: Uint8Array
}

/** A bitmap as the bytes of a PNG file: gray, one bit a dot. With `dpi` it says how large it is to be printed. */
export function encodePng(bitmap: Bitmap, dpi?: number): Uint8Array {
  const { width, height } = bitmap
  // In a PNG 1 is white.
  return encodeGrayPng({ width, height, bitDepth: 1, data: bitmap.data.map((byte) => ~byte) }, dpi)
}

/** A gray picture as the bytes of a PNG file. With `dpi` it says how large it is to be printed. */
export function encodeGrayPng({ width, height, bitDepth, data }: GrayPicture, dpi?: number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Gray; deflate, adaptive filters, not interlaced.
  header.set([bitDepth, 0, 0, 0, 0], 8)
  const stride = Math.ceil((width * bitDepth) / 8)
  // Each row is led by the number of its filter: 0, none.
  const rows = new Uint8Array((stride + 1) * height)
  for (let y = 0; y < height; y += 1) {
    rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1)
  }
  const parts = [
    PNG_SIGNATURE,
    chunk('IHDR', header),
    ...(dpi === undefined ? [] : [chunk('pHYs', density(dpi))]),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ]
  return new Uint8Array(Buffer.concat(parts))
}

function density(dpi: number): Uint8Array {
  const perMetre = Math.round(dpi / METRES_PER_INCH)
  const scale = Buffer.alloc(9)
  scale.writeUInt32BE(perMetre, 0)
  scale.writeUInt32BE(perMetre, 4)
  scale.writeUInt8(1, 8)
  return scale
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}
