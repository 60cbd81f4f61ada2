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
 * Asks before a label goes onto labels of another size: where the size that it declares is not the loaded one, or what it
 * draws reaches beyond it. Null: it fits, or nobody said what is loaded.
 * @param bytes as they go to the printer, judged already
 */
export function stockQuestion(
  bytes: Uint8Array,
  { language, dpi }: Pick<Printer, 'language' | 'dpi'>,
  { paper }: Pick<PrinterOptions, 'paper'>,
  stock: LabelStock | null,
): LabelQuestion | null {
  if (stock === null || paper === 'receipt') return null
  const question = { kind: 'stock', key: 'STOCK', stock: stock.name } as const
  const label = declaredSize(bytes, language, dpi)
  if (label && !fitsStock(label, stock)) return { ...question, label }
  const { widthIn, heightIn } = stock.media
  const media = { widthIn, heightIn: stock.tracking === 'continuous' ? LONGEST_IN : heightIn }
  const { result, said } = inspectLabel(bytes, { language, dpi, media })
  return result === 'whole' && !said.notes.some(isBeyondMedia) ? null : { ...question, label: null }
}
