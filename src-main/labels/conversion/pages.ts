import type { Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { fitPage, isClose, resize, type Size } from '../../../src-labels/bitmap/fit.ts'
import { centerOn, rotate } from '../../../src-labels/bitmap/transform.ts'
import type { Letters } from '../../../src-labels/compose/letters.ts'
import { eplCommand } from '../../../src-labels/epl/command-table.ts'
import { eplCommands } from '../../../src-labels/epl/commands.ts'
import { hasEplLetters, interpretEpl } from '../../../src-labels/epl/interpret.ts'
import { labelSizeInDots, type LabelSize } from '../../../src-labels/label-size.ts'
import { openLetters } from '../../../src-node/letters/letters.ts'
import { DOTS_PER_MM } from '../../../src-shared/station/printing/printing.ts'
import { checkCount, checkDrawn } from './limits-check.ts'
import { eplSymbols } from './matrix-codes.ts'
import { pdfPages } from './pdf.ts'
import { decodePng } from './png-decode.ts'
import { ConversionProblem } from './problem.ts'
import type { LabelDocument, Target } from './protocol.ts'
import { drawZpl } from './zpl-drawing.ts'

/**
 * A document as bitmaps of exactly the target's size, one a page or label, drawn on demand.
 * @param purpose print: a label that cannot be drawn completely is refused. screen: what cannot be drawn is left out.
 * @param how.page of a PDF: this one only, from 1. `isWhole`: a page of it with several labels is one label, shrunk; else it is asked about
 * @throws ConversionProblem also when there is none.
 */
export async function* drawnPages(
  document: LabelDocument,
  target: Target,
  purpose: 'print' | 'screen',
  { page, isWhole = purpose === 'screen' }: { page?: number | undefined; isWhole?: boolean | undefined } = {},
): AsyncGenerator<Bitmap, void> {
  let count = 0
  for await (const drawn of pagesOf(document, target, purpose, { page, isWhole })) {
    count += 1
    checkCount(count)
    yield drawn
  }
  if (count === 0) throw new ConversionProblem('the document holds no label')
}

/** All of them at once. @throws ConversionProblem */
export async function documentPages(
  document: LabelDocument,
  target: Target,
  purpose: 'print' | 'screen',
): Promise<Bitmap[]> {
  const pages: Bitmap[] = []
  for await (const page of drawnPages(document, target, purpose)) {
    pages.push(page)
    checkDrawn(pages.length * page.data.length)
  }
  return pages
}

async function* pagesOf(
  { format, bytes }: LabelDocument,
  target: Target,
  purpose: 'print' | 'screen',
  { page, isWhole }: { page: number | undefined; isWhole: boolean },
): AsyncGenerator<Bitmap, void> {
  const { widthDots, heightDots } = labelSizeInDots(target.media, target.dpi)
  const size = { width: widthDots, height: heightDots }
  const dotsPerInch = widthDots / target.media.widthIn
  switch (format) {
    case 'PDF':
      yield* pdfPages(bytes, size, dotsPerInch, page, isWhole)
      return
    case 'PNG':
      yield fitPicture(decodePng(bytes), size)
      return
    case 'ZPL':
      yield* drawZpl(bytes, size, DOTS_PER_MM[target.dpi], purpose)
      return
    case 'EPL':
      yield* eplPages(bytes, { widthDots, heightDots }, target.dpi, purpose, {
        symbols: await eplSymbols(bytes, dotsPerInch),
        letters: hasEplLetters(bytes) ? await openLetters() : null,
      })
  }
}

function* eplPages(
  bytes: Uint8Array,
  size: LabelSize,
  dpi: number,
  purpose: 'print' | 'screen',
  { symbols, letters }: { symbols: ReadonlyMap<string, Bitmap>; letters: Letters | null },
): Generator<Bitmap, void> {
  let labels = 0
  for (const { name } of eplCommands(bytes)) if (name === 'P' || name === 'PA') labels += 1
  checkCount(labels)
  checkDrawn((labels * size.widthDots * size.heightDots) / 8)
  for (const { bitmap, notDrawn } of interpretEpl(bytes, size, dpi, symbols, letters)) {
    // Unknown commands are not sent, and draw nothing.
    const missing = notDrawn.filter((name) => eplCommand(name) !== null)
    if (purpose === 'print' && missing.length > 0) {
      throw new ConversionProblem(`the label uses EPL commands that cannot be drawn: ${missing.join(', ')}`)
    }
    yield bitmap
  }
}

/**
 * A picture is taken for a picture of the whole label, since its own size in inches is seldom given. It is placed dot for
 * dot where it is of the label's size or nearly so; otherwise it is scaled, by a whole number where that is what it takes.
 */
function fitPicture(picture: Bitmap, label: Size): Bitmap {
  const fit = fitPage(picture, label, true)
  const upright = rotate(picture, fit.isTurned ? 90 : 0)
  return centerOn(isClose(upright, label) ? upright : resize(upright, fit), label.width, label.height)
}
