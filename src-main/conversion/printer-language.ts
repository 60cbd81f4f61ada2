import type { Bitmap } from '../../src-labels/bitmap/bitmap.ts'
import { EplLabel } from '../../src-labels/epl/label.ts'
import { inspectLabel } from '../../src-labels/inspect.ts'
import type { GraphicEncoding } from '../../src-labels/zpl/graphics.ts'
import { ZplLabel } from '../../src-labels/zpl/label.ts'
import type { PrinterDpi, PrinterLanguage } from '../../src-shared/station/printing/printing.ts'
import { checkDrawn } from './limits-check.ts'
import { notFit } from './judge.ts'

/** Bytes for a printer, and how many labels they print, copies included. */
export interface PrinterBytes {
  bytes: Uint8Array
  labels: number
}

/** Bitmaps as labels in the printer's language, one each, each drawn only when the one before has been written. */
export async function bitmapsToPrinter(
  bitmaps: AsyncIterable<Bitmap>,
  language: PrinterLanguage,
  dpi: PrinterDpi,
  encoding: GraphicEncoding = 'Z64',
): Promise<PrinterBytes> {
  const labels: Uint8Array[] = []
  let total = 0
  for await (const bitmap of bitmaps) {
    const size = { widthDots: bitmap.width, heightDots: bitmap.height }
    const label =
      language === 'ZPL'
        ? new ZplLabel(size).graphic(0, 0, bitmap, encoding).toBytes()
        : new EplLabel(size, dpi).graphic(0, 0, bitmap).toBytes()
    labels.push(label)
    total += label.length
    checkDrawn(total)
  }
  return { bytes: new Uint8Array(Buffer.concat(labels)), labels: labels.length }
}

/**
 * A label that is in the printer's language already: the very same bytes, once they are judged fit to print.
 * @throws ConversionProblem for a label that is not complete, or would harm the printer.
 */
export function passThrough(language: PrinterLanguage, bytes: Uint8Array): PrinterBytes {
  const { verdict, reason, at, copies } = inspectLabel(bytes, { language })
  if (verdict === 'whole') return { bytes, labels: copies }
  throw notFit(language, verdict, reason, at)
}
