import type { NumberForm } from '../../src-shared/station/batch/batch-field.ts'
import { numberText } from './typed-cell.ts'

/** Cells by their header. */
export type FlatRow = Map<string, string>

/** Deeper than that no order is written. */
const MOST_DEPTH = 12

/**
 * A record as rows: what is nested is named with dots (`shipTo.city`). The first list of things in it, an order's lines, is a
 * row each, beside which the rest is repeated; plain values of a list stand in one cell with | between them.
 */
export function flatRows(record: unknown, form: NumberForm): FlatRow[] {
  const cells: FlatRow = new Map()
  const lists: { name: string; items: unknown[] }[] = []
  flatten(record, '', cells, lists, form, 0)
  const [lines] = lists
  if (!lines) return [cells]
  return lines.items.map((item) => {
    const line: FlatRow = new Map(cells)
    flatten(item, lines.name, line, [], form, 0)
    return line
  })
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
    else cells.set(name, items.map((item) => scalar(item, form)).join('|'))
    return
  }
  if (typeof value !== 'object') {
    cells.set(name, scalar(value, form))
    return
  }
  for (const [key, part] of Object.entries(value)) {
    // The text of an element that has attributes, too.
    const inner = key === '' ? name : name === '' ? key : `${name}.${key}`
    flatten(part, inner, cells, lists, form, depth + 1)
  }
}

function scalar(value: unknown, form: NumberForm): string {
  if (typeof value === 'number') return numberText(value, form)
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}
