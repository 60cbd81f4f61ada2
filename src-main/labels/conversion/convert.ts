import type { Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { encodePng } from '../../../src-labels/bitmap/png.ts'
import type { GraphicEncoding } from '../../../src-labels/zpl/graphics.ts'
import type { LabelFormat } from '../../../src-shared/freight/document.ts'
import { checkDrawn } from './limits-check.ts'
import { cutLabels } from './cut-labels.ts'
import { drawnPages } from './pages.ts'
import { bitmapsToPrinter, copiesOf, passThrough } from './printer-language.ts'
import type { LabelDocument, Target } from './protocol.ts'

export interface ConvertTarget extends Target {
  to: LabelFormat
  /** Of pictures in ZPL; Z64 when absent. */
  encoding?: GraphicEncoding | undefined
}

/**
 * A document as files of another format: one stream or PDF with every label, or one PNG a label. Of a page that holds
 * several labels each is one.
 * A ZPL or EPL document must be whole, whatever it becomes: half a label looks like a label when it is drawn.
 * @param inHand looks at each page as it is drawn: what it throws ends the work.
 * @throws ConversionProblem
 */
export async function convertDocument(
  document: LabelDocument,
  target: ConvertTarget,
  inHand: (pages: AsyncIterable<Bitmap>) => AsyncIterable<Bitmap> = (pages) => pages,
): Promise<{ files: Uint8Array[]; labels: number }> {
  const { to, dpi, media, encoding } = target
  const { format } = document
  if (format === 'ZPL' || format === 'EPL') {
    const { bytes, labels } = passThrough(format, document.bytes)
    if (format === to) return { files: [bytes], labels }
  }
  const bytes = format === 'PDF' ? await cutLabels(document.bytes, target, 'all') : document.bytes
  const pages = inHand(drawnPages({ format, bytes }, target, 'print'))
  switch (to) {
    case 'PNG': {
      const files = await pngFiles(pages, (bitmap) => bitmap.width / media.widthIn)
      return { files, labels: files.length }
    }
    case 'PDF': {
      // The library behind it takes as long to load as some labels to draw.
      const { bitmapsToPdf } = await import('./office.ts')
      const { bytes, labels } = await bitmapsToPdf(pages, media)
      return { files: [bytes], labels }
    }
    case 'ZPL':
    case 'EPL': {
      const { bytes, labels } = await bitmapsToPrinter(pages, to, dpi, { encoding, copies: copiesOf(document) })
      return { files: [bytes], labels }
    }
  }
}

/** PNG files of bitmaps, each drawn only when the one before has been packed. `dpiOf`: how large it is to be printed. */
export async function pngFiles(
  bitmaps: AsyncIterable<Bitmap>,
  dpiOf?: (bitmap: Bitmap) => number,
): Promise<Uint8Array[]> {
  const files: Uint8Array[] = []
  let total = 0
  for await (const bitmap of bitmaps) {
    const file = encodePng(bitmap, dpiOf?.(bitmap))
    files.push(file)
    total += file.length
    checkDrawn(total)
  }
  return files
}
