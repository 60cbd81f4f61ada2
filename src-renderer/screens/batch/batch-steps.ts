import type { Batch } from '../../../src-shared/station/batch/batch.ts'
import type { Tone } from '../../ui/basic/status.ts'

/** The way of a file to Orders, as it is shown. */
export const IMPORT_STEPS = ['file', 'map', 'check', 'orders'] as const

/** `file`: it is not complete. `map`: its columns are named. `check`: its rows go to Orders. `run`: it is booked as a batch. */
export type BatchStep = Exclude<(typeof IMPORT_STEPS)[number], 'orders'> | 'run'

/** The step of a batch that a person is at. Only one that was never run can be mapped again. */
export function stepOf(
  { state, form, counts }: Pick<Batch, 'state' | 'form' | 'counts'>,
  isRemapping: boolean,
): BatchStep {
  if (state === 'RECEIVING') return form ? 'map' : 'file'
  if (state === 'CHECKED') return isRemapping ? 'map' : 'check'
  return isInOrders({ state, counts }) ? 'check' : 'run'
}

/** Did every row that was not left out become an order? */
export const isInOrders = ({ state, counts }: Pick<Batch, 'state' | 'counts'>): boolean =>
  state === 'DONE' && counts.ordered > 0 && counts.submitted === 0

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
      if (isInOrders({ state, counts })) return 'ordered'
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

/** Would a run book anything? A strict batch with errors books nothing, and one whose rows all wait for an answer. */
export function canRun({ counts, rules }: Pick<Batch, 'counts' | 'rules'>): boolean {
  if (rules.onError === 'stop-all' && counts.errors > 0) return false
  if (counts.waiting === 0 || counts.ok + counts.duplicates === 0) return false
  return rules.onDuplicate !== 'ask' || counts.unanswered < counts.waiting
}
