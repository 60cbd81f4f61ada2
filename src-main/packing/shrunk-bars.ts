import { NARROWEST_BAR_MM } from '../../src-labels/barcodes/bars.ts'
import { fitPage } from '../../src-labels/bitmap/fit.ts'
import { labelSizeInDots } from '../../src-labels/label-size.ts'
import type { Printer } from '../../src-shared/station/printing/printing.ts'
import type { Conversion, How } from '../labels/conversion/conversion.ts'
import { pngHeader } from '../labels/conversion/png-decode.ts'
import type { DocumentView } from '../labels/conversion/protocol.ts'

/** Below this a page is shrunk; smaller differences are rounding to dots. */
const SHRUNK = 0.97
const MM_PER_INCH = 25.4

/** Barcodes that fitting a page on a label made narrower than scanners read for certain. */
export interface ShrunkBars {
  codes: ReadonlySet<string>
  narrowestMm: number
}

/**
 * Barcodes of a document's pages that are narrower than `NARROWEST_BAR_MM` on the label, and only because the page was
 * made smaller. Null: none is. Pages that keep their size are not measured.
 * @param source the pages as they are. @param pages PNG files of the printer's dots, one for each of them
 */
export async function shrunkBars(
  conversion: Pick<Conversion, 'measureBarcodes'>,
  source: DocumentView['pages'],
  { pages, printer, how }: { pages: readonly Uint8Array[]; printer: Pick<Printer, 'dpi' | 'media'>; how: How },
): Promise<ShrunkBars | null> {
  const label = labelSizeInDots(printer.media, printer.dpi)
  const size = { width: label.widthDots, height: label.heightDots }
  const dotsPerInch = label.widthDots / printer.media.widthIn
  const codes = new Set<string>()
  let narrowestMm = Infinity
  for (const [index, { png, widthIn, heightIn }] of source.entries()) {
    const printed = pages[index]
    const natural = { width: widthIn * dotsPerInch, height: heightIn * dotsPerInch }
    const fit = fitPage(natural, size)
    const usual = fit.width / (fit.isTurned ? natural.height : natural.width)
    if (!printed || usual >= SHRUNK) continue
    const [before = [], after = []] = await conversion.measureBarcodes([png, printed], how)
    const sourceDotMm = (widthIn * MM_PER_INCH) / pngHeader(png).width
    const dotMm = MM_PER_INCH / dotsPerInch
    // A label that was cut out of its sheet keeps its size: the bars read from it show by how much it was shrunk.
    const known = before.flatMap(({ text, lengthDots }) => {
      const same = after.find((one) => one.text === text)
      return same ? [(same.lengthDots * dotMm) / (lengthDots * sourceDotMm)] : []
    })
    const scale = known.length > 0 ? Math.max(...known) : usual
    if (scale >= SHRUNK) continue
    for (const { text, narrowDots } of before) {
      const narrowMm = narrowDots * sourceDotMm * scale
      if (narrowMm >= NARROWEST_BAR_MM) continue
      codes.add(text)
      narrowestMm = Math.min(narrowestMm, narrowMm)
    }
  }
  return codes.size === 0 ? null : { codes, narrowestMm: Math.round(narrowestMm * 1000) / 1000 }
}
