import type { Batch, BatchRow, BatchRules, BatchState } from '../station/batch/batch.ts'
import type { ColumnMap } from '../station/batch/batch-field.ts'
import type { StationErrorData } from '../station/error.ts'
import { isNeverBooked } from './booking.ts'

/**
 * The machine of a batch, a file of bookings: transitions, predicates, and the effect of a restore. Pure; the ledger
 * stores the results.
 */

/** Allowed transitions. Only RUNNING submits rows. */
export const BATCH_TRANSITIONS = {
  RECEIVING: ['CHECKED', 'CANCELLED'],
  // Checked again it is unchecked meanwhile: a check that was interrupted must not be run.
  // Done without a run: all its rows became orders.
  CHECKED: ['RECEIVING', 'RUNNING', 'DONE', 'CANCELLED'],
  RUNNING: ['PAUSED', 'DONE', 'CANCELLED'],
  PAUSED: ['RUNNING', 'DONE', 'CANCELLED'],
  // Failed rows may be tried again; one that a person fixed waits for the next run.
  DONE: ['RUNNING', 'PAUSED'],
  CANCELLED: [],
} as const satisfies Record<BatchState, readonly BatchState[]>

/** A step to a state, with all that must be known to take it. */
export type BatchMove =
  /** It is checked again. */
  | { to: 'RECEIVING' }
  /** Every row was looked at, by this map; submitted by these rules. */
  | { to: 'CHECKED'; map: ColumnMap; rules: BatchRules }
  /** @param environment the service that its rows go to */
  | { to: 'RUNNING'; environment: string }
  /** By the station, for this reason; by a person, for none. */
  | { to: 'PAUSED'; reason: StationErrorData | null }
  | { to: 'DONE' }
  | { to: 'CANCELLED' }

type State = Pick<Batch, 'state'>

const oneOf =
  (...states: readonly BatchState[]) =>
  ({ state }: State): boolean =>
    states.includes(state)

/** States whose rows are submitted automatically; the states that SQL selects. */
export const RUNNING_STATES = ['RUNNING'] as const satisfies readonly BatchState[]

/** Are rows being submitted? */
export const isRunning = oneOf(...RUNNING_STATES)

/** States that wait for a person, half-way. */
export const PAUSED_STATES = ['PAUSED'] as const satisfies readonly BatchState[]

/** Does it wait for a person, half-way? */
export const isPaused = oneOf(...PAUSED_STATES)

/** Was it begun and not ended: is it submitting rows, or paused? */
export const isUnderWay = oneOf('RUNNING', 'PAUSED')

/** States after which nothing more happens automatically. */
export const OVER_STATES = ['DONE', 'CANCELLED'] as const satisfies readonly BatchState[]
export const isOver = oneOf(...OVER_STATES)

export const isCancelled = oneOf('CANCELLED')

/** Was no row of it submitted yet, and no run begun? Then its columns may be named again. */
export const mayBeChecked = oneOf('RECEIVING', 'CHECKED')

/** Was every row checked, and may they be submitted from here? */
export const mayBeRun = oneOf('CHECKED', 'PAUSED', 'DONE')

/** May the rules of unsubmitted rows change? */
export const takesRules = oneOf('CHECKED', 'PAUSED')

/** May the cells of a row be fixed that was not booked? */
export const takesFixes = oneOf('CHECKED', 'PAUSED', 'DONE')

/** Has it ended, so that a row that was fixed needs another run? */
export const isDone = oneOf('DONE')

/** May the cells of this row be fixed: was it not booked, and will it not be as it is? */
export const isFixable = ({ state, outcome, booking }: Pick<BatchRow, 'state' | 'outcome' | 'booking'>): boolean =>
  state === 'submitted' ? booking !== null && isNeverBooked(booking) : state === 'failed' || outcome === 'error'

/** May failed rows wait again? */
export const mayRetryRows = oneOf('PAUSED', 'DONE')

/** Refusals of a row that the same data may not meet again: offers change. Everything else needs another file. */
export const MAY_END_OTHERWISE = ['NO_RATE_FITS'] as const

/** May it be taken from the list? Nothing of it waits to be run on. */
export const mayBeRemoved = (batch: State): boolean => !isUnderWay(batch)

/** Is its file still coming? */
export const isReceiving = oneOf('RECEIVING')

/** Does its file take more chunks? Once it was looked at whole, no more. */
export const takesChunks = ({ state, form }: Pick<Batch, 'state' | 'form'>): boolean =>
  isReceiving({ state }) && form === null

/** Whether a batch may take a step. */
export function mayMove({ state }: State, { to }: BatchMove): boolean {
  const followers: readonly BatchState[] = BATCH_TRANSITIONS[state]
  return followers.includes(to)
}

/** Applies a step to a batch: everything it does not name stays. */
export function moved<B extends Pick<Batch, 'state' | 'map' | 'rules' | 'reason'> & { environment: string | null }>(
  batch: B,
  move: BatchMove,
): B {
  return {
    ...batch,
    state: move.to,
    reason: move.to === 'PAUSED' ? move.reason : null,
    ...(move.to === 'CHECKED' ? { map: move.map, rules: move.rules } : {}),
    // The service of its first run stays: rows are never split over two.
    ...(move.to === 'RUNNING' ? { environment: batch.environment ?? move.environment } : {}),
  }
}

/** The step after a restore: rows may have been booked since the backup, so that a person says whether it continues. */
export function afterRestore<B extends State & { reason: StationErrorData | null }>(
  batch: B,
  reason: StationErrorData,
): B {
  return isRunning(batch) ? { ...batch, state: 'PAUSED', reason } : batch
}
