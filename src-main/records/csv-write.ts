/** Signs by which a spreadsheet takes a cell for a formula; a tab or CR in front is dropped by some and then one of them leads. */
const FORMULA_START = /^[=+\-@\t\r]/

/**
 * A cell that no spreadsheet runs: what looks like a formula gets a leading apostrophe. For every cell of an export, ours
 * and the ones that came in a file.
 */
export function safeCell(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text
}

/** One line of CSV with its line end, quoted where needed; the cells as they are. Null is empty. */
export function csvLine(cells: readonly (string | number | null)[], delimiter = ','): string {
  return `${cells.map((cell) => quoted(cell === null ? '' : String(cell), delimiter)).join(delimiter)}\r\n`
}

/** One line of an export: every text cell made safe. Numbers of ours stay numbers. */
export function safeCsvLine(cells: readonly (string | number | null)[], delimiter = ','): string {
  return csvLine(
    cells.map((cell) => (typeof cell === 'string' ? safeCell(cell) : cell)),
    delimiter,
  )
}

function quoted(text: string, delimiter: string): string {
  const needsQuotes = text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text)
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}
