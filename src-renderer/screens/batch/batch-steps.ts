import type { Batch } from '../../../src-shared/station/batch/batch.ts'
import type { Tone } from '../../ui/basic/status.ts'

/** `file`: it is not complete. `map`: its columns are named. `check`: looked at, nothing sent. `run`: from its start on. */
export const BATCH_STEPS = ['file', 'map', 'check', 'run'] as const
export type BatchStep = (typeof BATCH_STEPS)[number]

/** The step of a batch that a person is at. Only one that was never run can be mapped again. */
export function stepOf({ state, form }: Pick<Batch, 'state' | 'form'>, isRemapping: boolean): BatchStep {
  if (state === 'RECEIVING') return form ? 'map' : 'file'
  if (state === 'CHECKED') return isRemapping ? 'map' : 'check'
  return 'run'
}

/** The status of a batch, its bookings included: one that was submitted whole is not yet at the service. */
export type BatchStand =
  | 'unchecked'
  | 'checked'
  | 'running'
  | 'paused'
  | 'sending'
  | 'asks'
  | 'partly'
  | 'less'
  | 'done'
  | 'ordered'
  | 'cancelled'

export const STAND_TONES = {
  unchecked: 'idle',
  checked: 'idle',
  running: 'move',
  paused: 'wait',
  sending: 'wait',
  asks: 'bad',
  partly: 'bad',
  less: 'ok',
  done: 'ok',
  ordered: 'ok',
  cancelled: 'idle',
} satisfies Record<BatchStand, Tone>

export function standOf({ state, counts, bookings }: Pick<Batch, 'state' | 'counts' | 'bookings'>): BatchStand {
  switch (state) {
    case 'RECEIVING':
      return 'unchecked'
    case 'CHECKED':
      return counts.ordered > 0 ? 'ordered' : 'checked'
    case 'RUNNING':
      return 'running'
    case 'PAUSED':
      return 'paused'
    case 'DONE':
    case 'CANCELLED':
      if (bookings.NEEDS_DECISION > 0) return 'asks'
      if (bookings.QUEUED + bookings.SENDING + bookings.UNKNOWN > 0) return 'sending'
      if (state === 'CANCELLED') return 'cancelled'
      if (counts.failed + bookings.REJECTED + bookings.CANCELLED > 0) return 'partly'
      if (counts.ordered > 0 && counts.submitted === 0) return 'ordered'
      return counts.skipped > 0 ? 'less' : 'done'
  }
}

/**
 * Rows that are at their end: left out, failed, or answered by the service. Bookings saved here and not sent are not
 * done.
 */
export function rowsDone({ counts, bookings }: Pick<Batch, 'counts' | 'bookings'>): number {
  return counts.skipped + counts.failed + bookings.BOOKED + bookings.REJECTED + bookings.CANCELLED
}

/** The share of rows that are done, in whole percent; 100 only when none is left. */
export function percentDone(batch: Pick<Batch, 'counts' | 'bookings'>): number {
  const { rows } = batch.counts
  return rows === 0 ? 0 : Math.min(100, Math.floor((rowsDone(batch) / rows) * 100))
}

/** What keeps the run from doing anything. `errors` keep a strict batch from its first row. */
export function whyNotRun({ counts, rules }: Pick<Batch, 'counts' | 'rules'>): 'errors' | 'nothing' | 'answers' | null {
  if (rules.onError === 'stop-all' && counts.errors > 0) return 'errors'
  if (counts.waiting === 0 || counts.ok + counts.duplicates === 0) return 'nothing'
  const isAsking = rules.onDuplicate === 'ask' && counts.unanswered > 0
  return isAsking && counts.unanswered === counts.waiting ? 'answers' : null
}

/** Nothing more happens automatically, and no answer is awaited. */
export function isAtEnd(stand: BatchStand): boolean {
  return stand === 'done' || stand === 'less' || stand === 'partly' || stand === 'cancelled'
}
