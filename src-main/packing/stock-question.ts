import { declaredDots, declaredInches, declaredSize } from '../../src-labels/declared-size.ts'
import { inspectLabel } from '../../src-labels/inspect.ts'
import { isBeyondMedia } from '../../src-labels/zpl/bounds.ts'
import type { LabelQuestion } from '../../src-shared/station/printing/label-question.ts'
import { fitsStock, isNear, type LabelStock } from '../../src-shared/station/printing/label-stock.ts'
import type { PrinterOptions } from '../../src-shared/station/printing/printer-settings.ts'
import { PRINTER_DPIS, type Printer, type PrinterDpi } from '../../src-shared/station/printing/printing.ts'

/** The longest label that any printer here cuts from a roll. Inches. */
const LONGEST_IN = 14

/**
 * Asks before a label goes onto labels of another size: its declared size is not the loaded one, or it draws beyond it. Without a
 * loaded stock the printer's media stands in, and only a label that is wider, longer or made for another resolution asks. Null: it
 * fits. No picture is unpacked for it, however many a stream has: the main thread asks.
 * @param bytes as they go to the printer, validated already
 */
export function stockQuestion(
  bytes: Uint8Array,
  { language, dpi, media: printerMedia }: Pick<Printer, 'language' | 'dpi' | 'media'>,
  { paper }: Pick<PrinterOptions, 'paper'>,
  stock: LabelStock | null,
): LabelQuestion | null {
  if (paper === 'receipt') return null
  const { widthIn, heightIn } = stock?.media ?? printerMedia
  const { width, height } = declaredDots(bytes, language)
  const madeFor = width === null ? null : resolutionOf(width, dpi, widthIn)
  const question = {
    kind: 'stock',
    key: 'STOCK',
    stock: stock?.name ?? `${widthIn} × ${heightIn} in`,
    madeFor,
  } as const
  const label = declaredSize(bytes, language, dpi)
  if (stock && label && !fitsStock(label, stock)) return { ...question, label }
  if (width !== null && madeFor !== null) {
    const inches = (dots: number) => declaredInches(dots, dpi)
    return { ...question, label: { widthIn: inches(width), heightIn: height === null ? heightIn : inches(height) } }
  }
  const media = { widthIn, heightIn: stock?.tracking === 'continuous' ? LONGEST_IN : heightIn }
  const { result, said } = inspectLabel(bytes, { language, dpi, media, skipsPictures: true })
  return result === 'whole' && !said.notes.some(isBeyondMedia) ? null : { ...question, label: stock ? null : label }
}

/** At which other resolution a label of that width is as wide as its media; null: it is at the printer's own, or at none. */
function resolutionOf(dots: number, dpi: PrinterDpi, widthIn: number): PrinterDpi | null {
  const isAsWide = (one: PrinterDpi) => isNear(declaredInches(dots, one), widthIn)
  return isAsWide(dpi) ? null : (PRINTER_DPIS.find(isAsWide) ?? null)
}
