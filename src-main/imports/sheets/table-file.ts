import { extname } from 'node:path'
import type { NumberForm } from '../../../src-shared/station/batch/batch-field.ts'
import type { TablePreview } from '../../../src-shared/station/batch/batch.ts'
import { csvFormOf, type CsvRow } from '../csv/csv-read.ts'
import { examineFile } from '../csv/encoding.ts'
import { headerNames } from '../csv/header-names.ts'
import { unreadable } from './refusal.ts'
import { csvFileRows, rowsInThread } from './rows-in-thread.ts'

const PREVIEW_ROWS = 20
const PREVIEW_CHARACTERS = 200

/** A file of rows, whatever it is written in. */
export interface TableFile {
  sha256: string
  bytes: number
  /** How the file is cut, where that tells how its numbers are written. */
  delimiter: ',' | ';' | '\t'
  head: TablePreview
  /** The rows, the header first; numbers of typed cells in the form given. */
  rows(form: NumberForm): AsyncGenerator<CsvRow>
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

/** What a file is by the end of its name; null: none that is read. */
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
 * @param name tells what it is written in
 * @throws StationError UNREADABLE_FILE, TOO_LARGE
 */
export async function openTable(path: string, name: string): Promise<TableFile> {
  const kind = tableKindOf(name)
  if (kind === null) throw unreadable(`${name} is no CSV, XLSX, JSON or XML file.`, 'kind')
  const { encoding, isEncodingGuessed, sha256, bytes } = await examineFile(path)
  if (bytes === 0) throw unreadable('The file is empty.', 'empty')
  if (kind === 'csv') {
    const form = await csvFormOf(path, encoding)
    const rows = () => csvFileRows(path, form)
    return { sha256, bytes, delimiter: form.delimiter, head: { ...(await headOf(rows())), isEncodingGuessed }, rows }
  }
  const rows = (numbers: NumberForm) => rowsInThread({ path, kind, encoding, numbers })
  return { sha256, bytes, delimiter: ',', head: { ...(await headOf(rows('point'))), isEncodingGuessed: false }, rows }
}

async function headOf(rows: AsyncIterable<CsvRow>): Promise<Pick<TablePreview, 'headers' | 'preview'>> {
  const first: CsvRow[] = []
  for await (const { row, cells } of rows) {
    first.push({ row, cells: cells.map((cell) => cell.slice(0, PREVIEW_CHARACTERS)) })
    if (first.length > PREVIEW_ROWS) break
  }
  const [header, ...preview] = first
  if (!header) throw unreadable('The file is empty.', 'empty')
  if (preview.length === 0) throw unreadable('The file has a header and no row behind it.', 'no rows')
  return { headers: headerNames(header.cells), preview }
}
