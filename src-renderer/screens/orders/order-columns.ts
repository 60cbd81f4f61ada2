import type { OrderSort } from '../../../src-shared/station/orders/order.ts'
import type { PlainKey } from '../../messages/catalogue.ts'
import type { OrderTab } from './order-filter.ts'
import { gridTracks, type Track } from '../../ui/grid/tracks.ts'

interface ColumnLook extends Track {
  label: PlainKey
  isNumber?: boolean
  /** The order under its heading; null: none. */
  sort: OrderSort | null
}

/** The columns of the list of orders, in their order. */
const COLUMNS = {
  order: { label: 'orders.column.order', min: 7, tight: 5.5, share: 0.6, sort: 'reference' },
  source: { label: 'orders.column.source', min: 5.5, tight: 5.25, share: 0.3, sort: null },
  consignee: { label: 'orders.column.consignee', min: 9.5, tight: 7, share: 1.2, sort: 'consignee' },
  city: { label: 'orders.column.city', min: 8.5, tight: 7.5, share: 0.7, sort: 'city' },
  pieces: { label: 'shipment.pieces', min: 4.5, tight: 3.75, share: 0.1, isNumber: true, sort: 'pieces' },
  weight: { label: 'orders.column.weight', min: 6.5, tight: 5.75, share: 0.2, isNumber: true, sort: 'weight' },
  class: { label: 'orders.column.class', min: 4.5, tight: 3.75, share: 0.1, isNumber: true, sort: null },
  pickup: { label: 'shipment.pickup', min: 7.5, tight: 6.5, share: 0.2, sort: 'pickup' },
  price: { label: 'orders.column.rate', min: 7, tight: 6.25, share: 0.2, isNumber: true, sort: 'price' },
  carrier: { label: 'orders.column.carrier', min: 9, tight: 6.5, share: 1.2, sort: null },
  state: { label: 'orders.column.state', min: 9.5, tight: 8.5, share: 1.2, sort: null },
  tags: { label: 'orders.column.tags', min: 7, tight: 5, share: 0.5, sort: null },
  received: { label: 'orders.column.received', min: 7, tight: 5.5, share: 0.3, sort: 'received' },
} as const satisfies Record<string, ColumnLook>

export type OrderColumn = keyof typeof COLUMNS
const isColumn = (word: unknown): word is OrderColumn => typeof word === 'string' && Object.hasOwn(COLUMNS, word)
export const ORDER_COLUMNS: readonly OrderColumn[] = Object.keys(COLUMNS).filter(isColumn)
/** Few orders name a class: the service rates by what it weighs and measures. */
const FIRST = ORDER_COLUMNS.filter((id) => id !== 'class' && id !== 'tags' && id !== 'received')
/** What stays beside the drawer, by its share: a reason is read whole. */
const BESIDE: Partial<Record<OrderColumn, number>> = { order: 0.2, consignee: 0.8, weight: 0.1, price: 0.1, state: 2 }

/** Columns as they were saved, in the list's order; never none. */
export function readOrderColumns(saved: unknown): readonly OrderColumn[] {
  const chosen = Array.isArray(saved) ? ORDER_COLUMNS.filter((id) => saved.includes(id)) : []
  return chosen.length > 0 ? chosen : FIRST
}

export const lookOf = (id: OrderColumn): ColumnLook => COLUMNS[id]

/** Views whose orders have no rate: the reason is read in its place. */
const WITHOUT_RATE: readonly OrderTab[] = ['unrated', 'fix']
const OF_A_RATE: readonly OrderColumn[] = ['price', 'carrier']

/** @param room how many rem there are */
export function layoutOf(chosen: readonly OrderColumn[], tab: OrderTab, isBeside: boolean, room: number) {
  const filled = WITHOUT_RATE.includes(tab) ? chosen.filter((id) => !OF_A_RATE.includes(id)) : chosen
  const beside = isBeside ? filled.filter((id) => BESIDE[id] !== undefined) : []
  const ids = beside.length > 0 ? beside : filled.length > 0 ? filled : chosen
  return {
    ids,
    ...gridTracks(
      ids.map((id) => ({ ...COLUMNS[id], ...(beside.length > 0 && { share: BESIDE[id] ?? COLUMNS[id].share }) })),
      room,
    ),
  }
}
