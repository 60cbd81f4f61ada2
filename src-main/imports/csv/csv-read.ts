import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { CsvError, parse, type Options } from 'csv-parse'
import type { Delimiter, Encoding } from '../../../src-shared/station/batch/batch.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { unreadable } from '../sheets/refusal.ts'
import { encodingOfBytes } from './encoding.ts'
import { delimiterLine, detectDelimiter } from './delimiter.ts'
import { MOST_COLUMNS } from './header-names.ts'

/** One row of a file, with the number a spreadsheet shows beside it: the header is 1, empty rows count. */
export interface CsvRow {
  row: number
  cells: string[]
  /** The sheet hides it: hidden by a person, a filter, a closed group, or no height. */
  isHidden?: boolean | undefined
  /** How many of its cells are in hidden columns, and left out. */
  hiddenColumns?: number | undefined
  /** Columns, from 0, whose value was written once for this row and one above: merged cells, fields of a whole record. */
  repeated?: number[] | undefined
  /** No line end is behind it: the file's writer may not have been done with it. */
  isOpenEnded?: boolean | undefined
}

export interface CsvForm {
  encoding: Encoding
  delimiter: Delimiter
  hasDelimiterLine: boolean
  /** The number of the row that holds the headings; absent: the first. Lines above it are no rows. */
  headerRow?: number
}

/** A row beyond this is no row: a quote that was opened and never closed swallows the file. */
const MOST_ROW_CHARACTERS = 256 * 1024
const SAMPLE_BYTES = 64 * 1024

/** How a file is cut into cells, by its first bytes. */
export async function csvFormOf(path: string, encoding: Encoding): Promise<CsvForm> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0)
    const text = new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead))
    return { encoding, ...cutOf(text) }
  } finally {
    await file.close()
  }
}

/** The delimiter of a text. */
function cutOf(text: string): Pick<CsvForm, 'delimiter' | 'hasDelimiterLine'> {
  const named = delimiterLine(text)
  return { delimiter: named?.delimiter ?? detectDelimiter(text), hasDelimiterLine: named !== null }
}

/**
 * The rows of a file from the header on, one at a time: never more than a piece of the file is in memory. Rows of which
 * every cell is blank are left out, but counted. The station reads in a thread of its own: `rowsInThread`.
 * @throws StationError UNREADABLE_FILE (details.row) for a quote that is never closed, a row without end, too many columns
 */
export async function* readCsvFile(path: string, form: CsvForm): AsyncGenerator<CsvRow> {
  const bytes = createReadStream(path, { highWaterMark: 256 * 1024 })
  try {
    // UTF-8 is decoded by the parser, which is the fast way.
    const source =
      form.encoding === 'utf-8' ? bytes : Readable.from(decoded(bytes, form.encoding), { objectMode: false })
    yield* withOpenEnd(rowsOf(source, form), await endsOpen(path))
  } finally {
    bytes.destroy()
  }
}

/** Is there no line end, nor the end mark of an old system, at the end of a file? */
async function endsOpen(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const most = Math.min(size, END_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, size - most)
    return !buffer.subarray(0, bytesRead).some((byte) => byte === 0x0a || byte === 0x0d || byte === 0x1a)
  } finally {
    await file.close()
  }
}
/** A line end in UTF-16 takes two bytes, or four with CR. */
const END_BYTES = 4

async function* withOpenEnd(rows: AsyncIterable<CsvRow>, isOpenEnded: boolean): AsyncGenerator<CsvRow> {
  let last: CsvRow | null = null
  for await (const row of rows) {
    if (last) yield last
    last = row
  }
  if (last) yield isOpenEnded ? { ...last, isOpenEnded } : last
}

/**
 * The text of a file that was uploaded whole, as a spreadsheet saves it: its encoding is found as `examineFile` finds
 * it.
 */
export function textOfBytes(bytes: Uint8Array): string {
  return new TextDecoder(encodingOfBytes(bytes)).decode(bytes)
}

/** The text of a file that was uploaded whole. @throws StationError UNREADABLE_FILE when it is not UTF-8 */
export function csvText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new StationError({
      code: 'UNREADABLE_FILE',
      message: 'The file is not in UTF-8. Save it as "CSV UTF-8" and upload it again.',
      details: { row: 1, why: 'encoding' },
    })
  }
}

