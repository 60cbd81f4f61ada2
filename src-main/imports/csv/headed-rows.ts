import { StationError } from '../../../src-shared/station/error.ts'
import { isDecoration } from './clean-row.ts'
import { TITLE_ROWS } from './header-names.ts'
import { csvTextRows } from '../sheets/rows-in-thread.ts'

/** How a kind of file names its columns. */
export interface Header<C extends string> {
  /** In the order in which missing columns are reported. */
  columns: readonly C[]
  needed: readonly C[]
  /** Other names of a column. Capitals, accents and signs do not count. */
  names?: Readonly<Record<C, readonly string[]>>
  /** Shown to a person who uploads another kind of file. */
  hint: string
}

export interface HeadedRow<C extends string> {
  /** In the file, from 1, with the header. */
  row: number
  /** A column's cell as our own export would have it read; empty when there is none. */
  text: (column: C) => string
}

/** The rows of a CSV text below its header. @throws StationError UNREADABLE_FILE: no table, or a needed column is not there */
export async function* headedRows<C extends string>(text: string, header: Header<C>): AsyncGenerator<HeadedRow<C>> {
  let places: ReadonlyMap<C, number> | null = null
  let first: readonly string[] | null = null
  let looked = 0
  for await (const { row, cells } of csvTextRows(text)) {
    if (places === null && looked < TITLE_ROWS && missingOf(placesOf(cells, header), header).length > 0) {
      // It may be a title above the header.
      first ??= cells
      looked += 1
      continue
    }
    if (isDecoration(cells)) continue
    const known = places
    if (known) yield { row, text: (column) => cells[known.get(column) ?? -1] ?? '' }
    else places = neededPlaces(cells, header)
  }
  if (places) return
  if (first) neededPlaces(first, header)
  throw new StationError({ code: 'UNREADABLE_FILE', message: 'The file is empty.', details: { row: 1, why: 'empty' } })
}

function placesOf<C extends string>(cells: readonly string[], header: Header<C>): ReadonlyMap<C, number> {
  const { columns, names } = header
  const written = cells.map(plain)
  const found = new Map<C, number>()
  for (const column of columns) {
    const known = [column, ...(names?.[column] ?? [])].map(plain)
    const place = written.findIndex((cell) => known.includes(cell))
    if (place >= 0) found.set(column, place)
  }
  return found
}

const missingOf = <C extends string>(found: ReadonlyMap<C, number>, { needed }: Header<C>): C[] =>
  needed.filter((column) => !found.has(column))

/** @throws StationError UNREADABLE_FILE */
function neededPlaces<C extends string>(cells: readonly string[], header: Header<C>): ReadonlyMap<C, number> {
  const { hint } = header
  const found = placesOf(cells, header)
  const missing = missingOf(found, header)
  if (missing.length === 0) return found
  throw new StationError({
    code: 'UNREADABLE_FILE',
    message: `The header has no column ${missing.join(', ')}. ${hint}`,
    details: { row: 1, why: 'columns', missing },
  })
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
