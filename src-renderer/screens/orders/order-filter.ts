import { z } from 'zod'
import { ORDER_ORIGINS, ORDER_SORTS, ORDER_VIEWS, type OrderSearch } from '../../../src-shared/station/orders/order.ts'

/** The tabs: the views of open orders, and those that are no longer open. */
export const ORDER_TABS = [...ORDER_VIEWS, 'booked', 'dismissed'] as const
export type OrderTab = (typeof ORDER_TABS)[number]

const filterSchema = z.object({
  tab: z.enum(ORDER_TABS).catch('open'),
  text: z.string().max(120).catch(''),
  origin: z.enum(ORDER_ORIGINS).nullable().catch(null),
  tag: z.string().max(30).nullable().catch(null),
  sort: z.enum(ORDER_SORTS).catch('pickup'),
  isReversed: z.boolean().catch(false),
})

/** What of the list is shown, and in which order. */
export type OrderFilter = z.output<typeof filterSchema>

export const ALL_OPEN: OrderFilter = {
  ...{ tab: 'open', text: '', origin: null, tag: null },
  ...{ sort: 'pickup', isReversed: false },
}

const savedSchema = z.array(z.object({ name: z.string().min(1).max(60), filter: filterSchema }))
/** A filter under the name that a person gave it. */
export type SavedOrderFilter = z.output<typeof savedSchema>[number]

/** Filters as they were saved; none where they do not fit. */
export const readSavedFilters = (saved: unknown): SavedOrderFilter[] => savedSchema.catch([]).parse(saved)

/** The filter as the station takes it; null: the tab is not of open orders. */
export function searchOf({ tab, text, origin, tag }: OrderFilter): OrderSearch | null {
  const view = ORDER_VIEWS.find((name) => name === tab)
  if (!view) return null
  return { view, text: text.trim(), ...(origin && { origin }), ...(tag && { tag }) }
}

export const isNarrowed = ({ text, origin, tag, tab }: OrderFilter): boolean =>
  text.trim() !== '' || origin !== null || tag !== null || tab !== 'open'

/** The same orders are in the list, in whichever order. */
export const showsSameOrders = (a: OrderFilter, b: OrderFilter): boolean =>
  isSameFilter(a, { ...b, sort: a.sort, isReversed: a.isReversed })

export const isSameFilter = (a: OrderFilter, b: OrderFilter): boolean =>
  ORDER_FILTER_PARTS.every((part) => a[part] === b[part])
const ORDER_FILTER_PARTS = ['tab', 'text', 'origin', 'tag', 'sort', 'isReversed'] as const
