import { OUTGOING_BOOKINGS, type BookingState } from '../../../../src-shared/machine/booking.ts'
import type { CommandInput } from '../../../../src-shared/station/commands.ts'
import type { BookingCounts } from '../../../../src-shared/station/booking/booking.ts'

/** The tiles over the outbox: each counts the bookings that are shown in its states, and lists them alone. */
export const OUTBOX_FILTERS = {
  all: null,
  notSent: OUTGOING_BOOKINGS,
  unknown: ['UNKNOWN'],
  answer: ['NEEDS_DECISION'],
  rejected: ['REJECTED'],
  booked: ['BOOKED'],
  voided: ['VOIDED'],
  cancelled: ['CANCELLED'],
} as const satisfies Record<string, readonly (BookingState | 'VOIDED')[] | null>

export type OutboxFilter = keyof typeof OUTBOX_FILTERS
export const FILTER_NAMES = Object.keys(OUTBOX_FILTERS) as OutboxFilter[]

/** A filter's name from the route; anything else shows all. */
export function outboxFilter(name: string | undefined): OutboxFilter {
  return FILTER_NAMES.find((filter) => filter === name) ?? 'all'
}

/** What lists the bookings of a filter. A canceled shipment's booking is BOOKED still, and shown as VOIDED. */
export function filterQuery(filter: OutboxFilter): Pick<CommandInput<'bookings.list'>, 'states' | 'isCanceled'> {
  switch (filter) {
    case 'all':
      return {}
    case 'voided':
      return { isCanceled: true }
    case 'booked':
      return { states: [...OUTBOX_FILTERS.booked], isCanceled: false }
    default:
      return { states: [...OUTBOX_FILTERS[filter]] }
  }
}

/** How many bookings a filter leaves. */
export function filterCount(filter: OutboxFilter, counts: BookingCounts): number {
  const states: readonly string[] | null = OUTBOX_FILTERS[filter]
  return Object.entries(counts).reduce(
    (sum, [state, count]) => sum + (!states || states.includes(state) ? count : 0),
    0,
  )
}

/** The route's filter of the list; it stays when another booking is opened. */
export function shownParams(params: Readonly<Record<string, string>>): Record<string, string> {
  const filter = outboxFilter(params['show'])
  return filter === 'all' ? {} : { show: filter }
}
