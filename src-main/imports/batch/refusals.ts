import { MOST_UNASKED_BOOKINGS, type BatchForm } from '../../../src-shared/station/batch/batch.ts'
import { StationError, type StationErrorData, wrongState } from '../../../src-shared/station/error.ts'
import type { Money } from '../../../src-shared/station/money.ts'
import { amountText } from '../../../src-shared/station/rules/rule.ts'
import type { LedgerBatch } from './batches.rows.ts'

/** Why a batch that ran when the station ended waits. */
export const INTERRUPTED: StationErrorData = {
  code: 'INTERRUPTED',
  message: 'Waybill ended while this batch ran. No row is booked twice when it resumes.',
  retryable: true,
  details: {},
}

/** Why a batch that came to its end still waits. */
export function answerNeeded(unanswered: number): StationErrorData {
  return {
    code: 'ANSWER_NEEDED',
    message: `${unanswered} rows have a reference that was used before. Decide for each whether to book it, then continue.`,
    retryable: false,
    details: { unanswered },
  }
}

export function hasErrors({ batchId, name }: LedgerBatch, errors: number): StationError {
  return new StationError({
    code: 'BATCH_STOPPED',
    message: `${errors} rows of ${name} have errors. Correct the file and upload it again, or check it with the rule skip-row.`,
    details: { batchId, errors },
  })
}

export function changedFile({ batchId, name }: LedgerBatch, why: 'changed' | 'gone'): StationError {
  return new StationError({
    code: 'UNREADABLE_FILE',
    message: `The file of batch ${name} is missing or changed after it was uploaded. Upload it again.`,
    details: { batchId, why },
  })
}

/** The form of a file that is complete. @throws StationError WRONG_STATE */
export function formOf(batch: LedgerBatch): BatchForm {
  if (batch.form) return batch.form
  throw batchInWrongState(batch, `The file of batch ${batch.name} is not complete yet.`)
}

export function batchInWrongState(batch: Pick<LedgerBatch, 'batchId' | 'state'>, message: string): StationError {
  return wrongState(message, { batchId: batch.batchId, state: batch.state })
}

export const openedBefore = (batch: LedgerBatch): StationError =>
  batchInWrongState(
    batch,
    `Batch ${batch.name} was already checked, and its header row and hidden rows cannot be changed now. Upload the file again.`,
  )

export function restored({ batchId, name }: LedgerBatch): StationError {
  return new StationError({
    code: 'LEDGER_RESTORED',
    message: `The ledger was restored from a backup after ${name} was started, so some rows may already be booked. Compare with the service on Track, then confirm.`,
    details: { batchId },
  })
}

export function handedInBefore({ batchId, name }: LedgerBatch, before: { name: string; at: string }): StationError {
  return new StationError({
    code: 'SAME_FILE',
    message: `${name} is the same file as ${before.name}, uploaded at ${before.at}. Its rows would be booked a second time. To book it again, confirm.`,
    details: { batchId, ...before },
  })
}

export function manyBookings({ batchId, name }: LedgerBatch, bookings: number): StationError {
  return new StationError({
    code: 'MANY_BOOKINGS',
    message: `${name} would book ${bookings} shipments, more than ${MOST_UNASKED_BOOKINGS}. To book them, confirm that number.`,
    details: { batchId, bookings, most: MOST_UNASKED_BOOKINGS },
  })
}

/** Rows that would be booked at a price that was not shown. */
export function quotesNeeded(batchId: string, missing: number): StationError {
  return new StationError({
    code: 'QUOTES_NEEDED',
    message: `${missing} ${missing === 1 ? 'row has' : 'rows have'} no price yet. Get the prices first, then run the batch.`,
    details: { batchId, missing },
  })
}

/** The prices come to another sum than the one that a person saw, or are not approved. */
export function totalNotAgreed(
  { batchId, name }: LedgerBatch,
  totals: readonly Money[],
  agreed: readonly Money[] | undefined,
): StationError {
  return new StationError({
    code: 'TOTAL_NOT_AGREED',
    message: `The total of ${name} is ${totals.map(amountText).join(' and ')}. To book it, confirm that total.`,
    details: { batchId, totals, agreed: agreed ?? null },
  })
}

export function otherService({ batchId, environment }: LedgerBatch): StationError {
  return wrongState(
    `This batch was started with ${environment ?? 'another service'}. Switch to that service in Settings first.`,
    { batchId, environment },
  )
}
