import { deflateSync, inflateSync } from 'node:zlib'
import type { Bitmap } from '../bitmap/bitmap.ts'
import { crc16 } from './crc.ts'

/** How the data of a `^GF` or `~DG` is written. Firmware of the last century knows HEX and ACS only. */
export const GRAPHIC_ENCODINGS = ['HEX', 'ACS', 'B64', 'Z64'] as const
export type GraphicEncoding = (typeof GRAPHIC_ENCODINGS)[number]

/**
 * The data part of a `^GFA` command for a bitmap.
 * Z64 is smallest (deflate level 9) but its bytes depend on the zlib in use; HEX, ACS and B64 are the same everywhere.
 */
export function encodeGraphic(bitmap: Bitmap, encoding: GraphicEncoding): string {
  switch (encoding) {
    case 'HEX':
      return toHex(bitmap.data)
    case 'ACS':
      return toAcs(bitmap)
    case 'B64':
      return withCheck('B64', bitmap.data)
    case 'Z64':
      return withCheck('Z64', deflateSync(bitmap.data, { level: 9 }))
  }
}

/** A whole `^GFA` command. Both counts are the number of bytes the printer ends up with, as Zebra's own tools write it. */
export function graphicField(bitmap: Bitmap, encoding: GraphicEncoding): string {
  const total = bitmap.data.length
  return `^GFA,${total},${total},${bitmap.bytesPerRow},${encodeGraphic(bitmap, encoding)}`
}

/**
 * Decodes the data part of a `^GFA` or `~DG`, in whichever of the four encodings it is.
 * @param total bytes the graphic has; data beyond them is ignored, as printers do.
 * @throws RangeError when it does not, or a check does not match.
 */
export function decodeGraphic(data: string, total: number, bytesPerRow: number): Uint8Array {
  return isPacked(data) ? fromChecked(data, total) : fromRows(data, total, bytesPerRow)
}

/** Whether the data part of a `^GFA` or `~DG` is base64 and no rows. */
export function isPacked(data: string): boolean {
  return /^\s*:[BZ]64/.test(data)
}

/**
 * Whether rows have a dot. They are counted and not unpacked: some characters stand for a picture of any size.
 * @throws RangeError as `decodeGraphic`
 */
export function hasDotsInRows(data: string, total: number, bytesPerRow: number): boolean {
  let hasDots = false
  readRows(data, total, bytesPerRow, {
    fill: (digit, from, to) => {
      hasDots ||= digit !== 0 && to > from
    },
    // A row of dots above was seen already.
    repeatRow: () => {},
  })
  return hasDots
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0').toUpperCase())

function toHex(data: Uint8Array): string {
  return Array.from(data, (byte) => HEX[byte]).join('')
}

/** Repeat counts: `G`..`Y` are 1..19 and `g`..`z` are 20..400 in twenties; counts add up. */
function repeatCount(count: number): string {
  let text = ''
  let left = count
  for (; left >= 420; left -= 400) text += 'z'
  if (left >= 20) {
    text += String.fromCharCode(0x66 + Math.floor(left / 20))
    left %= 20
  }
  return left > 0 ? text + String.fromCharCode(0x46 + left) : text
}

/** One row of hex digits with repeats counted. `,` fills the row with zeros, `!` with ones. */
function compressRow(digits: string): string {
  const body = digits.replace(/0+$/, '')
  if (body === '') return ','
  const ones = digits.replace(/F+$/, '')
  const [kept, end] =
    body.length < digits.length ? [body, ','] : ones.length < digits.length ? [ones, '!'] : [digits, '']
  return kept.replace(/(.)\1{2,}/g, (run, digit: string) => repeatCount(run.length) + digit) + end
}

function toAcs({ data, bytesPerRow }: Bitmap): string {
  let text = ''
  let previous = ''
  for (let at = 0; at < data.length; at += bytesPerRow) {
    const digits = toHex(data.subarray(at, at + bytesPerRow))
    text += digits === previous ? ':' : compressRow(digits)
    previous = digits
  }
  return text
}

function withCheck(scheme: 'B64' | 'Z64', bytes: Uint8Array): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  const crc = crc16(Buffer.from(base64, 'latin1'))
  return `:${scheme}:${base64}:${crc.toString(16).padStart(4, '0')}`
}

