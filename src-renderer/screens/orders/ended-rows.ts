import type { OrderRow, OrderSort } from '../../../src-shared/station/orders/order.ts'
import type { OrderFilter } from './order-filter.ts'

const KEYS: Record<Exclude<OrderSort, 'pickup' | 'received'>, (row: OrderRow) => string | number> = {
  reference: ({ reference }) => reference,
  consignee: ({ consigneeName }) => consigneeName.toLowerCase(),
  city: ({ destination }) => destination.toLowerCase(),
  weight: ({ freight }) => freight.weightLb,
  pieces: ({ freight }) => freight.pieces,
  price: ({ booking, offer }) => (booking?.total ?? offer?.total)?.minor ?? 0,
}

const keyOf = (row: OrderRow, sort: OrderSort): string | number => {
  if (sort === 'pickup') return row.pickupDate
  return sort === 'received' ? row.takenAt : KEYS[sort](row)
}

/** The newest orders that are no longer open, narrowed and sorted as the station does it with open ones. */
export function endedRows(
  rows: readonly OrderRow[],
  { text, origin, tag, sort, isReversed }: OrderFilter,
): readonly OrderRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = rows.filter(
    (row) =>
      (origin === null || row.origin === origin) &&
      (tag === null || row.tags.includes(tag)) &&
      words.every((word) =>
        [row.reference, row.consigneeName, row.destination, row.source, ...row.tags].some((one) =>
          one.toLowerCase().includes(word),
        ),
      ),
  )
  const way = isReversed ? -1 : 1
  return found.toSorted((a, b) => {
    const [one, other] = [keyOf(a, sort), keyOf(b, sort)]
    return one === other ? 0 : one < other ? -way : way
  })
}
