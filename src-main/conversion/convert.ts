import { encodePng } from '../../src-labels/bitmap/png.ts'
import type { GraphicEncoding } from '../../src-labels/zpl/graphics.ts'
import type { LabelFormat } from '../../src-shared/freight/document.ts'
import { bitmapsToPdf } from './office.ts'
import { atLeastOne, documentPages } from './pages.ts'
import { bitmapsToPrinter, passThrough } from './printer-language.ts'
import type { LabelDocument, Target } from './protocol.ts'

export interface ConvertTarget extends Target {
  to: LabelFormat
  /** Of pictures in ZPL; Z64 when absent. */
  encoding?: GraphicEncoding | undefined
}

/**
 * A document as files of another format: one stream or PDF with every label, or one PNG a label.
 * A ZPL or EPL document must be whole, whatever it becomes: half a label looks like a label when it is drawn.
 * @throws ConversionProblem
 */
export async function convertDocument(
  document: LabelDocument,
  target: ConvertTarget,
): Promise<{ files: Uint8Array[]; labels: number }> {
  const { to, dpi, media, encoding } = target
  const { format } = document
  if (format === 'ZPL' || format === 'EPL') {
    const { bytes, labels } = passThrough(format, document.bytes)
    if (format === to) return { files: [bytes], labels }
  }
  const bitmaps = atLeastOne(await documentPages(document, target, 'print'))
  const labels = bitmaps.length
  switch (to) {
    case 'PNG':
      return { files: bitmaps.map((bitmap) => encodePng(bitmap, bitmap.width / media.widthIn)), labels }
    case 'PDF':
      return { files: [await bitmapsToPdf(bitmaps, media)], labels }
    case 'ZPL':
    case 'EPL':
      return { files: [bitmapsToPrinter(bitmaps, to, dpi, encoding).bytes], labels }
  }
}
