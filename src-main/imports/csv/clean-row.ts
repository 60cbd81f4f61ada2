import { cleanLines } from '../../../src-shared/clean-text.ts'
import { cellOfExport } from '../../../src-shared/csv.ts'
import type { CsvRow } from './csv-read.ts'

/** Ctrl-Z, by which old systems end a file, and the zeros by which they fill its last block. */
// oxlint-disable-next-line no-control-regex
const FILE_END = /[\0\u001a]+$/
/** A line drawn in a list: `-----`, `=====`, `:---`, `---+---`. */
const DRAWN = /^[-=_+*~:|]{3,}$/
const TOTAL =
  /^(?:(?:grand|sub|sum|report)[\s-]*)?total(?:s|es)?(?:\s+(?:general|rows?|orders?|records?|lines?|pieces|weight|amount|due|filas|pedidos|registros|peso|importe))?\s*:?\s*[\d.,]*$/i
const AMOUNT = /^[-+(]?\s*(?:[$€£]|[A-Z]{3})?\s*-?[\d.,' ]*\d[\d.,]*\s*(?:%|\)|-|[a-z]{1,4}\.?)?$/i

/** Is it no row of a table: a line that is drawn, or a total, beside which are only numbers? */
export function isDecoration(cells: readonly string[]): boolean {
  const [first, ...others] = cells.filter((cell) => cell !== '')
  if (first === undefined) return false
  if ([first, ...others].every((cell) => DRAWN.test(cell))) return true
  return TOTAL.test(first) && others.every((cell) => AMOUNT.test(cell) || TOTAL.test(cell))
}

/** A row as a person sees it (`cleanLines`, `cellOfExport`); null: it is empty. Every table that is read goes through here. */
export function cleanRow(row: CsvRow): CsvRow | null {
  const cells = row.cells.map((cell) => cellOfExport(cleanLines(cell)))
  const last = cells.length - 1
  if (last >= 0) cells[last] = (cells[last] ?? '').replace(FILE_END, '').trim()
  return cells.every((cell) => cell === '') ? null : { ...row, cells }
}
