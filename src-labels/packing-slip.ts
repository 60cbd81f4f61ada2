import type { Bitmap } from './bitmap/bitmap.ts'
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
  /** The goods, a line each; absent or empty: they are not named. */
  goods?: readonly string[]
  /** At the foot. */
  note?: string
  /** At the head; null: there is none. */
  logo?: Bitmap | null
  /** Words on the slip, in the language of its readers. */
  words: { title: string; from: string; shipTo: string; pieces: string; weight: string; goods: string; more: string }
}

/** With what is below it. */
const RULE_MM = 2.5

/**
 * A packing slip for a station without a receipt printer: a label that goes into the box, and says so. Its one barcode is
 * the reference, so that it is not mistaken for the shipping label. The goods come last: those that there is no room for
 * are counted.
 * @throws LabelRoomError when there is no room for the rest.
 */
export function composePackingSlipLabel(slip: PackingSlip, target: LabelTarget): Uint8Array {
  const { words, sender, consignee, carrier, proNumber, trackingNumber, pieces, weightLb, instructions } = slip
  const { goods = [], note = '', logo = null } = slip
  // What a slip has beside the addresses needs the room of large letters.
  const isFull = goods.length > 0 || note !== '' || logo !== null
  const [head, large, middle] = isFull ? [5, 4, 3.5] : [8, 6, 5]
  const column = new LabelColumn(target)
  if (logo) column.picture(logo)
  column
    .text(head, words.title, { align: 'center', inverse: true })
    .text(head, slip.reference, { lines: 2, align: 'center' })
    .readableCode128(isFull ? 8 : 14, slip.reference)
    .rule()
  if (sender.length > 0) {
    column.text(isFull ? 3 : 4, words.from)
    for (const line of sender) column.text(isFull ? 3.5 : 4.5, line)
    column.rule()
  }
  column.text(isFull ? 3 : 4, words.shipTo)
  for (const line of consignee) column.text(large, line, { lines: 2 })
  column.rule()
  if (pieces !== null) column.text(large, `${words.pieces}: ${pieces}`)
  if (weightLb !== null) column.text(middle, `${words.weight}: ${weightLb} lb`)
  if (carrier !== null) column.text(middle, carrier)
  if (proNumber !== null) column.text(isFull ? 3.5 : 4.5, `PRO ${proNumber}`)
  if (trackingNumber !== null) column.text(isFull ? 3.5 : 4.5, trackingNumber)
  if (instructions !== null) column.rule().text(isFull ? 3.5 : 4.5, instructions, { lines: isFull ? 4 : 8 })
  if (goods.length > 0) {
    column.rule().text(3, words.goods)
    const foot = note === '' ? 0 : column.heightOf(middle, note, 4) + RULE_MM
    for (const [at, line] of goods.entries()) {
      const more = at === goods.length - 1 ? 0 : column.heightOf(middle, words.more, 1)
      if (!column.hasRoom(column.heightOf(middle, line, 2) + more + foot)) {
        column.text(middle, `+ ${goods.length - at} ${words.more}`)
        break
      }
      column.text(middle, line, { lines: 2 })
    }
  }
  if (note !== '') column.rule().text(middle, note, { lines: 4, align: 'center' })
  return column.toBytes()
}
