import type { Address } from '../../../src-shared/freight/address.ts'
import type { ColumnMap } from '../../../src-shared/station/batch/batch-field.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import type { OrderProblem } from '../../../src-shared/station/orders/feed.ts'
import type { OrdersTaken } from '../../../src-shared/station/orders/order.ts'
import type { PickupTermsOf } from '../../../src-shared/station/booking/pickup-terms.ts'
import { bookingsAmong, checkMap } from '../batch/check.ts'
import { referenceColumn, rowReader, type ReadRow, type RowContext } from '../rows/row.ts'
import { tableRows, type TableFile } from '../sheets/table-file.ts'
import type { NewOrder } from './orders.rows.ts'
import { orderOfRow, rowsHash, withOrderDefaults } from './order-of-row.ts'

/** Orders that share one transaction. The memory that a file takes is theirs, however long it is, and a scan waits for one of them. */
const SLICE = 100
/** After so many orders that were looked through it is asked whether to continue. */
const ASK_EVERY = 1_000
/** For so many rows the errors are reported; the others are counted. */
const MOST_PROBLEMS = 50

export interface ReadingPorts {
  savedAddress: (addressId: string) => Address | null
  /** When freight is picked up, by carrier. */
  pickups: PickupTermsOf
  isKnown: (reference: string, hash: string) => Promise<boolean>
  take: (orders: readonly NewOrder[]) => Promise<OrdersTaken>
  /** Called with how many rows were read, between two slices; returns whether to continue. */
  onProgress: (rows: number) => boolean
}

export interface FileTaken extends OrdersTaken {
  refused: number
  problems: OrderProblem[]
  /** False: it was interrupted. */
  isWhole: boolean
}

/** What reading the rows of a table needs. @throws StationError MAP_INCOMPLETE */
export function contextFor(
  table: TableFile,
  map: ColumnMap,
  now: Date,
  { savedAddress, pickups }: Pick<ReadingPorts, 'savedAddress' | 'pickups'>,
): RowContext {
  const { headers } = table.head
  const full = withOrderDefaults(map, now, pickups())
  checkMap(full, { headers })
  if (!full.columns.some(({ field }) => field === 'reference')) {
    throw new StationError({
      code: 'MAP_INCOMPLETE',
      message: 'The reference column is missing. Scans find orders by reference.',
      details: { fields: ['reference'], headers: [] },
    })
  }
  const known = new Map<string, Address | null>()
  return {
    map: full,
    headers,
    now,
    pickups,
    savedAddress: (addressId) => {
      const before = known.get(addressId)
      if (before !== undefined) return before
      const found = savedAddress(addressId)
      known.set(addressId, found)
      return found
    },
  }
}

/** Takes the orders of a file in, slice by slice. Imported orders stay, also when the file is interrupted. */
export async function takeFile(table: TableFile, map: ColumnMap, now: Date, ports: ReadingPorts): Promise<FileTaken> {
  const context = contextFor(table, map, now, ports)
  const read = rowReader(context)
  const taken: FileTaken = { added: 0, same: 0, asked: 0, refused: 0, problems: [], isWhole: true }
  let slice: NewOrder[] = []
  let rows = 0
  const settle = async () => {
    const { added, same, asked } = await ports.take(slice)
    taken.added += added
    taken.same += same
    taken.asked += asked
    slice = []
  }
  const apart = await referencesApart(table, context, ports.onProgress)
  if (apart === null) return { ...taken, isWhole: false }
  /** Of those: they were orders before this file was read. */
  const known = new Set<string>()
  const hidden = { rows: 0, columns: 0 }
  for await (const group of bookingsAmong(tableRows(table, map.numbers, hidden), context)) {
    rows += group.length
    const row = read(group)
    const hash = rowsHash(group, map, context.headers)
    const order = orderOfRow(row, hash)
    const reference = row.reference.toLowerCase()
    // What was added to a file behind its orders asks whether it replaces them.
    const isPart = apart.has(reference) && !known.has(reference)
    if (order && !isPart) slice.push(order)
    // One that was taken before may have a day by now that has passed.
    else if (reference !== '' && (await ports.isKnown(row.reference, hash))) {
      known.add(reference)
      taken.same += 1
    } else {
      taken.refused += 1
      if (taken.problems.length < MOST_PROBLEMS) taken.problems.push(isPart ? partOf(row, map) : problemOf(row))
    }
    if (slice.length < SLICE) continue
    await settle()
    if (!ports.onProgress(rows)) return { ...taken, isWhole: false }
  }
  if (slice.length > 0) await settle()
  ports.onProgress(rows)
  if (hidden.rows + hidden.columns > 0) {
    taken.refused += hidden.rows
    taken.problems = [leftOut(hidden, table.headerRow), ...taken.problems].slice(0, MOST_PROBLEMS)
  }
  return taken
}

/** References, in lower case, whose rows do not stand side by side: what stands in one place is a part of an order. Null: interrupted. */
async function referencesApart(
  table: TableFile,
  context: RowContext,
  onProgress: ReadingPorts['onProgress'],
): Promise<ReadonlySet<string> | null> {
  const apart = new Set<string>()
  const column = context.map.cargoLines === 'by-reference' ? referenceColumn(context) : -1
  if (column < 0) return apart
  const seen = new Set<string>()
  let count = 0
  for await (const [{ cells }] of bookingsAmong(tableRows(table, context.map.numbers), context)) {
    const reference = (cells[column] ?? '').trim().toLowerCase()
    if (reference !== '' && seen.has(reference)) apart.add(reference)
    seen.add(reference)
    count += 1
    if (count % ASK_EVERY === 0 && !onProgress(0)) return null
  }
  return apart
}

const partOf = ({ row, reference }: ReadRow, { columns }: ColumnMap): OrderProblem => ({
  row,
  column: columns.find(({ field }) => field === 'reference')?.header ?? null,
  message: `${reference} is in another place of the file, too. Sort the file by reference, so that the rows of an order are next to each other.`,
})

/** Hidden rows of a sheet are no orders before a person has seen them. */
const leftOut = ({ rows, columns }: { rows: number; columns: number }, row: number): OrderProblem => ({
  row,
  column: null,
  message: `The sheet's hidden rows (${rows}) and columns (${columns}) were left out. If they are orders, show them and save the file again.`,
})

/** The first thing that is wrong with a row. */
export function problemOf({ row, problems }: Pick<ReadRow, 'row' | 'problems'>): OrderProblem {
  const [first] = problems
  if (!first) return { row, column: null, message: 'The order has no reference. Scans find orders by reference.' }
  return { row: first.row, column: first.column, message: first.message }
}
