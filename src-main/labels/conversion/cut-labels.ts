import type { Box } from '../../../src-labels/bitmap/content.ts'
import { labelSizeInDots } from '../../../src-labels/label-size.ts'
import { labelsOfPdf } from './pdf.ts'
import { ConversionProblem } from './problem.ts'
import type { Target } from './protocol.ts'

/**
 * A PDF in which each label of a page that holds several has a page of its own, as large as it is; other pages stay.
 * @param choice which label of such a page, from 1; all: one page each
 * @throws ConversionProblem also where no page has that label
 */
export async function cutLabels(file: Uint8Array, { dpi, media }: Target, choice: number | 'all'): Promise<Uint8Array> {
  const { widthDots, heightDots } = labelSizeInDots(media, dpi)
  const found = await labelsOfPdf(file, { width: widthDots, height: heightDots }, widthDots / media.widthIn)
  const most = Math.max(1, ...found.map((labels) => labels.length))
  if (choice !== 'all' && choice > most) {
    throw new ConversionProblem(
      `no page of the PDF has a label ${choice}: ${most === 1 ? 'there is one on each' : `there are ${most} at most`}`,
    )
  }
  if (most === 1) return file
  // The library behind it takes as long to load as some labels to draw.
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.load(file, { updateMetadata: false }).catch(() => {
    throw new ConversionProblem('the labels on the page cannot be cut apart: the PDF is protected')
  })
  const pages = document.getPages()
  // From the last page on: what is put in moves those behind.
  for (const [index, labels] of [...found.entries()].toReversed()) {
    const page = pages[index]
    const chosen = choice === 'all' ? labels : labels.slice(choice - 1, choice)
    if (!page || chosen.length === 0) continue
    const crop = page.getCropBox()
    const copies = await document.copyPages(
      document,
      chosen.slice(1).map(() => index),
    )
    for (const [number, copy] of copies.entries()) document.insertPage(index + 1 + number, copy)
    for (const [number, label] of chosen.entries()) {
      const own = number === 0 ? page : copies[number - 1]
      const { x, y, width, height } = onPaper(label, crop, page.getRotation().angle)
      own?.setMediaBox(x, y, width, height)
      own?.setCropBox(x, y, width, height)
    }
  }
  return document.save({ updateFieldAppearances: false })
}

/** A part of a page as it is seen, in parts of its sides, as a box of its paper, in points from the lower left. */
function onPaper(label: Box, crop: Box, angle: number): Box {
  const { x, y, width, height } = label
  const turned = ((angle % 360) + 360) % 360
  const [left, bottom, across, up] =
    turned === 90
      ? [y, x, height, width]
      : turned === 180
        ? [1 - x - width, y, width, height]
        : turned === 270
          ? [1 - y - height, 1 - x - width, height, width]
          : [x, 1 - y - height, width, height]
  return {
    x: crop.x + left * crop.width,
    y: crop.y + bottom * crop.height,
    width: across * crop.width,
    height: up * crop.height,
  }
}
