import { modulo10 } from './barcodes/interleaved.ts'
import { LabelColumn, type LabelTarget } from './compose/column.ts'

export interface PalletLabel {
  /** 18 digits with their check digit, or 17 without. */
  sscc: string
  shipFrom: readonly string[]
  shipTo: readonly string[]
  poNumber: string | null
  /** Which pallet of how many. */
  piece: { number: number; of: number } | null
  /** Words on the label, in the language of its readers. */
  words: { shipFrom: string; shipTo: string; poNumber: string; piece: string; sscc: string }
}

const MOST_LINES = 5

/**
 * An SSCC-18 with its check digit.
 * @throws RangeError when it is not 17 digits, or 18 with the right check digit.
 */
export function checkedSscc(sscc: string): string {
  if (!/^\d{17,18}$/.test(sscc)) throw new RangeError('an SSCC must be 18 digits, or 17 without its check digit')
  const checked = sscc.slice(0, 17) + modulo10(sscc.slice(0, 17))
  if (sscc.length === 18 && sscc !== checked)
    throw new RangeError(`the SSCC's check digit must be ${checked.slice(-1)}`)
  return checked
}

/**
 * A logistic label for a pallet: from whom, to whom, and its SSCC-18 as GS1-128 with application identifier (00).
 * @throws RangeError for an SSCC that is none.
 */
export function composePalletLabel(pallet: PalletLabel, target: LabelTarget): Uint8Array {
  const sscc = checkedSscc(pallet.sscc)
  const { words, piece, poNumber } = pallet
  const column = new LabelColumn(target).text(3, words.shipFrom)
  for (const line of pallet.shipFrom.slice(0, MOST_LINES)) column.text(4, line)
  column.rule().text(3, words.shipTo)
  for (const line of pallet.shipTo.slice(0, MOST_LINES)) column.text(6, line)
  column.rule()
  if (poNumber !== null) column.text(6, `${words.poNumber} ${poNumber}`)
  if (piece) column.text(6, `${words.piece} ${piece.number} / ${piece.of}`)
  return column
    .rule()
    .text(3, words.sscc)
    .gs1128(32, `00${sscc}`)
    .text(5, `(00) ${sscc.slice(0, 1)} ${sscc.slice(1, 8)} ${sscc.slice(8, 17)} ${sscc.slice(17)}`, { align: 'center' })
    .toBytes()
}
