import type { Bitmap } from '../../src-labels/bitmap/bitmap.ts'
import { fitPage, isClose, resize, type Size } from '../../src-labels/bitmap/fit.ts'
import { centerOn, rotate } from '../../src-labels/bitmap/transform.ts'
import { interpretEpl } from '../../src-labels/epl/interpret.ts'
import { labelSizeInDots } from '../../src-labels/label-size.ts'
import { DOTS_PER_MM } from '../../src-shared/station/printing.ts'
import { eplSymbols } from './matrix-codes.ts'
import { pdfPages } from './pdf.ts'
import { decodePng } from './png-decode.ts'
import { ConversionProblem } from './problem.ts'
import type { LabelDocument, Target } from './protocol.ts'
import { drawZpl } from './zpl-drawing.ts'

/**
 * A document as bitmaps of exactly the target's size, one a page or label.
 * @param purpose print: a label that cannot be drawn completely is refused. screen: what cannot be drawn is left out.
 */
export async function documentPages(
  { format, bytes }: LabelDocument,
  target: Target,
  purpose: 'print' | 'screen',
): Promise<Bitmap[]> {
  const { widthDots, heightDots } = labelSizeInDots(target.media, target.dpi)
  const size = { width: widthDots, height: heightDots }
  switch (format) {
    case 'PDF':
      return pdfPages(bytes, size, widthDots / target.media.widthIn)
    case 'PNG':
      return [fitPicture(decodePng(bytes), size)]
    case 'ZPL':
      return drawZpl(bytes, size, DOTS_PER_MM[target.dpi])
    case 'EPL':
      return interpretEpl(
        bytes,
        { widthDots, heightDots },
        target.dpi,
        await eplSymbols(bytes, widthDots / target.media.widthIn),
      ).map(({ bitmap, notDrawn }) => {
        if (purpose === 'print' && notDrawn.length > 0) {
          throw new ConversionProblem(`the label uses EPL commands that cannot be drawn: ${notDrawn.join(', ')}`)
        }
        return bitmap
      })
  }
}

/** @throws ConversionProblem when there is none. */
export function atLeastOne<T>(labels: T[]): T[] {
  if (labels.length === 0) throw new ConversionProblem('the document holds no label')
  return labels
}

/**
 * A picture is taken for a picture of the whole label, since its own size in inches is seldom given. It goes on dot for
 * dot where it is of the label's size or nearly so; otherwise it is scaled, by a whole number where that is what it takes.
 */
function fitPicture(picture: Bitmap, label: Size): Bitmap {
  const fit = fitPage(picture, label, true)
  const upright = rotate(picture, fit.isTurned ? 90 : 0)
  return centerOn(isClose(upright, label) ? upright : resize(upright, fit), label.width, label.height)
}
