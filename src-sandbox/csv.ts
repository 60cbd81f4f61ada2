import { CsvError, parse } from 'csv-parse/sync'
import type { z } from 'zod'

/** A row of a CSV text, and the line it begins on. */
export interface CsvRow {
  line: number
  cells: string[]
}

/**
 * The rows of a CSV text (RFC 4180); a byte order mark is passed over, empty lines are left out.
 * @throws SyntaxError that names the line with a quote in the wrong place.
 */
export function readCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = []
  let line = 1
  const keep = (cells: string[], { lines }: { lines: number }) => {
    if (cells.some((cell) => cell !== '')) rows.push({ line, cells })
    line = lines + 1
    return null
  }
  try {
    parse(text, { bom: true, relax_column_count: true, record_delimiter: ['\r\n', '\n'], on_record: keep })
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    throw new SyntaxError(`line ${line}: a quote in the wrong place`, { cause })
  }
  return rows
}

/** A table cannot be taken: every line that is wrong, each with a sentence. The message begins with the first ones. */
export class WrongTable extends Error {
  override readonly name = 'WrongTable'
  readonly errors: readonly { line: number; message: string }[]

  constructor(errors: readonly { line: number; message: string }[]) {
    const reported = errors.slice(0, MOST_REPORTED).map(({ line, message }) => `line ${line}: ${message}`)
    const rest = errors.length - reported.length
    super([...reported, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; '))
    this.errors = errors
  }
}
const MOST_REPORTED = 5

/**
 * The rows of a CSV text whose first line names its columns, in any order. All or none.
 * @throws WrongTable when a needed column is missing or a row does not fit; SyntaxError for a quote in the wrong place.
 */
export function readTable<Row extends z.ZodType>(text: string, needed: readonly string[], row: Row): z.output<Row>[] {
  const [header, ...lines] = readCsv(text)
  const columns = header?.cells.map((name) => name.trim().toLowerCase()) ?? []
  const missing = needed.filter((name) => !columns.includes(name))
  if (missing.length > 0)
    throw new WrongTable(missing.map((name) => ({ line: 1, message: `there is no column ${name}` })))
  const errors: { line: number; message: string }[] = []
  const rows = lines.flatMap(({ line, cells }) => {
    const read = row.safeParse(Object.fromEntries(columns.map((name, index) => [name, cells[index]])))
    if (read.success) return [read.data]
    errors.push(...read.error.issues.map(({ message }) => ({ line, message })))
    return []
  })
  if (errors.length > 0) throw new WrongTable(errors)
  return rows
}
