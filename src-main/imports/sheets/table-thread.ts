import { z } from 'zod'
import { DELIMITERS, ENCODINGS } from '../../../src-shared/station/batch/batch.ts'
import { StationError, stationErrorSchema } from '../../../src-shared/station/error.ts'
import { cleanRow, isDecoration } from '../csv/clean-row.ts'
import { readCsvFile, readCsvText, type CsvRow } from '../csv/csv-read.ts'
import { typedRows, typedTableSchema } from './typed-rows.ts'

/** The thread's input: a file, or the text of a CSV that was uploaded whole. */
export const tableSchema = z.discriminatedUnion('kind', [
  typedTableSchema,
  z.object({
    kind: z.literal('csv'),
    path: z.string(),
    form: z.object({
      encoding: z.enum(ENCODINGS),
      delimiter: z.enum(DELIMITERS),
      hasDelimiterLine: z.boolean(),
      headerRow: z.int().default(1),
    }),
  }),
  z.object({ kind: z.literal('csv-text'), text: z.string() }),
])
export type Table = z.input<typeof tableSchema>

function rowsOf(table: z.output<typeof tableSchema>): AsyncGenerator<CsvRow> {
  if (table.kind === 'csv') return readCsvFile(table.path, table.form)
  return table.kind === 'csv-text' ? readCsvText(table.text) : typedRows(table)
}

/** The rows that say something, from the header on. @throws StationError UNREADABLE_FILE, TOO_LARGE */
export async function* cleanRows(table: z.output<typeof tableSchema>): AsyncGenerator<CsvRow> {
  for await (const read of rowsOf(table)) {
    const row = cleanRow(read)
    if (row === null || (table.kind !== 'csv-text' && isDecoration(row.cells))) continue
    if (table.kind === 'csv' && row.row < table.form.headerRow) continue
    yield row
  }
}

/** Rows are sent together up to this many, or so many characters. */
const MOST_ROWS = 200
const MOST_CHARACTERS = 256 * 1024

const rowSchema = z.object({
  row: z.int(),
  cells: z.array(z.string()),
  isHidden: z.boolean().optional(),
  hiddenColumns: z.int().optional(),
  repeated: z.array(z.int()).optional(),
  isOpenEnded: z.boolean().optional(),
})

/** The thread's output: rows, after each of which it waits for `more`; then their end, or why there is no more. */
export const tableMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rows'), rows: z.array(rowSchema) }),
  z.object({ kind: z.literal('end') }),
  z.object({ kind: z.literal('refused'), error: stationErrorSchema }),
  /** A fault of the disk or of ours. */
  z.object({
    kind: z.literal('failed'),
    message: z.string(),
    code: z.string().optional(),
    syscall: z.string().optional(),
    path: z.string().optional(),
  }),
])
export type TableMessage = z.output<typeof tableMessageSchema>

/** Reads a table and sends its rows: the thread's own side. @param more resolves when the next rows are asked for */
export async function sendRows(
  table: z.output<typeof tableSchema>,
  send: (message: TableMessage) => void,
  more: () => Promise<void>,
): Promise<void> {
  let rows: CsvRow[] = []
  let characters = 0
  try {
    for await (const row of cleanRows(table)) {
      rows.push(row)
      characters += row.cells.reduce((sum, cell) => sum + cell.length, 0)
      if (rows.length < MOST_ROWS && characters < MOST_CHARACTERS) continue
      send({ kind: 'rows', rows })
      rows = []
      characters = 0
      await more()
    }
    send({ kind: 'rows', rows })
    await more()
    send({ kind: 'end' })
  } catch (error) {
    if (error instanceof StationError) return send({ kind: 'refused', error: error.toData() })
    const { code, syscall, path } = error as NodeJS.ErrnoException
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error), code, syscall, path })
  }
}
