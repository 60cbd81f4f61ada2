import type { Bitmap } from '../../src-labels/bitmap/bitmap.ts'
import { EplLabel } from '../../src-labels/epl/label.ts'
import { judgeEpl } from '../../src-labels/epl/scan.ts'
import type { GraphicEncoding } from '../../src-labels/zpl/graphics.ts'
import { ZplLabel } from '../../src-labels/zpl/label.ts'
import { judgeZpl } from '../../src-labels/zpl/scan.ts'
import type { PrinterDpi, PrinterLanguage } from '../../src-shared/station/printing.ts'
import { ConversionProblem } from './problem.ts'

/** Bytes for a printer, and how many labels they print. */
export interface PrinterBytes {
  bytes: Uint8Array
  labels: number
}

/** Bitmaps as labels in the printer's language, one each. */
export function bitmapsToPrinter(
  bitmaps: Bitmap[],
  language: PrinterLanguage,
  dpi: PrinterDpi,
  encoding: GraphicEncoding = 'Z64',
): PrinterBytes {
  const labels = bitmaps.map((bitmap) => {
    const size = { widthDots: bitmap.width, heightDots: bitmap.height }
    return language === 'ZPL'
      ? new ZplLabel(size).graphic(0, 0, bitmap, encoding).toBytes()
      : new EplLabel(size, dpi).graphic(0, 0, bitmap).toBytes()
  })
  return { bytes: new Uint8Array(Buffer.concat(labels)), labels: labels.length }
}

/**
 * A label that is in the printer's language already: the very same bytes, once they are judged fit to print.
 * @throws ConversionProblem for a label that is not complete, or would harm the printer.
 */
export function passThrough(language: PrinterLanguage, bytes: Uint8Array): PrinterBytes {
  const { verdict, reason, at, labels } = language === 'ZPL' ? judgeZpl(bytes) : judgeEpl(bytes)
  if (verdict === 'whole') return { bytes, labels }
  const what = { truncated: 'is not complete', hostile: 'must not be printed', 'too-big': 'is too large' }[verdict]
  throw new ConversionProblem(`the ${language} label ${what}: ${reason} (byte ${at})`, { verdict, at })
}
