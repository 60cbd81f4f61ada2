import { blankBitmap, setBlack, type Bitmap } from '../bitmap/bitmap.ts'

const HEADER_BYTES = 128
const [MAKER, RUN_LENGTH] = [0x0a, 1]
/** A picture of 32 by 32 in at 1000 dpi; a printer's memory holds less. */
const MOST_DOTS = 64e6

/** The picture of a 1-bit PCX file, the form that `GM` stores; 0 is black. Null for anything else, or for less than it says. */
export function pcxBitmap(file: Uint8Array): Bitmap | null {
  if (file.length <= HEADER_BYTES || file[0] !== MAKER || file[2] !== RUN_LENGTH || file[3] !== 1 || file[65] !== 1) {
    return null
  }
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const at = (offset: number) => view.getUint16(offset, true)
  const [width, height, bytesPerRow] = [at(8) - at(4) + 1, at(10) - at(6) + 1, at(66)]
  if (width < 1 || height < 1 || bytesPerRow * 8 < width || width * height > MOST_DOTS) return null
  const bitmap = blankBitmap(width, height)
  const bytes = bytesPerRow * height
  let written = 0
  for (let from = HEADER_BYTES; from < file.length && written < bytes; from += 1) {
    const code = file[from] ?? 0
    const isRun = code >= 0xc0
    const value = isRun ? file[(from += 1)] : code
    if (value === undefined) return null
    for (let left = isRun ? code & 0x3f : 1; left > 0 && written < bytes; left -= 1) {
      const [row, first] = [Math.floor(written / bytesPerRow), (written % bytesPerRow) * 8]
      for (let bit = 0; value !== 0xff && bit < 8 && first + bit < width; bit += 1) {
        if ((value & (0x80 >> bit)) === 0) setBlack(bitmap, first + bit, row)
      }
      written += 1
    }
  }
  return written === bytes ? bitmap : null
}
