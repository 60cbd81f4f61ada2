import { NUMBER_FIELDS, type ColumnMap, type NumberForm } from '../../../src-shared/station/batch/batch-field.ts'
import type { CsvRow } from '../csv/csv-read.ts'
import { headerNames } from '../csv/header-names.ts'
import { couldBeEither, readNumber } from './cells.ts'

/** Rows that are looked at: what is written otherwise below them is found when the cell is read. */
const MOST_ROWS = 2_000

/** How the numbers of a table are written, and one that could be either, where none of them shows it. */
export interface NumberSample {
  numbers: NumberForm
  unsure: string | null
}

/** Looks at the first cells with numbers; the first row is the header. Marks of both forms, or of none, are `unsure`. */
export async function numberSample(
  rows: AsyncIterable<CsvRow>,
  { columns }: Pick<ColumnMap, 'columns'>,
): Promise<NumberSample> {
  let places: number[] | null = null
  let unsure: string | null = null
  const shown = { point: false, comma: false }
  let looked = 0
  for await (const { cells } of rows) {
    if (places === null) {
      const headers = headerNames(cells)
      const named = columns.filter(({ field }) => NUMBER_FIELDS.includes(field))
      places = named.map(({ header }) => headers.indexOf(header)).filter((place) => place >= 0)
      continue
    }
    for (const place of places) {
      const [number = ''] = /[\d.,]*\d[\d.,]*/.exec(cells[place] ?? '') ?? []
      if (couldBeEither(number)) unsure ??= number
      else if (/[.,]/.test(number)) {
        const [isPoint, isComma] = (['point', 'comma'] as const).map((form) => 'value' in readNumber(number, form))
        shown.point ||= isPoint === true
        shown.comma ||= isComma === true
      }
    }
    looked += 1
    if (looked === MOST_ROWS) break
  }
  if (shown.point !== shown.comma) return { numbers: shown.point ? 'point' : 'comma', unsure: null }
  return { numbers: 'unsure', unsure }
}
