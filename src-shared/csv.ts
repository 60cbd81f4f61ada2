/** The one writer of CSV (RFC 4180: CRLF, quotes doubled). Every export goes through `safeCsvLine`. */

/** A mark of UTF-8 at the start of a file: without it a spreadsheet takes accents for another encoding. */
export const CSV_MARK = '\uFEFF'

/** Signs by which a spreadsheet takes a cell for a formula; a tab or CR in front is dropped by some and then one of them leads. */
const FORMULA_START = /^[=+\-@\t\r]/

export type CsvCell = string | number | null

/** A cell that no spreadsheet runs: what looks like a formula gets a leading apostrophe. */
function safeCell(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text
}

/** A cell of an export without the apostrophe that made it safe. */
export function cellOfExport(text: string): string {
  return text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text
}

/** One line with its line end, quoted where needed; the cells as they are. Null is empty. */
export function csvLine(cells: readonly CsvCell[], delimiter = ','): string {
  return `${cells.map((cell) => quoted(cell === null ? '' : String(cell), delimiter)).join(delimiter)}\r\n`
}

/** One line of an export: every text made safe, ours and what came in a file. Numbers are ours and stay numbers, also below zero. */
export function safeCsvLine(cells: readonly CsvCell[], delimiter = ','): string {
  return csvLine(
    cells.map((cell) => (typeof cell === 'string' ? safeCell(cell) : cell)),
    delimiter,
  )
}

function quoted(text: string, delimiter: string): string {
  const needsQuotes = text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text)
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}
