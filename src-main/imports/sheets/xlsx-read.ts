import type { NumberForm } from '../../../src-shared/station/batch/batch-field.ts'
import { noValueOf } from '../../../src-shared/station/no-value.ts'
import type { CsvRow } from '../csv/csv-read.ts'
import { MOST_COLUMNS } from '../csv/header-names.ts'
import { unreadable } from './refusal.ts'
import { numberText } from './typed-cell.ts'
import { openBook, type Book } from './xlsx-book.ts'
import { readXml, type XmlReader } from './xml-events.ts'

/** Cells that are shown as one, from and up to, both meant; columns from 0. */
interface Merge {
  top: number
  bottom: number
  left: number
  right: number
}

const MOST_MERGES = 10_000
/** Merged cells come after the rows. */
const MOST_TAIL = 4 * 1024 * 1024
const DAY_MS = 86_400_000

const MOST_CELL = 1024 * 1024

/** Hidden in effect: a row or column of zero size. */
const isSet = (flag: string | undefined) => flag === '1' || flag === 'true'
const isNothing = (size: string | undefined) => size !== undefined && Number(size) === 0

/**
 * The rows of the first sheet that is shown, the header first, one at a time. A formula counts as the value that was
 * saved with it; a merged value is in each of its cells; days are written YYYY-MM-DD, and numbers in the form given.
 * Hidden rows are marked, and its hidden columns are left out, unless both are read like the rest
 * (`withHidden`).
 * @throws StationError UNREADABLE_FILE, TOO_LARGE
 */
export async function* readXlsx(path: string, form: NumberForm, withHidden: boolean): AsyncGenerator<CsvRow> {
  const book = await openBook(path)
  try {
    const reader = sheetReader(book, form)
    const merges = mergesBy(await mergesOf(book))
    for await (const row of readXml(book.sheet(), reader, reader.take)) {
      const full = withMerged(row, merges)
      const shown = withHidden ? { ...full, isHidden: undefined } : withoutColumns(full, reader.hidden)
      if (shown.cells.every((cell) => cell.trim() === '')) continue
      const hiddenColumns = full.cells.length - shown.cells.length
      yield hiddenColumns > 0 ? { ...shown, hiddenColumns } : shown
    }
  } finally {
    book.close()
  }
}

function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference) {
    const code = letter.charCodeAt(0)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}

/** Columns from and up to, both meant, from 0. */
interface Span {
  from: number
  to: number
}

function withoutColumns(row: CsvRow, hidden: readonly Span[]): CsvRow {
  if (hidden.length === 0) return row
  const columns = [...row.cells.keys()].filter(
    (column) => !hidden.some(({ from, to }) => column >= from && column <= to),
  )
  const repeated = row.repeated && new Set(row.repeated)
  return {
    ...row,
    cells: columns.map((column) => row.cells[column] ?? ''),
    ...(repeated && { repeated: [...columns.keys()].filter((at) => repeated.has(columns[at] ?? -1)) }),
  }
}

function sheetReader(book: Book, form: NumberForm): XmlReader & { take: () => CsvRow[]; hidden: Span[] } {
  const hidden: Span[] = []
  /** Rows without an attribute of their own are hidden. */
  let isHiddenElse = false
  let ready: CsvRow[] = []
  let row: CsvRow = { row: 0, cells: [] }
  let cell = { column: 0, type: 'n', style: 0, value: '', hasFormula: false }
  let isValue = false

  return {
    hidden,
    open: (name, { r = '', t = 'n', s = '0', ...more }) => {
      if (name === 'sheetFormatPr') isHiddenElse = isSet(more['zeroHeight']) || isNothing(more['defaultRowHeight'])
      if (name === 'col' && (isSet(more['hidden']) || isNothing(more['width'])) && hidden.length < MOST_COLUMNS) {
        hidden.push({ from: Number(more['min']) - 1, to: Number(more['max']) - 1 })
      }
      if (name === 'row') {
        const isHidden = isSet(more['hidden']) || (more['ht'] === undefined ? isHiddenElse : isNothing(more['ht']))
        row = { row: Number(r) || row.row + 1, cells: [], ...(isHidden && { isHidden }) }
      }
      if (name === 'c') {
        const column = r === '' ? row.cells.length : columnOf(r)
        cell = { column, type: t, style: Number(s), value: '', hasFormula: false }
      }
      if (name === 'f') cell.hasFormula = true
      isValue = name === 'v' || name === 't'
    },
    text: (text) => {
      if (!isValue) return
      cell.value += text
      if (cell.value.length > MOST_CELL) {
        throw unreadable(`A cell of row ${row.row} holds more than ${MOST_CELL} characters.`, 'cell', row.row)
      }
    },
    close: (name) => {
      isValue = false
      if (name === 'row') ready.push(row)
      if (name !== 'c') return
      const text = cellText(cell, book, form)
      if (text === '') return
      if (cell.column >= MOST_COLUMNS) {
        throw unreadable(`Row ${row.row} has more than ${MOST_COLUMNS} columns.`, 'columns', row.row)
      }
      while (row.cells.length < cell.column) row.cells.push('')
      row.cells[cell.column] = text
    },
    take: () => {
      const rows = ready
      ready = []
      return rows
    },
  }
}

