import { crc32, inflateSync } from 'node:zlib'
import { bitmapFromGray, isDark } from '../../../src-labels/bitmap/threshold.ts'
import { blankBitmap, setBlack, type Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { PNG_SIGNATURE } from '../../../src-labels/bitmap/png.ts'
import { MOST_DECODED_BYTES } from './limits.ts'
import { ConversionProblem, tooLarge } from './problem.ts'

/** A label of 8.5 by 14 in at 600 dpi has 44 million dots. */
const MOST_PIXELS = 64_000_000

/** Samples a pixel by color type (PNG, 11.2.2). */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

interface Header {
  width: number
  height: number
  bitDepth: number
  colorType: number
  channels: number
  isInterlaced: boolean
}

/** First pixel and step of each pass: one for a plain image, seven for Adam7. */
const PLAIN = [{ x: 0, y: 0, dx: 1, dy: 1 }]
const ADAM7 = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
]

/** A PNG's passes, and what all its rows take unpacked. */
function layoutOf(header: Header) {
  const strideOf = (columns: number) => Math.ceil((columns * header.channels * header.bitDepth) / 8)
  const passes = (header.isInterlaced ? ADAM7 : PLAIN)
    .map((pass) => {
      const columns = Math.ceil((header.width - pass.x) / pass.dx)
      return { ...pass, columns, rows: Math.ceil((header.height - pass.y) / pass.dy), stride: strideOf(columns) }
    })
    .filter(({ columns, rows }) => columns > 0 && rows > 0)
  return { passes, total: passes.reduce((sum, { rows, stride }) => sum + rows * (1 + stride), 0) }
}

/**
 * The header of a PNG, before anything of it is unpacked.
 * @throws ConversionProblem when that is impossible, or more than is unpacked here.
 */
export function pngHeader(file: Uint8Array): Header {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const start = PNG_SIGNATURE.length + 8
  return readHeader(
    bytes.toString('latin1', start - 4, start) === 'IHDR' ? bytes.subarray(start, start + 13) : undefined,
  )
}

/**
 * Any PNG as a bitmap: every color type and depth, transparency over white, interlaced or not. Dots are decided one by
 * one, so that it takes no more memory than its unpacked rows.
 * @throws ConversionProblem when the file is damaged or too large.
 */
export function decodePng(file: Uint8Array): Bitmap {
  const chunks = readChunks(file)
  const header = readHeader(chunks.find(({ type }) => type === 'IHDR')?.data)
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((part) => part.data))
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data
  const transparency = chunks.find(({ type }) => type === 'tRNS')?.data
  const { passes, total } = layoutOf(header)
  const raw = inflate(data, total)

  if (isPlainGray(header) && transparency === undefined) return grayBitmap(raw, header)
  const bitmap = blankBitmap(header.width, header.height)
  const color = pixelReader(header, palette, transparency)
  let from = 0
  for (const { x, y, dx, dy, columns, rows, stride } of passes) {
    unfilter(raw, from, rows, stride, Math.max(1, (header.channels * header.bitDepth) >> 3))
    const rgba = new Uint8Array(4)
    for (let row = 0; row < rows; row += 1) {
      const line = raw.subarray(from + 1, from + 1 + stride)
      for (let column = 0; column < columns; column += 1) {
        color(line, column, rgba)
        if (isDark(rgba[0] ?? 0, rgba[1] ?? 0, rgba[2] ?? 0, rgba[3] ?? 0))
          setBlack(bitmap, x + column * dx, y + row * dy)
      }
      from += 1 + stride
    }
  }
  return bitmap
}

/** A gray byte a dot, row by row: what the renderer of ZPL writes. */
function isPlainGray({ colorType, bitDepth, isInterlaced }: Header): boolean {
  return colorType === 0 && bitDepth === 8 && !isInterlaced
}

/** The dots of a plain gray picture, whose rows are put together where they lie: nothing is decided a dot at a time. */
function grayBitmap(raw: Uint8Array, { width, height }: Header): Bitmap {
  unfilter(raw, 0, height, width, 1)
  for (let row = 0; row < height; row += 1) {
    const start = row * (width + 1) + 1
    raw.copyWithin(row * width, start, start + width)
  }
  return bitmapFromGray(raw.subarray(0, width * height), width, height)
}

function readChunks(file: Uint8Array): { type: string; data: Buffer }[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) throw new ConversionProblem('the document is not a PNG file')
  const chunks: { type: string; data: Buffer }[] = []
  let at = 8
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) break
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) {
      throw new ConversionProblem(`the PNG file is damaged in its ${type} part`)
    }
    if (type === 'IEND') return chunks
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4) })
    at = end
  }
  throw new ConversionProblem('the PNG file is not complete')
}

