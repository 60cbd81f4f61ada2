import { OUTGOING_BOOKINGS, type BookingState } from '../../../../src-shared/machine/booking.ts'

/** The tiles over the outbox: each counts the bookings in its states and shows them alone. */
export const OUTBOX_FILTERS = {
  all: null,
  notSent: OUTGOING_BOOKINGS,
  unknown: ['UNKNOWN'],
  answer: ['NEEDS_DECISION'],
  rejected: ['REJECTED'],
  booked: ['BOOKED'],
  cancelled: ['CANCELLED'],
} as const satisfies Record<string, readonly BookingState[] | null>

export type OutboxFilter = keyof typeof OUTBOX_FILTERS
export const FILTER_NAMES = Object.keys(OUTBOX_FILTERS) as OutboxFilter[]

/** A filter's name from the route; anything else shows all. */
export function outboxFilter(name: string | undefined): OutboxFilter {
  return FILTER_NAMES.find((filter) => filter === name) ?? 'all'
}

export function filterStates(filter: OutboxFilter): BookingState[] | undefined {
  const states = OUTBOX_FILTERS[filter]
  return states ? [...states] : undefined
}

/** How many bookings a filter leaves. */
export function filterCount(filter: OutboxFilter, counts: Record<BookingState, number>): number {
  const states = filterStates(filter)
  return Object.entries(counts).reduce(
    (sum, [state, count]) => sum + (!states || states.some((wanted) => wanted === state) ? count : 0),
    0,
  )
}

/** What of the route says which bookings are listed; it stays when another one is opened. */
export function shownParams(params: Readonly<Record<string, string>>): Record<string, string> {
  const filter = outboxFilter(params['show'])
  return filter === 'all' ? {} : { show: filter }
}
