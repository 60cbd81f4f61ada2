import { LabelColumn, type LabelTarget } from './compose/column.ts'

export interface PackingSlip {
  reference: string
  /** Lines of an address, as people write it; empty: not known. */
  sender: readonly string[]
  consignee: readonly string[]
  carrier: string | null
  proNumber: string | null
  trackingNumber: string | null
  pieces: number | null
  weightLb: number | null
  instructions: string | null
  /** Words on the slip, in the language of its readers. */
  words: { title: string; from: string; shipTo: string; pieces: string; weight: string }
}

/**
 * A packing slip for a station without a receipt printer: a label that goes into the box, and says so. Its one barcode is
 * the reference, so that nobody takes it for the shipping label.
 */
export function composePackingSlipLabel(slip: PackingSlip, target: LabelTarget): Uint8Array {
  const { words, sender, consignee, carrier, proNumber, trackingNumber, pieces, weightLb, instructions } = slip
  const column = new LabelColumn(target)
    .text(8, words.title, { align: 'center', inverse: true })
    .text(8, slip.reference, { lines: 2, align: 'center' })
    .code128(14, slip.reference)
    .rule()
  if (sender.length > 0) {
    column.text(4, words.from)
    for (const line of sender) column.text(4.5, line)
    column.rule()
  }
  column.text(4, words.shipTo)
  for (const line of consignee) column.text(6, line, { lines: 2 })
  column.rule()
  if (pieces !== null) column.text(6, `${words.pieces}: ${pieces}`)
  if (weightLb !== null) column.text(5, `${words.weight}: ${weightLb} lb`)
  if (carrier !== null) column.text(5, carrier)
  if (proNumber !== null) column.text(4.5, `PRO ${proNumber}`)
  if (trackingNumber !== null) column.text(4.5, trackingNumber)
  if (instructions !== null) column.rule().text(4.5, instructions, { lines: 8 })
  return column.toBytes()
}
