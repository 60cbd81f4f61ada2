import type { OrdersTaken } from '../../../src-shared/station/orders/order.ts'
import type { CsvForm } from '../csv/csv-read.ts'
import { orderOfRow, rowsHash } from '../orders/order-of-row.ts'
import type { NewOrder } from '../orders/orders.rows.ts'
import type { RowGroup } from '../rows/groups.ts'
import { rowReader, type RowContext } from '../rows/row.ts'
import { inOrders, type BatchRowStore, type RowEnd } from './batch.rows.ts'
import { bookingsOf } from './check.ts'

/** Rows that share one transaction. */
const SLICE = 100

export interface ToOrdersOptions {
  batchId: string
  path: string
  form: CsvForm
  context: RowContext
  rows: Pick<BatchRowStore, 'waiting' | 'end'>
  take: (orders: readonly NewOrder[]) => Promise<OrdersTaken>
  /** The reference with the first suffix that is free, or that this very order has already. */
  freeReference: (order: NewOrder) => Promise<string>
}

/**
 * Makes each row without errors an order, in the file's order. Interrupted and done again, each is the same order. A row
 * without a reference stays: orders are known by theirs.
 */
export async function rowsToOrders({
  batchId,
  path,
  form,
  context,
  rows,
  take,
  freeReference,
}: ToOrdersOptions): Promise<OrdersTaken> {
  const taken: OrdersTaken = { added: 0, same: 0, asked: 0 }
  const read = rowReader(context)

  async function takeSlice(slice: readonly RowGroup[]): Promise<void> {
    const first = slice[0]?.[0].row
    const last = slice.at(-1)?.[0].row
    if (first === undefined || last === undefined) return
    const waiting = new Map(
      (await rows.waiting(batchId, first, last))
        .filter(
          ({ outcome, answer, bookedAs, isUsedMeanwhile }) =>
            bookedAs === null && (outcome === 'ok' ? !isUsedMeanwhile : outcome === 'duplicate' && answer === 'create'),
        )
        .map((one) => [one.row, one]),
    )
    const orders: NewOrder[] = []
    const ends: RowEnd[] = []
    for (const group of slice) {
      const { row } = group[0]
      const known = waiting.get(row)
      const order = known ? orderOfRow(read(group), rowsHash(group, context.map, context.headers)) : null
      if (!known || !order) continue
      // Under a suffix, as a booking of a used reference is.
      const reference = known.outcome === 'ok' ? order.reference : await freeReference(order)
      orders.push({ ...order, reference })
      ends.push({ row, state: 'skipped', error: inOrders(reference) })
    }
    if (orders.length === 0) return
    // Orders first: what breaks off between the two is the same order the next time.
    const { added, same, asked } = await take(orders)
    await rows.end(batchId, ends)
    taken.added += added
    taken.same += same
    taken.asked += asked
  }

  let slice: RowGroup[] = []
  for await (const group of bookingsOf(path, form, context)) {
    slice.push(group)
    if (slice.length < SLICE) continue
    await takeSlice(slice)
    slice = []
  }
  await takeSlice(slice)
  return taken
}
