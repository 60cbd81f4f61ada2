import type { CsvRow } from '../csv/csv-read.ts'

/** The rows of one booking; never empty. */
export type RowGroup = readonly [CsvRow, ...CsvRow[]]

/** The most cargo lines of one booking, as the interface takes them. */
const MOST_LINES = 100

/**
 * Rows as bookings, in the file's order: each its own, or adjacent rows of one reference when `column` is the
 * reference's. Only rows side by side are joined, so that never more than one booking's rows are in memory. Of one with too
 * many lines those that refuse it are kept, and the last: what follows is no booking of its own.
 */
export async function* groupRows(rows: AsyncIterable<CsvRow>, column: number): AsyncGenerator<RowGroup> {
  let group: [CsvRow, ...CsvRow[]] | null = null
  for await (const row of rows) {
    const reference = referenceOf(row, column)
    if (group && reference !== '' && reference === referenceOf(group[0], column)) {
      group[Math.min(group.length, MOST_LINES)] = row
      continue
    }
    if (group) yield group
    group = [row]
  }
  if (group) yield group
}

const referenceOf = (row: CsvRow, column: number) => (column < 0 ? '' : (row.cells[column] ?? '').trim().toLowerCase())
