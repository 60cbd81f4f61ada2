import {
  PDFDocument,
  PDFName,
  concatTransformationMatrix,
  drawObject,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib'
import type { Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import type { Media } from '../../../src-shared/station/printing/printing.ts'

const POINTS_PER_INCH = 72

/**
 * Labels for an office printer: a PDF with one page a label, each exactly of the media's size and filled by its dots. The
 * same labels give the same bytes; the file holds no date.
 */
export async function bitmapsToPdf(
  bitmaps: AsyncIterable<Bitmap>,
  media: Media,
): Promise<{ bytes: Uint8Array; labels: number }> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const [width, height] = [media.widthIn * POINTS_PER_INCH, media.heightIn * POINTS_PER_INCH]
  for await (const bitmap of bitmaps) {
    // Put in as it is: a library's own picture would be eight bits a dot, three times over.
    const image = document.context.flateStream(bitmap.data, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: bitmap.width,
      Height: bitmap.height,
      ColorSpace: 'DeviceGray',
      BitsPerComponent: 1,
      // 1 is black here.
      Decode: [1, 0],
      Interpolate: false,
    })
    const page = document.addPage([width, height])
    const name = PDFName.of('Label')
    page.node.setXObject(name, document.context.register(image))
    page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(width, 0, 0, height, 0, 0),
      drawObject(name),
      popGraphicsState(),
    )
  }
  return { labels: document.getPageCount(), bytes: await document.save() }
}