const CHECKED = /^:(B64|Z64):([A-Za-z0-9+/]*={0,2}):([0-9A-Fa-f]{4})$/

function fromChecked(spaced: string, total: number): Uint8Array {
  const [, scheme, base64, check] = CHECKED.exec(spaced.replace(/\s+/g, '')) ?? []
  if (scheme === undefined || base64 === undefined || check === undefined) {
    throw new RangeError('graphic data is not of the form :Z64:...:CRC')
  }
  const crc = crc16(Buffer.from(base64, 'latin1'))
  if (crc !== Number.parseInt(check, 16)) throw new RangeError('graphic data does not match its CRC')
  const bytes = Buffer.from(base64, 'base64')
  if (scheme === 'Z64') return inflated(bytes, total)
  if (bytes.length < total) throw new RangeError(`graphic decodes to ${bytes.length} bytes instead of ${total}`)
  return new Uint8Array(bytes.subarray(0, total))
}

/**
 * What a zlib stream unpacks to, as far as the graphic goes.
 * @throws RangeError when that is less than `total` bytes, or far more.
 */
export function inflated(bytes: Uint8Array, total: number): Uint8Array {
  const decoded = inflate(bytes, total)
  if (decoded.length < total) throw new RangeError(`graphic decodes to ${decoded.length} bytes instead of ${total}`)
  return new Uint8Array(decoded.subarray(0, total))
}

/** How much more than it says a graphic may inflate to: a slip; beyond that it is a decompression bomb. */
const MOST_SURPLUS = 4096

/** Most bytes that a graphic of `total` bytes is unpacked to. */
export function mostInflated(total: number): number {
  return total * 2 + MOST_SURPLUS
}

function inflate(bytes: Uint8Array, total: number): Uint8Array {
  try {
    // The bound keeps a small stream from inflating to gigabytes.
    return inflateSync(bytes, { maxOutputLength: mostInflated(total) })
  } catch (error) {
    throw new RangeError(`graphic does not inflate to ${total} bytes`, { cause: error })
  }
}

function fromRows(text: string, total: number, bytesPerRow: number): Uint8Array {
  const digits = new Uint8Array(total * 2)
  const rowDigits = bytesPerRow * 2
  readRows(text, total, bytesPerRow, {
    fill: (digit, from, to) => digits.fill(digit, from, to),
    repeatRow: (from, to) => {
      // Above the first row everything is white.
      if (from >= rowDigits) digits.copyWithin(from, from - rowDigits, to - rowDigits)
    },
  })
  return Uint8Array.from({ length: total }, (_, byte) => ((digits[byte * 2] ?? 0) << 4) | (digits[byte * 2 + 1] ?? 0))
}

/** Reads rows of hex digits, compressed or not, as far as the graphic goes. @param take what is done from one digit to another */
function readRows(
  text: string,
  total: number,
  bytesPerRow: number,
  take: { fill: (digit: number, from: number, to: number) => void; repeatRow: (from: number, to: number) => void },
): void {
  const most = total * 2
  const rowDigits = bytesPerRow * 2
  let at = 0
  let repeat = 0
  const fill = (digit: number, count: number) => {
    const from = at
    at = Math.min(most, at + count)
    take.fill(digit, from, at)
  }
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position)
    const digit = hexDigit(code)
    if (digit >= 0) {
      fill(digit, repeat || 1)
      repeat = 0
    } else if (code >= 0x47 && code <= 0x59) repeat += code - 0x46
    else if (code >= 0x67 && code <= 0x7a) repeat += (code - 0x66) * 20
    else if (code === 0x2c) fill(0, rowDigits - (at % rowDigits))
    else if (code === 0x21) fill(15, rowDigits - (at % rowDigits))
    else if (code === 0x3a) {
      const from = at
      at = Math.min(most, at + rowDigits)
      take.repeatRow(from, at)
    } else if (code > 0x20) throw new RangeError(`graphic data holds ${JSON.stringify(text[position])}`)
  }
  if (at !== most) throw new RangeError(`graphic decodes to ${at / 2} bytes instead of ${total}`)
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  if (code >= 0x41 && code <= 0x46) return code - 0x37
  if (code >= 0x61 && code <= 0x66) return code - 0x57
  return -1
}
