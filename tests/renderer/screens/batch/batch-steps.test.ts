import { describe, expect, it } from 'vitest'
import type { Batch } from '../../../../src-shared/station/batch/batch.ts'
import { canRun, percentDone, standOf, stepOf } from '../../../../src-renderer/screens/batch/batch-steps.ts'
import { countOf, filtersOf } from '../../../../src-renderer/screens/batch/rows/row-filter.ts'

type Stood = Pick<Batch, 'state' | 'counts' | 'bookings' | 'rules'>

function aBatch(patch: {
  state?: Batch['state']
  counts?: Partial<Batch['counts']>
  bookings?: Partial<Batch['bookings']>
  rules?: Partial<Batch['rules']>
}): Stood {
  const none = { rows: 10, ok: 10, errors: 0, duplicates: 0, unanswered: 0, free: 10, ordered: 0 }
  return {
    state: patch.state ?? 'CHECKED',
    counts: { ...none, waiting: 10, submitted: 0, skipped: 0, failed: 0, mayRetry: 0, ...patch.counts },
    bookings: {
      QUEUED: 0,
      SENDING: 0,
      BOOKED: 0,
      REJECTED: 0,
      UNKNOWN: 0,
      NEEDS_DECISION: 0,
      CANCELLED: 0,
      ...patch.bookings,
    },
    rules: { onError: 'stop-all', onDuplicate: 'ask', ...patch.rules },
  }
}

const form = {
  encoding: 'utf-8',
  isEncodingGuessed: false,
  delimiter: ',',
  hasDelimiterLine: false,
  isTyped: false,
  headerRow: 1,
  hidden: { rows: 0, columns: 0 },
  withHidden: false,
  headers: [],
  preview: [],
} as const

describe('where a person stands with a batch', () => {
  it('is the step that its state leads to', () => {
    const complete = { ...form, headers: [], preview: [] }
    const { counts } = aBatch({})
    expect(stepOf({ state: 'RECEIVING', form: null, counts }, false)).toBe('file')
    expect(stepOf({ state: 'RECEIVING', form: complete, counts }, false)).toBe('map')
    expect(stepOf({ state: 'CHECKED', form: complete, counts }, false)).toBe('check')
    expect(stepOf({ state: 'CHECKED', form: complete, counts }, true)).toBe('map')
    for (const state of ['RUNNING', 'PAUSED', 'DONE', 'CANCELLED'] as const) {
      expect(stepOf({ state, form: complete, counts }, true)).toBe('run')
    }
    // Its rows are booked from Orders.
    const ordered = aBatch({ state: 'DONE', counts: { waiting: 0, skipped: 10, ordered: 10 } })
    expect(stepOf({ ...ordered, form: complete }, false)).toBe('check')
    expect(standOf(ordered)).toBe('ordered')
  })

  it('is done only when the service has every booking', () => {
    const done = { state: 'DONE', counts: { waiting: 0, submitted: 10 } } as const
    expect(standOf(aBatch({ ...done, bookings: { BOOKED: 10 } }))).toBe('done')
    expect(standOf(aBatch({ ...done, bookings: { BOOKED: 9, QUEUED: 1 } }))).toBe('sending')
    expect(standOf(aBatch({ ...done, bookings: { BOOKED: 9, UNKNOWN: 1 } }))).toBe('sending')
    expect(standOf(aBatch({ ...done, bookings: { BOOKED: 8, QUEUED: 1, NEEDS_DECISION: 1 } }))).toBe('asks')
    expect(standOf(aBatch({ ...done, bookings: { BOOKED: 9, REJECTED: 1 } }))).toBe('partly')
    const skipped = { waiting: 0, submitted: 9, skipped: 1 }
    expect(standOf(aBatch({ state: 'DONE', counts: skipped, bookings: { BOOKED: 9 } }))).toBe('less')
    expect(standOf(aBatch({ state: 'CANCELLED', bookings: { BOOKED: 2, QUEUED: 1 } }))).toBe('sending')
    expect(standOf(aBatch({ state: 'CANCELLED', bookings: { BOOKED: 3 } }))).toBe('cancelled')
  })

  it('does not count what is saved here and not sent as done', () => {
    const counts = { rows: 1000, waiting: 0, submitted: 990, skipped: 10 }
    expect(percentDone(aBatch({ counts, bookings: { BOOKED: 988, REJECTED: 1, QUEUED: 1 } }))).toBe(99)
    expect(percentDone(aBatch({ counts, bookings: { BOOKED: 989, REJECTED: 1 } }))).toBe(100)
    expect(percentDone(aBatch({ counts: { rows: 0 } }))).toBe(0)
  })
})

describe('what keeps a batch from running', () => {
  it('is an error under the strict rule, and nothing under the other', () => {
    const counts = { ok: 9, errors: 1 }
    expect(canRun(aBatch({ counts }))).toBe(false)
    expect(canRun(aBatch({ counts, rules: { onError: 'skip-row' } }))).toBe(true)
  })
  it('is that no row could be booked', () => {
    expect(canRun(aBatch({ counts: { ok: 0, errors: 10 }, rules: { onError: 'skip-row' } }))).toBe(false)
    expect(canRun(aBatch({ counts: { waiting: 0 } }))).toBe(false)
  })
  it('is that every row that is left waits for an answer', () => {
    const counts = { ok: 8, duplicates: 2, unanswered: 2, waiting: 2 }
    expect(canRun(aBatch({ counts }))).toBe(false)
    expect(canRun(aBatch({ counts: { ...counts, unanswered: 1 } }))).toBe(true)
    expect(canRun(aBatch({ counts, rules: { onDuplicate: 'skip' } }))).toBe(true)
  })
})

describe('rows on screen', () => {
  it('are filtered by what there is, and the filter in use stays when it has emptied', () => {
    const batch = aBatch({ counts: { errors: 2, ok: 8 } })
    expect(filtersOf(batch, 'check', 'all')).toEqual([
      { filter: 'all', count: 10 },
      { filter: 'errors', count: 2 },
    ])
    expect(filtersOf(batch, 'check', 'duplicates').map(({ filter }) => filter)).toContain('duplicates')
    const ran = aBatch({ state: 'DONE', counts: { waiting: 0 }, bookings: { QUEUED: 1, SENDING: 2, UNKNOWN: 3 } })
    expect(countOf(ran, 'unsent')).toBe(3)
    expect(countOf(ran, 'asked')).toBe(3)
    expect(filtersOf(ran, 'run', 'all').map(({ filter }) => filter)).toEqual(['all', 'asked', 'unsent'])
  })
})