interface Cell {
  type: string
  style: number
  value: string
  hasFormula: boolean
}

function cellText({ type, style, value, hasFormula }: Cell, book: Book, form: NumberForm): string {
  // A formula that a program wrote and never computed has no value. One whose value is an empty text is of the type str.
  if (value === '') return hasFormula && type !== 'str' ? '#N/A' : ''
  if (type === 'e') return noValueOf(value) === 'sheet-error' ? value : '#VALUE!'
  if (type === 's') return unsigned(book.strings[Number(value)] ?? '')
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return value.slice(0, 10)
  if (type !== 'n') return unsigned(value)
  const number = Number(value)
  if (Number.isNaN(number)) return value
  const { isDay, show } = book.styles[style] ?? { isDay: false, show: null }
  if (isDay) return dayOf(number, book.isFrom1904)
  return show ? show(number, form) : numberText(number, form)
}

/** A text with the signs that XML cannot hold, or that look like one of these (ECMA-376 Part 1, 22.9.2.19). */
function unsigned(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}

/** The day of a serial number; 1900 was no leap year, despite the count of spreadsheets. */
function dayOf(serial: number, isFrom1904: boolean): string {
  const day = Math.floor(serial)
  const from = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30)
  const date = new Date(from + day * DAY_MS)
  return Number.isNaN(date.getTime()) ? String(serial) : date.toISOString().slice(0, 10)
}

/** Merged cells come after the rows in the file, and are looked for there before the rows are read. */
async function mergesOf(book: Book): Promise<Merge[]> {
  let tail = ''
  let isBehind = false
  for await (const piece of book.sheet()) {
    tail += piece
    if (!isBehind) {
      const end = tail.indexOf('</sheetData>')
      isBehind = end >= 0
      tail = isBehind ? tail.slice(end) : tail.slice(-20)
    }
    if (tail.length > MOST_TAIL) break
  }
  const merges: Merge[] = []
  // An unterminated tag is no match, and the search continues behind the next one's beginning.
  for (const [, left = '', top, right = '', bottom] of tail.matchAll(
    /<(?:\w+:)?mergeCell\s[^<>]*ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"/g,
  )) {
    if (merges.length === MOST_MERGES) break
    merges.push({
      left: columnOf(left),
      top: Number(top),
      right: Math.min(columnOf(right), MOST_COLUMNS - 1),
      bottom: Number(bottom),
    })
  }
  return merges
}

interface Merged {
  /** By the row they begin in. */
  byTop: Map<number, Merge[]>
  /** Those that reach below the row that was read last, with their value. */
  open: { merge: Merge; value: string }[]
}

const mergesBy = (merges: readonly Merge[]): Merged => ({
  byTop: Map.groupBy(merges, ({ top }) => top),
  open: [],
})

function withMerged(row: CsvRow, merged: Merged): CsvRow {
  merged.open = merged.open.filter(({ merge }) => merge.bottom >= row.row)
  for (const merge of merged.byTop.get(row.row) ?? []) {
    merged.open.push({ merge, value: row.cells[merge.left] ?? '' })
  }
  // Merged cells do not overlap: side by side it is no wider than the sheet.
  const width = merged.open.reduce((sum, { merge }) => sum + Math.max(0, merge.right - merge.left + 1), 0)
  if (width > MOST_COLUMNS) throw unreadable(`Merged cells of row ${row.row} overlap.`, 'merges', row.row)
  const cells = [...row.cells]
  const repeated: number[] = []
  for (const { merge, value } of merged.open) {
    while (cells.length <= merge.right) cells.push('')
    for (let column = merge.left; column <= merge.right; column++) {
      if ((cells[column] ?? '') !== '') continue
      cells[column] = value
      if (merge.top < row.row && value !== '') repeated.push(column)
    }
  }
  return { ...row, cells, ...(repeated.length > 0 && { repeated }) }
}
