import {
  DOUBTED_BOOKINGS,
  NEVER_BOOKED,
  OUTGOING_BOOKINGS,
  type BookingState,
} from '../../../../src-shared/machine/booking.ts'
import type { Batch } from '../../../../src-shared/station/batch/batch.ts'
import type { CommandInput } from '../../../../src-shared/station/commands.ts'
import type { BatchStep } from '../batch-steps.ts'

type RowQuery = Omit<CommandInput<'batches.rows'>, 'batchId' | 'after' | 'limit'>

/** The rows of a batch on screen, and the matching request to the station. */
export const ROW_FILTERS = {
  all: {},
  errors: { outcome: 'error' },
  duplicates: { outcome: 'duplicate' },
  unanswered: { outcome: 'duplicate', state: 'waiting', isAnswered: false },
  booked: { bookingStates: ['BOOKED'] },
  unsent: { bookingStates: [...OUTGOING_BOOKINGS] },
  asked: { bookingStates: [...DOUBTED_BOOKINGS] },
  refused: { bookingStates: [...NEVER_BOOKED] },
  failed: { state: 'failed' },
  skipped: { state: 'skipped' },
  waiting: { state: 'waiting' },
} satisfies Record<string, RowQuery>
export type RowFilter = keyof typeof ROW_FILTERS

export interface FilterCount {
  filter: RowFilter
  count: number
}

function inStates(counts: Record<BookingState, number>, states: readonly BookingState[]): number {
  return states.reduce((sum, state) => sum + counts[state], 0)
}

/** How many rows a filter leaves. */
export function countOf({ counts, bookings }: Pick<Batch, 'counts' | 'bookings'>, filter: RowFilter): number {
  switch (filter) {
    case 'all':
      return counts.rows
    case 'errors':
      return counts.errors
    case 'duplicates':
      return counts.duplicates
    case 'unanswered':
      return counts.unanswered
    case 'booked':
      return bookings.BOOKED
    case 'unsent':
      return inStates(bookings, OUTGOING_BOOKINGS)
    case 'asked':
      return inStates(bookings, DOUBTED_BOOKINGS)
    case 'refused':
      return inStates(bookings, NEVER_BOOKED)
    case 'failed':
      return counts.failed
    case 'skipped':
      return counts.skipped
    case 'waiting':
      return counts.waiting
  }
}

const OF_CHECK: readonly RowFilter[] = ['errors', 'duplicates']
const OF_RUN: readonly RowFilter[] = [
  'asked',
  'refused',
  'failed',
  'unanswered',
  'unsent',
  'booked',
  'skipped',
  'waiting',
]

/** The filters that there is something for, and the one in use; what needs a person first. */
export function filtersOf(batch: Pick<Batch, 'counts' | 'bookings'>, step: BatchStep, inUse: RowFilter): FilterCount[] {
  const found = (step === 'check' ? OF_CHECK : OF_RUN)
    .map((filter) => ({ filter, count: countOf(batch, filter) }))
    .filter(({ filter, count }) => count > 0 || filter === inUse)
  return [{ filter: 'all', count: batch.counts.rows }, ...found]
}
