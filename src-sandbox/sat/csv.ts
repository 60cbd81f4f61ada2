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