function readHeader(data: Buffer | undefined): Header {
  if (data?.length !== 13) throw new ConversionProblem('the PNG file has no header')
  const [width, height, bitDepth, colorType] = [data.readUInt32BE(0), data.readUInt32BE(4), data[8] ?? 0, data[9] ?? 0]
  const channels = CHANNELS[colorType]
  const depths = colorType === 0 ? [1, 2, 4, 8, 16] : colorType === 3 ? [1, 2, 4, 8] : [8, 16]
  if (channels === undefined || !depths.includes(bitDepth) || width < 1 || height < 1) {
    throw new ConversionProblem('the PNG file has an invalid header')
  }
  const header = { width, height, bitDepth, colorType, channels, isInterlaced: data[12] === 1 }
  const { total } = layoutOf(header)
  if (width * height <= MOST_PIXELS && total <= MOST_DECODED_BYTES) return header
  const unpacked = Math.ceil(total / (1 << 20))
  throw tooLarge(
    `a picture of ${width} x ${height} dots, ${unpacked} MB when it is unpacked, is too large`,
    MOST_DECODED_BYTES,
  )
}

function inflate(data: Buffer, total: number): Uint8Array {
  let raw: Buffer
  try {
    // One chunk for all of it: several would be put together in a second copy.
    raw = inflateSync(data, { maxOutputLength: total + 1, chunkSize: Math.max(64, total + 1) })
  } catch (cause) {
    throw new ConversionProblem(`the PNG file's picture cannot be unpacked: ${String(cause)}`)
  }
  if (raw.length !== total) throw new ConversionProblem("the PNG file's size does not match its header")
  return raw
}

/** Undoes the filter of each row in place (PNG, 9.2). What would lie before the first row or pixel counts as 0. */
function unfilter(raw: Uint8Array, from: number, rows: number, stride: number, bytesPerPixel: number): void {
  const none = new Uint8Array(stride)
  let above: Uint8Array = none
  for (let row = 0; row < rows; row += 1) {
    const start = from + row * (stride + 1)
    const line = raw.subarray(start + 1, start + 1 + stride)
    unfilterRow(raw[start] ?? 0, line, above, bytesPerPixel)
    above = line
  }
}

/** A loop a filter: the renderer of ZPL filters every row, and its pictures are most of what is decoded here. */
function unfilterRow(filter: number, line: Uint8Array, above: Uint8Array, bytesPerPixel: number): void {
  switch (filter) {
    case 0:
      return
    case 1:
      for (let at = bytesPerPixel; at < line.length; at += 1)
        line[at] = (line[at] ?? 0) + (line[at - bytesPerPixel] ?? 0)
      return
    case 2:
      for (let at = 0; at < line.length; at += 1) line[at] = (line[at] ?? 0) + (above[at] ?? 0)
      return
    case 3:
    case 4:
      for (let at = 0; at < line.length; at += 1) {
        const hasLeft = at >= bytesPerPixel
        const left = hasLeft ? (line[at - bytesPerPixel] ?? 0) : 0
        const up = above[at] ?? 0
        const upLeft = hasLeft ? (above[at - bytesPerPixel] ?? 0) : 0
        line[at] = (line[at] ?? 0) + (filter === 3 ? (left + up) >> 1 : paeth(left, up, upLeft))
      }
      return
    default:
      throw new ConversionProblem('the PNG file has an unknown filter')
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft
  const [byLeft, byUp, byBoth] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)]
  return byLeft <= byUp && byLeft <= byBoth ? left : byUp <= byBoth ? up : upLeft
}

/** How a pixel of a row becomes four bytes of RGBA: it writes them into what it is given. */
function pixelReader(
  { bitDepth, colorType, channels }: Header,
  palette: Buffer | undefined,
  transparency: Buffer | undefined,
): (row: Uint8Array, column: number, rgba: Uint8Array) => void {
  const most = (1 << Math.min(bitDepth, 8)) - 1
  /** A sample's most significant eight bits, or all of them when there are fewer. */
  const sample = (row: Uint8Array, index: number) => {
    if (bitDepth === 8) return row[index] ?? 0
    if (bitDepth === 16) return row[index * 2] ?? 0
    const bit = index * bitDepth
    return ((row[bit >> 3] ?? 0) >> (8 - bitDepth - (bit & 7))) & most
  }
  /** The whole sample, which a transparent color is compared with. */
  const exact = (row: Uint8Array, index: number) =>
    bitDepth === 16 ? ((row[index * 2] ?? 0) << 8) | (row[index * 2 + 1] ?? 0) : sample(row, index)
  if (colorType === 3) {
    if (!palette) throw new ConversionProblem('the PNG file has no palette')
    return (row, column, rgba) => {
      const index = sample(row, column)
      rgba[0] = palette[index * 3] ?? 0
      rgba[1] = palette[index * 3 + 1] ?? 0
      rgba[2] = palette[index * 3 + 2] ?? 0
      rgba[3] = transparency?.[index] ?? 255
    }
  }
  const colors = colorType === 0 || colorType === 4 ? 1 : 3
  const clear =
    channels === colors && transparency && transparency.length >= colors * 2
      ? Array.from({ length: colors }, (_, index) => transparency.readUInt16BE(index * 2))
      : null
  const scale = 255 / most
  return (row, column, rgba) => {
    const first = column * channels
    const red = sample(row, first) * scale
    rgba[0] = red
    rgba[1] = colors === 3 ? sample(row, first + 1) * scale : red
    rgba[2] = colors === 3 ? sample(row, first + 2) * scale : red
    const isClear = clear?.every((value, index) => exact(row, first + index) === value) ?? false
    rgba[3] = isClear ? 0 : channels > colors ? sample(row, first + colors) : 255
  }
}
