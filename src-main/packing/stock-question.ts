import { declaredSize } from '../../src-labels/declared-size.ts'
import { inspectLabel } from '../../src-labels/inspect.ts'
import { isBeyondMedia } from '../../src-labels/zpl/bounds.ts'
import type { LabelQuestion } from '../../src-shared/station/printing/label-question.ts'
import { fitsStock, type LabelStock } from '../../src-shared/station/printing/label-stock.ts'
import type { PrinterOptions } from '../../src-shared/station/printing/printer-settings.ts'
import type { Printer } from '../../src-shared/station/printing/printing.ts'

/** The longest label that any printer here cuts from a roll. Inches. */
const LONGEST_IN = 14

/**
 * Asks before a label goes onto labels of another size: its declared size is not the loaded one, or it draws beyond it. Without a
 * loaded stock the printer's media stands in, and only a label that is wider, longer or denser asks. Null: it fits.
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
  const question = { kind: 'stock', key: 'STOCK', stock: stock?.name ?? `${widthIn} × ${heightIn} in` } as const
  const label = declaredSize(bytes, language, dpi)
  if (stock && label && !fitsStock(label, stock)) return { ...question, label }
  const media = { widthIn, heightIn: stock?.tracking === 'continuous' ? LONGEST_IN : heightIn }
  const { result, said } = inspectLabel(bytes, { language, dpi, media })
  return result === 'whole' && !said.notes.some(isBeyondMedia) ? null : { ...question, label: stock ? null : label }
}
