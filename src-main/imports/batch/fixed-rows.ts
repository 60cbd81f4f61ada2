import type { CsvRow } from '../csv/csv-read.ts'
import type { FixedCells } from './batch-fixes.rows.ts'

/** The rows of a file with their fixes. */
export async function* withFixed(rows: AsyncIterable<CsvRow>, fixed: FixedCells | undefined): AsyncGenerator<CsvRow> {
  for await (const row of rows) {
    const cells = fixed?.get(row.row)
    yield cells ? { row: row.row, cells: patched(row.cells, cells) } : row
  }
}

function patched(cells: readonly string[], fixed: ReadonlyMap<number, string>): string[] {
  const after = [...cells]
  for (const [column, value] of fixed) {
    while (after.length <= column) after.push('')
    after[column] = value
  }
  return after
}
