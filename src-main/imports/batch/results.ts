import { CSV_MARK, safeCsvLine, type CsvCell } from '../../../src-shared/csv.ts'
import { majorUnits } from '../../../src-shared/station/money.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { CsvForm, CsvRow } from '../csv/csv-read.ts'
import { csvFileRows } from '../sheets/rows-in-thread.ts'
import type { BatchRow } from '../../../src-shared/station/batch/batch.ts'
import type { FixedCells } from './batch-fixes.rows.ts'
import { isOrdered, type BatchRowStore } from './batch.rows.ts'
import { withFixed } from './fixed-rows.ts'

/** The columns that the results file adds to the file's own. */
const RESULT_HEADERS = [
  'state',
  'booked reference',
  'shipmentId',
  'trackingNumber',
  'total',
  'currency',
  'error code',
  'error message',
] as const

const WINDOW = 500

/**
 * The file's rows, as they were fixed, with the outcome of each, in batches, the header first. A row that was one of
 * several cargo lines shows the outcome of their booking. Rows that no check has seen have an empty state.
 */
export async function* resultRows(
  path: string,
  form: CsvForm,
  results: (from: number, to: number) => ReturnType<BatchRowStore['results']>,
  fixed: FixedCells,
): AsyncGenerator<CsvCell[][]> {
  let width = 0
  let last: BatchRow | undefined
  for await (const rows of windows(withFixed(csvFileRows(path, form), fixed))) {
    const [first] = rows
    const end = rows.at(-1)
    if (!first || !end) continue
    const found = new Map((await results(first.row, end.row)).map((result) => [result.row, result]))
    const reported: CsvCell[][] = []
    for (const row of rows) {
      if (width === 0) {
        width = row.cells.length
        reported.push([...row.cells, ...RESULT_HEADERS])
        continue
      }
      last = found.get(row.row) ?? (last && row.row <= last.lastRow ? last : undefined)
      // A ragged row keeps all its cells in the file's columns; cells behind them would shift ours.
      const cells = Array.from({ length: width }, (_, column) => row.cells[column] ?? '')
      reported.push([...cells, ...resultCells(last)])
    }
    yield reported
  }
}

/** The results as CSV in UTF-8, cut as the file was. */
export async function* resultsCsv(rows: AsyncIterable<CsvCell[][]>, delimiter: string): AsyncGenerator<string> {
  yield CSV_MARK
  for await (const some of rows) yield some.map((cells) => safeCsvLine(cells, delimiter)).join('')
}

function resultCells(result: BatchRow | undefined): CsvCell[] {
  if (!result) return RESULT_HEADERS.map(() => '')
  const { booking } = result
  const error = errorOf(result)
  return [
    booking?.state ?? stateOf(result),
    booking?.reference ?? '',
    booking?.shipmentId ?? '',
    booking?.trackingNumber ?? '',
    booking?.total ? majorUnits(booking.total) : null,
    booking?.total?.currency ?? '',
    error?.code ?? '',
    error?.message ?? '',
  ]
}

function stateOf(row: BatchRow): string {
  const { outcome, state } = row
  if (isOrdered(row)) return 'IN ORDERS'
  if (state !== 'waiting') return state.toUpperCase()
  return outcome === 'error' ? 'INVALID' : outcome === 'duplicate' ? 'DUPLICATE' : 'NOT SENT'
}

function errorOf({
  booking,
  error,
  problems,
  outcome,
  reference,
}: BatchRow): Pick<StationErrorData, 'code' | 'message'> | null {
  if (booking?.error) return booking.error
  if (booking || isOrdered({ error })) return null
  if (error) return error
  if (problems.length > 0) {
    const reported = problems.map(
      ({ row, column, message }) => `row ${row}${column === null ? '' : `, ${column}`}: ${message}`,
    )
    return { code: 'INVALID_INPUT', message: reported.join('; ') }
  }
  return outcome === 'duplicate' ? { code: 'DUPLICATE', message: `reference ${reference ?? ''} was used before` } : null
}

async function* windows(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow[]> {
  let window: CsvRow[] = []
  for await (const row of rows) {
    window.push(row)
    if (window.length < WINDOW) continue
    yield window
    window = []
  }
  if (window.length > 0) yield window
}
