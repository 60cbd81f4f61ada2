import type { NumberForm } from '../../../src-shared/station/batch/batch-field.ts'
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
/** Merged cells stand behind the rows. */
const MOST_TAIL = 4 * 1024 * 1024
const DAY_MS = 86_400_000

const MOST_CELL = 1024 * 1024

/**
 * The rows of the first sheet that is shown, the header first, one at a time. A formula counts as the value that was saved
 * with it; what is merged stands in each of its cells; days are written YYYY-MM-DD, and numbers in the form given.
 * @throws StationError UNREADABLE_FILE, TOO_LARGE
 */
export async function* readXlsx(path: string, form: NumberForm): AsyncGenerator<CsvRow> {
  const book = await openBook(path)
  try {
    const reader = sheetReader(book, form)
    const merges = mergesBy(await mergesOf(book))
    for await (const row of readXml(book.sheet(), reader, reader.take)) {
      const full = withMerged(row, merges)
      if (full.cells.some((cell) => cell.trim() !== '')) yield full
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

function sheetReader(book: Book, form: NumberForm): XmlReader & { take: () => CsvRow[] } {
  let ready: CsvRow[] = []
  let row: CsvRow = { row: 0, cells: [] }
  let cell = { column: 0, type: 'n', style: 0, value: '', hasFormula: false }
  let isValue = false

  return {
    open: (name, { r = '', t = 'n', s = '0' }) => {
      if (name === 'row') row = { row: Number(r) || row.row + 1, cells: [] }
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
  // Written by a program that computed nothing: what it would be nobody knows, and no reader of cells takes this.
  if (value === '') return hasFormula ? '#N/A' : ''
  if (type === 's') return unsigned(book.strings[Number(value)] ?? '')
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return value.slice(0, 10)
  if (type !== 'n') return unsigned(value)
  const number = Number(value)
  if (Number.isNaN(number)) return value
  const { isDay, digits } = book.styles[style] ?? { isDay: false, digits: 0 }
  if (isDay) return dayOf(number, book.isFrom1904)
  return numberText(number, form).padStart(digits, '0')
}

/** A text with the signs that XML cannot hold, or that look like one of these, themselves (ECMA-376 Part 1, 22.9.2.19). */
function unsigned(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}

/** The day of a serial number; 1900 was no leap year, whatever spreadsheets count. */
function dayOf(serial: number, isFrom1904: boolean): string {
  const day = Math.floor(serial)
  const from = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30)
  const date = new Date(from + day * DAY_MS)
  return Number.isNaN(date.getTime()) ? String(serial) : date.toISOString().slice(0, 10)
}

/** Merged cells stand behind the rows in the file, and are looked for there before the rows are read. */
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
  // A tag that never ends is no match, and the search goes on behind the next one's beginning.
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
  // What is merged does not overlap: side by side it is no wider than the sheet.
  const width = merged.open.reduce((sum, { merge }) => sum + Math.max(0, merge.right - merge.left + 1), 0)
  if (width > MOST_COLUMNS) throw unreadable(`Merged cells of row ${row.row} overlap.`, 'merges', row.row)
  const cells = [...row.cells]
  for (const { merge, value } of merged.open) {
    while (cells.length <= merge.right) cells.push('')
    for (let column = merge.left; column <= merge.right; column++) {
      if ((cells[column] ?? '') === '') cells[column] = value
    }
  }
  return { row: row.row, cells }
}
