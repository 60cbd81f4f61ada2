import type { z } from 'zod'

const CELL = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y

/**
 * The rows of a CSV text (RFC 4180): cells apart by commas, quoted where they hold commas, quotes or line ends; each with
 * the line it begins on. Empty lines are left out.
 * @throws SyntaxError that names the line with a quote in the wrong place.
 */
export function readCsv(text: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = []
  let line = 1
  let row: { line: number; cells: string[] } = { line, cells: [] }
  for (let at = 0; at < text.length || row.cells.length > 0;) {
    CELL.lastIndex = at
    const [whole, cell = '', end] = CELL.exec(text) ?? []
    if (whole === undefined) throw new SyntaxError(`line ${line}: a quote in the wrong place`)
    row.cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    line += whole.split('\n').length - 1
    at += whole.length
    if (end === ',') continue
    if (row.cells.some((text) => text !== '')) rows.push(row)
    row = { line, cells: [] }
  }
  return rows
}

/** A table cannot be taken: every line that is wrong, each with a sentence. The message begins with the first ones. */
export class WrongTable extends Error {
  override readonly name = 'WrongTable'
  readonly errors: readonly { line: number; message: string }[]

  constructor(errors: readonly { line: number; message: string }[]) {
    const told = errors.slice(0, MOST_TOLD).map(({ line, message }) => `line ${line}: ${message}`)
    const rest = errors.length - told.length
    super([...told, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; '))
    this.errors = errors
  }
}
const MOST_TOLD = 5

/**
 * The rows of a CSV text whose first line names its columns, in any order; a byte order mark is passed over. All or none.
 * @throws WrongTable when a needed column is missing or a row does not fit; SyntaxError for a quote in the wrong place.
 */
export function readTable<Row extends z.ZodType>(text: string, needed: readonly string[], row: Row): z.output<Row>[] {
  const [header, ...lines] = readCsv(text.replace(/^\uFEFF/, ''))
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
