import { EDGE, INNER_WIDTH, type Paper, type TextStyle } from './paper.ts'

/** A name and the value below it. */
export type Fact = readonly [label: string, value: string]

/** Where a page ends for tables and blocks, clear of the foot. */
export const PAGE_END = EDGE.bottom

/** The head of a document: issuer, title and its few main facts. Gives where the rest starts. */
export function heading(paper: Paper, issuer: string, title: string, facts: readonly Fact[]): number {
  paper.text(EDGE.left, EDGE.top, issuer, { size: 10, isBold: true, width: 330 })
  paper.text(EDGE.left, EDGE.top + 14, title, { size: 19, isBold: true, width: 350 })
  facts.forEach(([label, value], index) => {
    const y = EDGE.top + index * 13
    paper.text(390, y + 1, label.toUpperCase(), { size: 6.5, width: 66, ink: 'gray' })
    paper.text(456, y, value, { size: 9, isBold: true, width: EDGE.right - 456, align: 'right' })
  })
  const y = EDGE.top + Math.max(44, facts.length * 13 + 4)
  paper.line(EDGE.left, y, EDGE.right, y)
  return y + 8
}

/** A framed block with a black title bar. */
export function panel(
  paper: Paper,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  title: string,
  lines: readonly string[],
  style: TextStyle = {},
): void {
  paper.box(x, y, width, height)
  paper.box(x, y, width, 12, 'black')
  paper.text(x + 4, y + 2.5, title, { size: 7, isBold: true, width: width - 8, ink: 'white' })
  const size = style.size ?? 9
  let at = y + 16
  for (const line of lines) {
    const room = Math.floor((y + height - at) / (size * 1.2))
    if (room < 1) return
    at = paper.text(x + 4, at, line, { ...style, size, width: width - 8, lines: Math.min(room, style.lines ?? 2) })
  }
}

/** A framed cell: its name small above, its value below. */
export function cell(
  paper: Paper,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  [label, value]: Fact,
  style: TextStyle = {},
): void {
  paper.box(x, y, width, height)
  paper.text(x + 3, y + 3.5, label.toUpperCase(), { size: 6, width: width - 6, ink: 'gray' })
  const size = style.size ?? 9
  const lines = Math.max(1, Math.floor((height - 12) / (size * 1.2)))
  paper.text(x + 3, y + 11.5, value, { ...style, size, width: width - 6, lines })
}

/** Cells side by side over the whole width, each with its share of it. */
export function cellRow(
  paper: Paper,
  y: number,
  height: number,
  cells: readonly (readonly [...Fact, share: number])[],
) {
  const shares = cells.reduce((sum, [, , share]) => sum + share, 0)
  let x = EDGE.left
  for (const [label, value, share] of cells) {
    const width = (INNER_WIDTH * share) / shares
    cell(paper, { x, y, width, height }, [label, value])
    x += width
  }
  return y + height
}

interface Column {
  title: string
  /** Its part of the whole width. */
  share: number
  align?: 'left' | 'center' | 'right'
  isBold?: boolean
}

export interface Table {
  columns: readonly Column[]
  rows: readonly (readonly string[])[]
  /** A last row in bold. */
  total?: readonly string[]
  size?: number
  /** Blank rows fill the table up to this many. */
  leastRows?: number
}

const HEAD_HEIGHT = 22
/** Text in a cell is never cut before it is this long. */
const CELL_LINES = 16
const CELL_PADDING = 3

function widthsOf(columns: readonly Column[]): number[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  return columns.map(({ share }) => (INNER_WIDTH * share) / shares)
}

/** A table with what its drawing goes by. */
function prepared(paper: Paper, { columns, rows, total, size = 8.5, leastRows = 0 }: Table) {
  const widths = widthsOf(columns)
  const styleOf = (column: Column, index: number, isTotal: boolean): TextStyle => ({
    size,
    isBold: isTotal || column.isBold === true,
    width: (widths[index] ?? 0) - 2 * CELL_PADDING,
    lines: CELL_LINES,
    align: column.align ?? 'left',
  })
  const heightOf = (cells: readonly string[], isTotal: boolean) => {
    const lines = columns.map((column, index) => paper.wrap(cells[index] ?? '', styleOf(column, index, isTotal)).length)
    return Math.max(1, ...lines) * size * 1.2 + 2 * CELL_PADDING
  }
  const blanks = Array.from({ length: Math.max(0, leastRows - rows.length) }, (): string[] => [])
  const all = [
    ...[...rows, ...blanks].map((cells) => ({ cells, isTotal: false, height: heightOf(cells, false) })),
    ...(total ? [{ cells: total, isTotal: true, height: heightOf(total, true) }] : []),
  ]
  return { columns, widths, styleOf, rows: all }
}

/** The height of a table that fits on one page. */
export function tableHeight(paper: Paper, table: Table): number {
  return prepared(paper, table).rows.reduce((sum, { height }) => sum + height, HEAD_HEIGHT)
}

/**
 * A ruled table that continues over as many pages as it needs, its head on each; `newPage` starts one and returns
 * where to continue. Returns where it ends.
 */
export function table(paper: Paper, y: number, content: Table, newPage: () => number): number {
  const { columns, widths, styleOf, rows } = prepared(paper, content)
  const eachCell = (at: number, height: number, draw: (x: number, column: Column, index: number) => void) => {
    let x = EDGE.left
    columns.forEach((column, index) => {
      if (index > 0) paper.line(x, at, x, at + height)
      draw(x + CELL_PADDING, column, index)
      x += widths[index] ?? 0
    })
    return at + height
  }
  const head = (at: number) => {
    paper.box(EDGE.left, at, INNER_WIDTH, HEAD_HEIGHT, 'shade')
    return eachCell(at, HEAD_HEIGHT, (x, { title, align = 'left' }, index) => {
      const style = { size: 6.5, isBold: true, width: (widths[index] ?? 0) - 2 * CELL_PADDING, lines: 2, align }
      paper.text(x, at + (paper.wrap(title, style).length === 1 ? 7 : 3.5), title, style)
    })
  }
  let at = head(y)
  for (const { cells, isTotal, height } of rows) {
    if (at + height > PAGE_END) at = head(newPage())
    paper.box(EDGE.left, at, INNER_WIDTH, height, isTotal ? 'shade' : 'none')
    const top = at + CELL_PADDING
    at = eachCell(at, height, (x, column, index) => {
      paper.text(x, top, cells[index] ?? '', styleOf(column, index, isTotal))
    })
  }
  return at
}

/** Where a block of this height can start: here, or at the top of a new page. */
export function roomFor(y: number, height: number, newPage: () => number): number {
  return y + height <= PAGE_END ? y : newPage()
}

/** Lines to sign on, side by side. */
export function signatureLines(paper: Paper, y: number, labels: readonly string[]): number {
  const gap = 18
  const width = (INNER_WIDTH - gap * (labels.length - 1)) / labels.length
  labels.forEach((label, index) => {
    const x = EDGE.left + index * (width + gap)
    paper.line(x, y + 30, x + width, y + 30)
    paper.text(x, y + 33, label, { size: 7, width, ink: 'gray' })
  })
  return y + 46
}

/** 1,234.50 */
export function money(value: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
}

/** 1,234.5 */
export function count(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 })
}
