import { blankBitmap, setBlack, type Bitmap } from './bitmap/bitmap.ts'
import { code128Modules } from './code128.ts'
import { EplLabel } from './epl/label.ts'
import { labelSizeInDots, type LabelDpi, type LabelMedia } from './label-size.ts'
import { ZplLabel } from './zpl/label.ts'

export interface TestLabelOptions {
  language: 'ZPL' | 'EPL'
  dpi: LabelDpi
  media: LabelMedia
  printerName: string
}

/** What the test label's barcode says, so that a scan of the printed label proves the printer. */
export const TEST_LABEL_CODE = 'WAYBILL-TEST'

/**
 * A label that shows whether a printer is set up right: a frame on the media's edge (size and position), a ruler in
 * centimetres (dots an inch), lines one to four dots apart (print head and darkness), its name, and a barcode to scan.
 */
export function testLabel({ language, dpi, media, printerName }: TestLabelOptions): Uint8Array {
  const size = labelSizeInDots(media, dpi)
  const label = language === 'ZPL' ? new ZplLabel(size) : new EplLabel(size, dpi)
  const { widthDots: width, heightDots: height } = size
  const dotsPerMm = dpi === 203 ? 8 : dpi === 300 ? 12 : 24
  const mm = (millimetres: number) => Math.round(millimetres * dotsPerMm)
  const margin = mm(2.5)
  const room = width - 2 * margin

  label.box(0, 0, width, height, Math.max(2, mm(0.25)))
  let y = mm(3)
  const row = (rowHeight: number, draw: (top: number) => void) => {
    // On small media the last rows are left out rather than printed over the edge.
    if (y + rowHeight > height - mm(1)) return
    draw(y)
    y += rowHeight + mm(2)
  }
  row(mm(4.5), (top) => label.text(margin, top, mm(4.5), printerName, { maxWidth: room }))
  row(mm(3), (top) => {
    const facts = `${language}  ${dpi} dpi  ${media.widthIn} x ${media.heightIn} in  ${width} x ${height} dots`
    label.text(margin, top, mm(3), facts, { maxWidth: room })
  })
  const modules = code128Modules(TEST_LABEL_CODE)
  const moduleWidth = Math.max(1, Math.min(mm(0.375), 10, Math.floor(room / (modules + 20))))
  row(mm(10), (top) => {
    label.code128(Math.round((width - modules * moduleWidth) / 2), top, TEST_LABEL_CODE, {
      height: mm(10),
      moduleWidth,
      showText: false,
    })
  })
  row(mm(6), (top) => {
    for (let at = 0; at <= Math.floor(room / dotsPerMm); at += 1) {
      const tick = at % 10 === 0 ? mm(3) : at % 5 === 0 ? mm(2) : mm(1)
      label.line(margin + mm(at), top, Math.max(1, mm(0.125)), tick)
      if (at % 10 === 0 && at > 0 && mm(at) + mm(3) < room) {
        label.text(margin + mm(at) + mm(0.5), top + mm(3), mm(2.5), String(at / 10))
      }
    }
  })
  row(mm(8), (top) => {
    for (const [index, spacing] of [1, 2, 3, 4].entries()) {
      const [left, side] = [margin + mm(index * 11), mm(8)]
      if (left + side <= width - margin) label.graphic(left, top, stripes(side, spacing))
    }
  })
  return label.toBytes()
}

/** A square of vertical lines, each `spacing` dots wide and apart. */
function stripes(side: number, spacing: number): Bitmap {
  const bitmap = blankBitmap(side, side)
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) if (Math.floor(x / spacing) % 2 === 0) setBlack(bitmap, x, y)
  }
  return bitmap
}
