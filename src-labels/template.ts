import type { Bitmap } from './bitmap/bitmap.ts'
import { LabelColumn, type LabelTarget } from './compose/column.ts'
import { isCode128Data } from './code128.ts'
import { gs1Data, gs1Elements, gs1Text } from './gs1.ts'

/** A row of a label of one's own, with the data that it carries. */
export type TemplateRow =
  | {
      kind: 'text'
      text: string
      size: TextSize
      lines: number
      align: 'left' | 'center' | 'right'
      isInverse: boolean
    }
  | { kind: 'rule' }
  | { kind: 'barcode'; symbology: Symbology; data: string; heightMm: number; hasText: boolean }

type TextSize = 'small' | 'medium' | 'large' | 'huge'
type Symbology = 'code128' | 'gs1-128' | 'qr' | 'datamatrix'

/** The modules of a QR Code or Data Matrix, one dot each, without quiet zone. @throws Error for data that it cannot hold */
export type MatrixModules = (symbology: 'qr' | 'datamatrix', data: string) => Bitmap

/** Height of letters on a 4 by 6 in label, in millimetres. */
const SIZES: Record<TextSize, number> = { small: 3, medium: 4.5, large: 7, huge: 14 }
const READABLE_MM = 4

/** What is wrong with one row, and which it is, from 0. */
export class TemplateRowError extends RangeError {
  override readonly name = 'TemplateRowError'
  readonly row: number

  constructor(row: number, message: string) {
    super(message)
    this.row = row
  }
}

/**
 * A label of rows from the top. Nothing is left out in silence: what does not fit, or would come out in bars that no scanner
 * reads, is an error.
 * @throws TemplateRowError
 */
export function composeTemplate(
  rows: readonly TemplateRow[],
  target: LabelTarget & { matrix: MatrixModules },
): Uint8Array {
  const column = new LabelColumn(target)
  for (const [at, row] of rows.entries()) {
    const drawn = atRow(at, () => drawRow(column, row, target.matrix))
    if (drawn === 'no-room') throw new TemplateRowError(at, 'there is no room for it on this label')
    if (drawn === 'cut') throw new TemplateRowError(at, 'its text is longer than the lines it has')
    if (drawn === 'narrow') throw new TemplateRowError(at, 'the bars would be too narrow for a scanner on this label')
  }
  return column.toBytes()
}

function atRow<T>(at: number, draw: () => T): T {
  try {
    return draw()
  } catch (error) {
    // What a code cannot hold is our error or one of the library that draws it; both say what is wrong.
    throw new TemplateRowError(at, error instanceof Error ? error.message : String(error))
  }
}

function drawRow(column: LabelColumn, row: TemplateRow, matrix: MatrixModules): LabelColumn['outcome'] {
  switch (row.kind) {
    case 'rule':
      return column.rule().outcome
    case 'text': {
      const { text, size, lines, align, isInverse } = row
      return column.text(SIZES[size], text, { lines, align, inverse: isInverse }).outcome
    }
    case 'barcode': {
      const readable = drawBarcode(column, row, matrix)
      const { outcome } = column
      if (outcome !== 'drawn' || !row.hasText) return outcome
      return column.text(READABLE_MM, readable, { lines: 2, align: 'center' }).outcome
    }
  }
}

/** @returns the text below it, for people */
function drawBarcode(
  column: LabelColumn,
  { symbology, data, heightMm }: Extract<TemplateRow, { kind: 'barcode' }>,
  matrix: MatrixModules,
): string {
  switch (symbology) {
    case 'code128':
      if (!isCode128Data(data)) throw new RangeError('a Code 128 takes letters, digits and signs of ASCII only')
      column.code128(heightMm, data)
      return data
    case 'gs1-128': {
      const elements = gs1Elements(data)
      column.gs1128(heightMm, gs1Data(elements))
      return gs1Text(elements)
    }
    case 'qr':
    case 'datamatrix':
      column.matrix(heightMm, matrix(symbology, data), symbology === 'qr' ? 4 : 1)
      return data
  }
}
