import { extname } from 'node:path'
import type { NumberForm } from '../../../src-shared/station/batch/batch-field.ts'
import type { TablePreview } from '../../../src-shared/station/batch/batch.ts'
import { csvFormOf, type CsvRow } from '../csv/csv-read.ts'
import { examineFile } from '../csv/encoding.ts'
import { headerNames } from '../csv/header-names.ts'
import { headerRowOf } from '../rows/suggestion.ts'
import { isWorkbook } from './file-start.ts'
import { unreadable } from './refusal.ts'
import { csvFileRows, rowsInThread } from './rows-in-thread.ts'

const PREVIEW_ROWS = 20
const PREVIEW_CHARACTERS = 200

/** A file of rows in any format. */
export interface TableFile {
  sha256: string
  bytes: number
  /** Its cells have types; numbers are no texts. */
  isTyped: boolean
  head: TablePreview
  /** The number of the row that holds the headings. */
  headerRow: number
  /**
   * The rows, lines above the header first; numbers of typed cells in the form given. Hidden rows are marked, or are
   * like the rest.
   */
  rows(form: NumberForm, withHidden?: boolean): AsyncGenerator<CsvRow>
}

const KINDS = {
  '.csv': 'csv',
  '.txt': 'csv',
  '.tsv': 'csv',
  '.xlsx': 'xlsx',
  '.json': 'json',
  '.ndjson': 'json',
  '.jsonl': 'json',
  '.xml': 'xml',
} as const
type TableKind = (typeof KINDS)[keyof typeof KINDS]

/** The kind of a file by its extension; null: not readable. */
export function tableKindOf(name: string): TableKind | null {
  const end = extname(name).toLowerCase()
  return Object.entries(KINDS).find(([one]) => one === end)?.[1] ?? null
}

/** Is it read by types, not by how its text is cut? */
export function isTypedTable(name: string): boolean {
  const kind = tableKindOf(name)
  return kind !== null && kind !== 'csv'
}

/**
 * Looks at a file: its headers, its first rows, and the way to read them all, one at a time.
 * @param name shows what it is written in
 * @param headings those that a column map names: the header is the row that has all of them, else the one that looks
 * like it
 * @throws StationError UNREADABLE_FILE, TOO_LARGE
 */
export async function openTable(path: string, name: string, headings: readonly string[] = []): Promise<TableFile> {
  const named = tableKindOf(name)
  // The first element of an XML file may be called as a web page's is.
  const kind = named !== 'xml' && (await isWorkbook(path)) ? 'xlsx' : named
  if (kind === null) throw unreadable(`${name} is no CSV, XLSX, JSON or XML file.`, 'kind')
  const { encoding, isEncodingGuessed, sha256, bytes } = await examineFile(path)
  if (bytes === 0) throw unreadable('The file is empty.', 'empty')
  if (kind === 'csv') {
    const form = await csvFormOf(path, encoding)
    const rows = () => csvFileRows(path, form)
    const { headerRow, ...head } = await headOf(rows(), headings)
    return { sha256, bytes, isTyped: false, headerRow, head: { ...head, isEncodingGuessed }, rows }
  }
  const rows = (numbers: NumberForm, withHidden = false) => rowsInThread({ path, kind, encoding, numbers, withHidden })
  const { headerRow, ...head } = await headOf(rows('point'), headings)
  return { sha256, bytes, isTyped: true, headerRow, head: { ...head, isEncodingGuessed: false }, rows }
}

/** The visible rows of a sheet; hidden ones are counted. */
export async function* shownRows(
  rows: AsyncIterable<CsvRow>,
  hidden: { rows: number; columns: number },
): AsyncGenerator<CsvRow> {
  for await (const { isHidden = false, hiddenColumns = 0, ...row } of rows) {
    hidden.columns = Math.max(hidden.columns, hiddenColumns)
    if (isHidden) hidden.rows += 1
    else yield row
  }
}

/** The rows of a table that its sheet does not hide, the header first. */
export async function* tableRows(
  table: Pick<TableFile, 'headerRow' | 'rows'>,
  form: NumberForm,
  hidden = { rows: 0, columns: 0 },
): AsyncGenerator<CsvRow> {
  for await (const row of shownRows(table.rows(form), hidden)) if (row.row >= table.headerRow) yield row
}

async function headOf(
  rows: AsyncIterable<CsvRow>,
  named: readonly string[],
): Promise<Pick<TablePreview, 'headers' | 'preview'> & { headerRow: number }> {
  let first: CsvRow[] = []
  for await (const { row, cells, isHidden } of rows) {
    if (isHidden) continue
    first.push({ row, cells: cells.map((cell) => cell.slice(0, PREVIEW_CHARACTERS)) })
    if (first.length > 2 * PREVIEW_ROWS) break
  }
  const hasAll = ({ cells }: CsvRow) => named.length > 0 && named.every((name) => headerNames(cells).includes(name))
  const headerRow = first.find(hasAll)?.row ?? headerRowOf(first)
  first = first.filter(({ row }) => row >= headerRow).slice(0, PREVIEW_ROWS + 1)
  const [header, ...preview] = first
  if (!header) throw unreadable('The file is empty.', 'empty')
  if (preview.length === 0) throw unreadable('The file has a header but no rows.', 'no rows')
  return { headers: headerNames(header.cells), preview, headerRow }
}
