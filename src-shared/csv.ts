/** The one writer of CSV (RFC 4180: CRLF, quotes doubled). Every export goes through `safeCsvLine`. */

/** A mark of UTF-8 at the start of a file: without it a spreadsheet takes accents for another encoding. */
export const CSV_MARK = '\uFEFF'

/**
 * Signs by which a spreadsheet takes a cell for a formula, those of full width as well; a tab, CR or LF in front is dropped by
 * some and then one of them leads.
 */
const FORMULA_SIGNS = '[=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20]'
/**
 * Where a spreadsheet set up for another country splits a line, regardless of the file's delimiter: quotes inside a
 * line do not keep it from that.
 */
const CUT = '[,;\\t]'
const BEGINS = new RegExp(`^${FORMULA_SIGNS}`)
const BEHIND_A_CUT = new RegExp(`(${CUT})(?=${FORMULA_SIGNS})`, 'g')
const MADE_SAFE = new RegExp(`(${CUT})'(?=${FORMULA_SIGNS})`, 'g')

export type CsvCell = string | number | null

/** A cell that no spreadsheet runs: what looks like a formula, also behind a sign at which it may cut, gets an apostrophe in front. */
function safeCell(text: string): string {
  const safe = text.replace(BEHIND_A_CUT, "$1'")
  return BEGINS.test(safe) ? `'${safe}` : safe
}

/** A cell of an export without the apostrophes that made it safe, and without what kept it a text in a spreadsheet. */
export function cellOfExport(text: string): string {
  const bare = text.startsWith("'") && BEGINS.test(text.slice(1)) ? text.slice(1) : bareText(text)
  return bare.replace(MADE_SAFE, '$1')
}

/** `="02134"`, quotes inside doubled: a formula whose only purpose is that its text stays one. */
const AS_FORMULA = /^="((?:[^"]|"")*)"$/
/** `'02134`: typed as a text. In Dutch names (`'t Veld`, `'s-Gravenhage`) the apostrophe is a letter's. */
const AS_TEXT = /^'(?![ts][ -])(?=[\p{L}\p{N}])/iu

/** A cell without the signs by which a spreadsheet is kept from making a number of it. */
function bareText(text: string): string {
  const [, inner] = AS_FORMULA.exec(text) ?? []
  return inner === undefined ? text.replace(AS_TEXT, '') : inner.replaceAll('""', '"')
}

/** One line with its line end, quoted where needed; the cells as they are. Null is empty. */
export function csvLine(cells: readonly CsvCell[], delimiter = ','): string {
  return `${cells.map((cell) => quoted(cell === null ? '' : String(cell), delimiter)).join(delimiter)}\r\n`
}

/**
 * One line of an export: every text made safe, ours and imported ones. Numbers are ours and stay numbers, also below
 * zero.
 */
export function safeCsvLine(cells: readonly CsvCell[], delimiter = ','): string {
  return csvLine(
    cells.map((cell) => (typeof cell === 'string' ? safeCell(cell) : cell)),
    delimiter,
  )
}

function quoted(text: string, delimiter: string): string {
  const needsQuotes = text.includes(delimiter) || /[",;\t\r\n]|^\s|\s$/.test(text)
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}
