import { PNG_SIGNATURE } from '../../../src-labels/bitmap/png.ts'
import { ConversionProblem } from './problem.ts'

const METRES_PER_INCH = 0.0254
/** A picture that does not say its size is taken for one of a label's width. */
const LABEL_WIDTH_IN = 4
const LARGEST_IN = 48

/** How large a PNG file says it is to be printed, in inches. @throws ConversionProblem for what has no PNG header */
export function pngSize(file: Uint8Array): { widthIn: number; heightIn: number } {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const head = PNG_SIGNATURE.length
  if (bytes.length < head + 25 || bytes.toString('latin1', head + 4, head + 8) !== 'IHDR') {
    throw new ConversionProblem('the PNG is damaged')
  }
  const [width, height] = [bytes.readUInt32BE(head + 8), bytes.readUInt32BE(head + 12)]
  if (width === 0 || height === 0) throw new ConversionProblem('the PNG is damaged')
  const perMetre = dotsPerMetre(bytes, head)
  const widthIn = perMetre === null ? LABEL_WIDTH_IN : width / (perMetre * METRES_PER_INCH)
  const known = widthIn > 0.1 && widthIn < LARGEST_IN ? widthIn : LABEL_WIDTH_IN
  return { widthIn: known, heightIn: (known * height) / width }
}

/** Of the pHYs chunk, which comes before the picture; null when there is none in meters. */
function dotsPerMetre(bytes: Buffer, head: number): number | null {
  let at = head
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') return null
    if (type === 'pHYs' && length === 9 && at + 17 <= bytes.length) {
      return bytes.readUInt8(at + 16) === 1 ? bytes.readUInt32BE(at + 8) : null
    }
    at += 12 + length
  }
  return null
}
