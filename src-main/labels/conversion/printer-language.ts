import type { Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { EplLabel } from '../../../src-labels/epl/label.ts'
import { labelCopies } from '../../../src-labels/one-label.ts'
import { inspectLabel } from '../../../src-labels/inspect.ts'
import type { GraphicEncoding } from '../../../src-labels/zpl/graphics.ts'
import { ZplLabel } from '../../../src-labels/zpl/label.ts'
import type { PrinterDpi, PrinterLanguage } from '../../../src-shared/station/printing/printing.ts'
import { checkDrawn } from './limits-check.ts'
import { ConversionProblem } from './problem.ts'
import type { LabelDocument } from './protocol.ts'
import { notFit } from './validate.ts'

/** Bytes for a printer, and how many labels they print, copies included. */
export interface PrinterBytes {
  bytes: Uint8Array
  labels: number
}

/** How a label's picture is written, and how often each label of the document comes out, where it says that. */
export interface Writing {
  encoding?: GraphicEncoding | undefined
  copies?: readonly number[] | null
}

/** How often each label of a stream in a printer's language prints; null for what is in none. */
export function copiesOf({ format, bytes }: LabelDocument): number[] | null {
  if (format !== 'ZPL' && format !== 'EPL') return null
  return labelCopies(bytes, format)
}

/**
 * Bitmaps as labels in the printer's language, each drawn only when the one before has been written.
 * @throws ConversionProblem also when labels come out several times and are not those that were drawn.
 */
export async function bitmapsToPrinter(
  bitmaps: AsyncIterable<Bitmap>,
  language: PrinterLanguage,
  dpi: PrinterDpi,
  { encoding = 'Z64', copies = null }: Writing = {},
): Promise<PrinterBytes> {
  const labels: Uint8Array[] = []
  let total = 0
  for await (const bitmap of bitmaps) {
    const size = { widthDots: bitmap.width, heightDots: bitmap.height }
    const times = copies?.[labels.length] ?? 1
    const label =
      language === 'ZPL'
        ? new ZplLabel(size).graphic(0, 0, bitmap, encoding).toBytes(times)
        : new EplLabel(size, dpi).graphic(0, 0, bitmap).toBytes(times)
    labels.push(label)
    total += label.length
    checkDrawn(total)
  }
  const printed = copies?.reduce((sum, times) => sum + times, 0) ?? labels.length
  if (copies && copies.length !== labels.length && printed !== copies.length) {
    throw new ConversionProblem('labels of the stream come out several times, and cannot be distinguished')
  }
  return {
    bytes: new Uint8Array(Buffer.concat(labels)),
    labels: copies?.length === labels.length ? printed : labels.length,
  }
}

/**
 * A label that is in the printer's language already: the very same bytes, once they are validated.
 * @throws ConversionProblem for a label that is not complete, or would harm the printer.
 */
export function passThrough(language: PrinterLanguage, bytes: Uint8Array): PrinterBytes {
  const inspection = inspectLabel(bytes, { language })
  if (inspection.result === 'whole') return { bytes, labels: inspection.copies }
  throw notFit(language, inspection)
}
