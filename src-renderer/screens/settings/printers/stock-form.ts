import {
  labelStockInputSchema,
  type LabelStock,
  type LabelStockInput,
} from '../../../../src-shared/station/printing/label-stock.ts'
import { fieldErrors, type ParsedForm } from '../../../forms/field-error.ts'
import { parseNumber } from '../../../forms/number.ts'

/** A kind of labels being typed. */
export interface StockForm {
  name: string
  widthIn: string
  heightIn: string
  tracking: LabelStock['tracking']
  print: LabelStock['print']
}

/** The form of a kind of labels, or of a new one. */
export function stockFormFor(stock: LabelStock | null): StockForm {
  if (!stock) return { name: '', widthIn: '4', heightIn: '6', tracking: 'gap', print: 'direct' }
  const { name, media, tracking, print } = stock
  return { name, widthIn: String(media.widthIn), heightIn: String(media.heightIn), tracking, print }
}

/** The form as the station takes it, or its errors. */
export function parseStockForm(form: StockForm, stockId: string | undefined): ParsedForm<LabelStockInput> {
  const { name, widthIn, heightIn, tracking, print } = form
  const media = { widthIn: parseNumber(widthIn), heightIn: parseNumber(heightIn) }
  const parsed = labelStockInputSchema.safeParse({ stockId, name, media, tracking, print })
  return parsed.success ? { ok: true, input: parsed.data } : { ok: false, errors: fieldErrors(parsed.error) }
}
