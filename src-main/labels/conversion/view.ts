import { encodePng } from '../../../src-labels/bitmap/png.ts'
import { labelSizeInDots } from '../../../src-labels/label-size.ts'
import { documentPages } from './pages.ts'
import { viewPdf } from './pdf.ts'
import { pngHeader } from './png-decode.ts'
import { pngSize } from './png-size.ts'
import { wholeMedia } from './whole-media.ts'
import type { DocumentView, LabelDocument, ViewWindow } from './protocol.ts'

/** What a stream for a label printer is drawn on: it does not say its size in a way that can be relied on. */
const LABEL = { widthIn: 4, heightIn: 6 }

/**
 * Some pages of a document for a screen. A PNG is passed on as it is; labels are drawn as a printer of 203 dpi prints
 * them, as large as they are where that is more than the usual size.
 * @throws ConversionProblem
 */
export async function viewDocument(document: LabelDocument, window: ViewWindow): Promise<DocumentView> {
  const { format, bytes } = document
  if (format === 'PDF') return viewPdf(bytes, window)
  const { from, count } = window
  if (format === 'PNG') {
    // Refuses what is too large: the screen unpacks it.
    pngHeader(bytes)
    const pages = [{ index: 0, png: bytes, ...pngSize(bytes) }]
    return { total: 1, pages: pages.slice(from, from + count) }
  }
  const target = { dpi: window.dpi === 300 ? 300 : 203, media: LABEL } as const
  const dotsPerInch = labelSizeInDots(LABEL, target.dpi).widthDots / LABEL.widthIn
  const onUsual = await documentPages(document, target, 'screen')
  const media = await wholeMedia(document, target, onUsual)
  const isWhole = media.widthIn === LABEL.widthIn && media.heightIn === LABEL.heightIn
  const labels = isWhole ? onUsual : await documentPages(document, { ...target, media }, 'screen')
  const pages = labels
    .map((bitmap, index) => ({ index, bitmap }))
    .slice(from, from + count)
    .map(({ index, bitmap }) => ({ index, png: encodePng(bitmap, dotsPerInch), ...media }))
  return { total: labels.length, pages }
}
