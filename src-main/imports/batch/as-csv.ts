import { csvLine } from '../../../src-shared/csv.ts'
import type { CsvForm, CsvRow } from '../csv/csv-read.ts'
import { TITLE_ROWS } from '../csv/header-names.ts'
import { fieldOf } from '../rows/suggestion.ts'
import { unreadable } from '../sheets/refusal.ts'

/** No workbook has more rows; a row numbered beyond would need that many empty lines. */
const MOST_ROWS = 1_048_576

/** How `asCsv` writes. */
export const CSV_OF_SHEET = { encoding: 'utf-8', delimiter: ',', hasDelimiterLine: false } as const satisfies CsvForm

/**
 * The rows of a workbook, of JSON or XML as CSV: the form that a batch is read from afterwards. Each row keeps its
 * number. A total weight that is written once for several rows stands in the first: it is not the weight of each.
 * @throws StationError UNREADABLE_FILE
 */
export async function* asCsv(rows: AsyncIterable<CsvRow>): AsyncGenerator<string> {
  let next = 1
  let totalColumn = -1
  let count = 0
  for await (const { row, cells, repeated } of rows) {
    if (totalColumn < 0 && ++count <= TITLE_ROWS) {
      totalColumn = cells.findIndex((cell) => fieldOf(cell) === 'cargo.totalWeight')
    }
    const once = repeated?.includes(totalColumn) ? cells.with(totalColumn, '') : cells
    if (row > MOST_ROWS) throw unreadable(`At most ${MOST_ROWS} rows are read; this is row ${row}.`, 'rows', row)
    yield '\r\n'.repeat(row - next) + csvLine(once)
    next = row + 1
  }
}
