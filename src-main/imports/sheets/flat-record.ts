import type { NumberForm } from '../../../src-shared/station/batch/batch-field.ts'
import { MOST_COLUMNS } from '../csv/header-names.ts'
import { unreadable } from './refusal.ts'
import { numberText } from './typed-cell.ts'

/** Cells by their header. */
export type FlatRow = Map<string, string>

/** Deeper than that no order is written. */
const MOST_DEPTH = 12
/** Of one record, counted with the fields repeated beside each of its lines. */
const MOST_CELLS = 200_000

/**
 * A record as rows: nested fields are named with dots (`shipTo.city`). The first list of things in it, an order's
 * lines, is a row each, beside which the rest is repeated; plain values of a list are in one cell with | between them.
 * @throws StationError UNREADABLE_FILE: more fields than a table has columns, or more cells than an order comes to
 */
export function* flatRows(record: unknown, form: NumberForm): Generator<FlatRow> {
  const cells: FlatRow = new Map()
  const lists: { name: string; items: unknown[] }[] = []
  flatten(record, '', cells, lists, form, 0)
  const [lines] = lists
  if (!lines) {
    yield cells
    return
  }
  let count = 0
  for (const item of lines.items) {
    const line: FlatRow = new Map(cells)
    flatten(item, lines.name, line, [], form, 0)
    // An empty line is one, too.
    count += line.size + 1
    if (count > MOST_CELLS) {
      throw unreadable(
        `One record comes to more than ${MOST_CELLS} cells: its fields are repeated on each of its lines.`,
        'record',
      )
    }
    yield line
  }
}

function put(cells: FlatRow, name: string, value: string): void {
  cells.set(name, value)
  if (cells.size > MOST_COLUMNS) throw unreadable(`A record has more than ${MOST_COLUMNS} fields.`, 'columns')
}

function flatten(
  value: unknown,
  name: string,
  cells: FlatRow,
  lists: { name: string; items: unknown[] }[],
  form: NumberForm,
  depth: number,
): void {
  if (depth > MOST_DEPTH || value === null || value === undefined) return
  if (Array.isArray(value)) {
    const items: unknown[] = value
    if (items.some((item) => typeof item === 'object' && item !== null)) lists.push({ name, items })
    else put(cells, name, items.map((item) => scalar(item, form)).join('|'))
    return
  }
  if (typeof value !== 'object') {
    put(cells, name, scalar(value, form))
    return
  }
  for (const [key, part] of Object.entries(value)) {
    // The text of an element that has attributes, too.
    const inner = key === '' ? name : name === '' ? key : `${name}.${key}`
    flatten(part, inner, cells, lists, form, depth + 1)
  }
}

function scalar(value: unknown, form: NumberForm): string {
  // Of JSON, whose integers are exact.
  if (Number.isSafeInteger(value)) return String(value)
  if (typeof value === 'number') return numberText(value, form)
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}
