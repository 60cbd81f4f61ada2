import type { NumberForm } from '../../../src-shared/station/batch/batch-field.ts'
import { MOST_COLUMNS } from '../csv/header-names.ts'
import { unreadable } from './refusal.ts'
import { numberText } from './typed-cell.ts'

/** Cells by their header. */
type Cells = Map<string, string>

export interface FlatRow {
  cells: Cells
  /** Headers whose values are the record's, and stand in a line above: below the first line. */
  repeated: readonly string[]
}

interface List {
  name: string
  items: unknown[]
}

/** Deeper than that no order is written. */
const MOST_DEPTH = 12
/** Of one record, counted with the fields repeated beside each of its lines. */
const MOST_CELLS = 200_000

/** What an order's lines are called in the languages of the app, singular or plural; `cargos` are charges in Spanish. */
const LINE_NAME =
  /(?:(?<!address|addr|street)line|item|product|commodit(?:y|ie)|article|package|pallet|piece|carton|skid|crate|handlingunit|linea|articulo|partida|producto|renglon|bulto)(?:e?s)?$|cargo$/
/** What stands beside an order's lines. */
const ASIDE_NAME =
  /(?:note|remark|comment|reference|contact|address|addressline|streetline|document|attachment|charge|warning|error|message|tag|instruction|accessorial|service|event|nota|comentario|observacion|referencia|contacto|direccion|documento|mensaje|instruccion|servicio)(?:e?s)?$|cargos$/

/** A name as these are written: `orderLines`, `Líneas`. */
const plainName = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[^\w]|_/g, '')
    .toLowerCase()

const isAside = (name: string): boolean => ASIDE_NAME.test(plainName(name))
const isLines = (name: string): boolean => LINE_NAME.test(plainName(name))

/** The list that is an order's lines; undefined: it has at most one line, which is no list. */
function linesOf(lists: readonly List[], cells: Cells): List | undefined {
  const named = (is: (name: string) => boolean) => lists.find(({ name }) => name.split('.').slice(-2).some(is))
  const hasOne = [...cells.keys()].some((name) => name.split('.').slice(0, -1).some(isLines))
  return named(isLines) ?? (hasOne ? undefined : lists.find(({ name }) => !isAside(name.split('.').at(-1) ?? '')))
}

/**
 * A record as rows: nested fields are named with dots (`shipTo.city`). Its list of lines is a row each, beside which
 * the rest is repeated: the list that is called so, else the first of things that are no notes, contacts or the like.
 * The values of any other list are in one cell with | between them.
 * @throws StationError UNREADABLE_FILE: more fields than a table has columns, or more cells than an order comes to
 */
export function* flatRows(record: unknown, form: NumberForm): Generator<FlatRow> {
  const cells: Cells = new Map()
  const lists: List[] = []
  flatten(record, '', cells, lists, form, 0)
  const lines = linesOf(lists, cells)
  for (const list of lists) if (list !== lines) putJoined(list, cells, form)
  if (!lines) {
    yield { cells, repeated: [] }
    return
  }
  let count = 0
  let above: readonly string[] = []
  for (const item of lines.items) {
    const line: Cells = new Map()
    flatten(item, lines.name, line, [], form, 0)
    // An empty line is one, too.
    count += cells.size + line.size + 1
    if (count > MOST_CELLS) {
      throw unreadable(
        `One record comes to more than ${MOST_CELLS} cells: its fields are repeated on each of its lines.`,
        'record',
      )
    }
    yield { cells: new Map([...cells, ...line]), repeated: above.filter((name) => !line.has(name)) }
    above = [...cells.keys()]
  }
}

/** Puts the values of a list's things into cells, by their field. */
function putJoined({ name, items }: List, cells: Cells, form: NumberForm): void {
  const values = new Map<string, string[]>()
  for (const item of items) {
    const one: Cells = new Map()
    flatten(item, name, one, [], form, 0)
    for (const [field, value] of one) {
      const list = values.get(field)
      if (list) list.push(value)
      else values.set(field, [value])
    }
  }
  for (const [field, list] of values) if (!cells.has(field)) put(cells, field, list.join('|'))
}

function put(cells: Cells, name: string, value: string): void {
  cells.set(name, value)
  if (cells.size > MOST_COLUMNS) throw unreadable(`A record has more than ${MOST_COLUMNS} fields.`, 'columns')
}

function flatten(value: unknown, name: string, cells: Cells, lists: List[], form: NumberForm, depth: number): void {
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
