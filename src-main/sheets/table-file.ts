import { extname } from 'node:path'
import type { NumberForm } from '../../src-shared/station/batch/batch-field.ts'
import type { Encoding, TablePreview } from '../../src-shared/station/batch/batch.ts'
import { csvFormOf, readCsvFile, type CsvRow } from '../csv/csv-read.ts'
import { examineFile } from '../csv/encoding.ts'
import { headerNames, MOST_COLUMNS } from '../csv/header-names.ts'
import { flatRows } from './flat-record.ts'
import { jsonRecords } from './json-records.ts'
import { unreadable } from './refusal.ts'
import { readXlsx } from './xlsx-read.ts'
import { xmlRecords } from './xml-records.ts'

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
  const form = kind === 'csv' ? await csvFormOf(path, encoding) : null
  const rows = (numbers: NumberForm): AsyncGenerator<CsvRow> => {
    if (form) return readCsvFile(path, form)
    return kind === 'xlsx' ? readXlsx(path, numbers) : rowsOfRecords(() => recordsOf(kind, path, encoding), numbers)
  }
  return {
    sha256,
    bytes,
    delimiter: form?.delimiter ?? ',',
    head: { ...(await headOf(rows('point'))), isEncodingGuessed: kind === 'csv' && isEncodingGuessed },
    rows,
  }
}

function recordsOf(kind: TableKind, path: string, encoding: Encoding): AsyncGenerator {
  return kind === 'xml' ? xmlRecords(path, encoding) : jsonRecords(path, encoding)
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
  if (header.cells.length > MOST_COLUMNS) {
    throw unreadable(`The file has ${header.cells.length} columns; at most ${MOST_COLUMNS} are read.`, 'columns')
  }
  return { headers: headerNames(header.cells), preview }
}

/** Records as rows under all the headers that any of them has; numbered as if they stood in a spreadsheet. */
async function* rowsOfRecords(records: () => AsyncGenerator, numbers: NumberForm): AsyncGenerator<CsvRow> {
  const names = new Set<string>()
  for await (const record of records()) {
    for (const cells of flatRows(record, numbers)) for (const name of cells.keys()) names.add(name)
    if (names.size > MOST_COLUMNS) throw unreadable(`The records have more than ${MOST_COLUMNS} fields.`, 'columns')
  }
  const headers = [...names].filter((name) => name !== '')
  yield { row: 1, cells: headers }
  let row = 1
  for await (const record of records()) {
    for (const cells of flatRows(record, numbers)) {
      row += 1
      yield { row, cells: headers.map((name) => cells.get(name) ?? '') }
    }
  }
}