/** The rows of a text, as `readCsvFile` gives them. */
export async function* readCsvText(text: string): AsyncGenerator<CsvRow> {
  yield* rowsOf(Readable.from([Buffer.from(text)], { objectMode: false }), cutOf(text))
}

const PARSER = {
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // A quote inside an unquoted cell (5" pipe) is a quote.
  relax_quotes: true,
  // Empty rows must come through to be counted.
  skip_empty_lines: false,
  max_record_size: MOST_ROW_CHARACTERS,
} as const satisfies Options

async function* rowsOf(
  source: Readable,
  { delimiter, hasDelimiterLine }: Pick<CsvForm, 'delimiter' | 'hasDelimiterLine'>,
): AsyncGenerator<CsvRow> {
  const parser = parse({ ...PARSER, delimiter })
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let row = hasDelimiterLine ? -1 : 0
  let isFramed: boolean | null = null
  let columns = 0
  try {
    const records: AsyncIterable<string[]> = parser
    for await (const cells of records) {
      row += 1
      if (row <= 0 || cells.every(isBlank)) continue
      columns ||= cells.length
      if (cells.some(isUnclosed) || isSeveralRows(cells, delimiter, columns)) {
        throw unclosed(row, 'CSV_QUOTE_NOT_CLOSED')
      }
      if (cells.length > 2) isFramed ??= delimiter === '|' && isBlank(cells[0] ?? '') && isBlank(cells.at(-1) ?? '')
      yield { row, cells: withinColumns(isFramed === true ? withoutFrame(cells) : cells, row) }
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    // The parser may be ahead of the rows that were taken from it.
    const broken = parser.info.records + (hasDelimiterLine ? 0 : 1)
    throw unclosed(broken, cause.code)
  } finally {
    source.unpipe(parser)
    parser.destroy()
  }
}

const unclosed = (row: number, why: string): StationError =>
  unreadable(
    `Row ${row} cannot be split into cells: a quote (") is never closed. Close it, or double a quote that is part of the text.`,
    why,
    row,
  )

/** A quote that a later row seems to close: the rows between are in the cell, and the quote has become a part of it. */
const isUnclosed = (cell: string): boolean => /^"[^"]*[\r\n]/.test(cell)

/** Fewer columns may be those of a text that has line breaks, such as an address. */
const LEAST_COLUMNS = 6

/**
 * Is a row rather several, whose line ends a quote took in that was not meant to open a cell: `"Pipe 4 in`, closed by
 * `Pipe 5"` below? Each of its lines has as many columns as the table.
 */
function isSeveralRows(cells: readonly string[], delimiter: string, columns: number): boolean {
  if (columns < LEAST_COLUMNS || !cells.some((cell) => /[\r\n]/.test(cell))) return false
  const ofLines = [0]
  for (const cell of cells) {
    const [first = '', ...below] = cell.split(/\r\n|\n|\r/)
    const cut = (text: string) => text.split(delimiter).length
    // A cell without line breaks is one, whatever it holds.
    ofLines.push((ofLines.pop() ?? 0) + (below.length > 0 ? cut(first) : 1), ...below.map(cut))
  }
  return ofLines.length > 1 && ofLines.every((count) => count === columns)
}

/** A list on paper has a bar at both ends of each row: `| PO-1 | Chicago |`. The first row with bars shows it. */
function withoutFrame(cells: string[]): string[] {
  const isFramed = cells.length > 2 && isBlank(cells[0] ?? '')
  return isFramed ? cells.slice(1, isBlank(cells.at(-1) ?? '') ? -1 : undefined) : cells
}

const isBlank = (cell: string) => cell.trim() === ''

/** Spreadsheets write blank cells up to the last column that was ever touched: those are left out. */
function withinColumns(cells: string[], row: number): string[] {
  if (cells.length <= MOST_COLUMNS) return cells
  if (cells.slice(MOST_COLUMNS).every(isBlank)) return cells.slice(0, MOST_COLUMNS)
  throw unreadable(`Row ${row} has ${cells.length} columns; at most ${MOST_COLUMNS} are read.`, 'columns', row)
}

async function* decoded(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of bytes) {
    const text = decoder.decode(piece, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
