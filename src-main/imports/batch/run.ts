import type { BatchRules } from '../../../src-shared/station/batch/batch.ts'
import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { Submission } from '../../booking/submit/submission.ts'
import type { CsvForm } from '../csv/csv-read.ts'
import type { BatchRowStore, RowEnd, WaitingRow } from './batch.rows.ts'
import { bookingsOf } from './check.ts'
import type { RowGroup } from '../rows/groups.ts'
import { rowSubmission, stopsBatch, type BatchRuleBook, type RowOffers } from './offers.ts'
import { rowReader, type ReadRow, type RowBooking, type RowContext } from '../rows/row.ts'

export interface RunOptions {
  batchId: string
  path: string
  form: CsvForm
  context: RowContext
  rules: BatchRules
  rows: Pick<BatchRowStore, 'waiting' | 'markDuplicate' | 'end'>
  submit: (submission: Submission) => Promise<{ bookingId: string }>
  offers: Pick<RowOffers, 'agreed'>
  /** Does a shipment at the service carry this reference? Asked where a row may have been booked before a restore. */
  isUsedAtService: (reference: string) => Promise<boolean>
  carrierRules: BatchRuleBook
  /** Who approves what rules want approved. */
  approvedBy: string | undefined
  /** Asked between some rows: has it spent more than it may? */
  isOverLimit: () => Promise<StationErrorData | null>
  /** Asked between rows: a pause, a cancel, the end of the station, another service. */
  mayGoOn: () => boolean
  onProgress: () => void
}

/** `stopped`: by a person. `failed`: `reason` keeps the rows that are left from being submitted now. */
export type RunEnd = { kind: 'finished' } | { kind: 'stopped' } | { kind: 'failed'; reason: StationErrorData }

/** How many rows are read ahead, and how many direct bookings share one commit of the ledger. */
const WINDOW = 32

/** Submits every row that waits, in the file's order. */
export async function runRows(options: RunOptions): Promise<RunEnd> {
  const { path, form, context, mayGoOn } = options
  let window: RowGroup[] = []
  for await (const group of bookingsOf(path, form, context)) {
    window.push(group)
    if (window.length < WINDOW) continue
    const end = await runWindow(options, window)
    if (end) return end
    window = []
  }
  const end = await runWindow(options, window)
  return end ?? (mayGoOn() ? { kind: 'finished' } : { kind: 'stopped' })
}

async function runWindow(options: RunOptions, window: readonly RowGroup[]): Promise<RunEnd | null> {
  const { batchId, rows, context, mayGoOn, onProgress } = options
  const first = window[0]?.[0].row
  const last = window.at(-1)?.[0].row
  if (first === undefined || last === undefined) return null
  if (!mayGoOn()) return { kind: 'stopped' }
  const waiting = new Map((await rows.waiting(batchId, first, last)).map((row) => [row.row, row]))
  if (waiting.size === 0) return null
  const over = await options.isOverLimit()
  if (over) return { kind: 'failed', reason: over }

  const read = rowReader(context)
  const direct: Promise<{ end: RowEnd | null } | { error: unknown }>[] = []
  let failure: StationErrorData | null = null
  /** Direct bookings asked for in one turn share one commit; the ledger takes them in this order. */
  const settle = async () => {
    const ends: RowEnd[] = []
    for (const outcome of await Promise.all(direct.splice(0))) {
      if ('error' in outcome) failure ??= reasonOf(outcome.error)
      else if (outcome.end) ends.push(outcome.end)
    }
    await rows.end(batchId, ends)
    failure ??= stopReason(options.rules, ends)
  }

  /** A failure is kept until it is looked at: no one waits for it yet. */
  const begin = (known: WaitingRow, booking: RowBooking, word: 'submit' | 'again') =>
    direct.push(
      submitRow(options, known, booking, word).then(
        (end) => ({ end }),
        (error: unknown) => ({ error }),
      ),
    )

  for (const group of window) {
    const known = waiting.get(group[0].row)
    if (!known) continue
    const end = await plan(options, known)
    if (end === 'leave') continue
    if (typeof end !== 'string') {
      await rows.end(batchId, [end])
      continue
    }
    const row = read(group)
    if (row.booking?.kind === 'direct') {
      begin(known, row.booking, end)
      continue
    }
    await settle()
    if (failure) break
    if (!mayGoOn()) return { kind: 'stopped' }
    if (row.booking) begin(known, row.booking, end)
    else direct.push(Promise.resolve({ end: notBookable(row) }))
    await settle()
    if (failure) break
  }
  await settle()
  onProgress()
  return failure ? { kind: 'failed', reason: failure } : null
}

/** A row's result by the rules, before it is read. `again`: what is booked under its reference is known. */
type Plan = RowEnd | 'submit' | 'again' | 'leave'

async function plan(options: RunOptions, known: WaitingRow): Promise<Plan> {
  const { batchId, rows } = options
  const { row } = known
  if (known.bookedAs !== null) return { row, state: 'submitted', bookingId: known.bookedAs }
  // A row refused when its price was requested has failed; errors of the check are left out.
  if (known.outcome === 'error')
    return known.error ? { row, state: 'failed', error: known.error } : { row, state: 'skipped' }
  if (known.isUsedMeanwhile) await rows.markDuplicate(batchId, row)
  // Known to the service alone: under any rule for duplicates, a person confirms that it is booked again.
  if (known.reference !== null && known.answer === null && (await options.isUsedAtService(known.reference))) {
    await rows.markDuplicate(batchId, row)
    return 'leave'
  }
  if (known.outcome === 'ok' && !known.isUsedMeanwhile) return 'submit'
  return planDuplicate(options, known)
}

function planDuplicate({ rules }: RunOptions, { row, answer }: WaitingRow): Exclude<Plan, 'submit'> {
  const word = answer ?? rules.onDuplicate
  if (word === 'ask') return 'leave'
  return word === 'skip' ? { row, state: 'skipped' } : 'again'
}

/**
 * A row that is no duplicate is the only one that is paid for under its reference, which only the commit knows: it may have been
 * booked in other ways since, also under a suffix. @returns null: it waits for a person
 */
async function submitRow(
  options: RunOptions,
  known: WaitingRow,
  booking: RowBooking,
  word: 'submit' | 'again',
): Promise<RowEnd | null> {
  const { row } = known
  const isOnly = word === 'submit' && known.reference !== null
  try {
    const { bookingId } = await options.submit({ ...(await submissionOf(options, known, booking)), isOnly })
    return { row, state: 'submitted', bookingId }
  } catch (error) {
    if (!(error instanceof StationError) || stopsBatch(error)) throw error
    if (!isOnly || error.code !== 'REFERENCE_USED') return { row, state: 'failed', error: error.toData() }
    await options.rows.markDuplicate(options.batchId, row)
    const next = planDuplicate(options, known)
    if (next === 'again') return submitRow(options, known, booking, next)
    return next === 'leave' ? null : next
  }
}

async function submissionOf(options: RunOptions, known: WaitingRow, booking: RowBooking): Promise<Submission> {
  const submission = await askedSubmission(options, known, booking)
  return { ...submission, ruled: await options.carrierRules.admit(submission, options.approvedBy) }
}

async function askedSubmission(options: RunOptions, known: WaitingRow, booking: RowBooking): Promise<Submission> {
  const { batchId, offers } = options
  if (booking.kind === 'quote') return offers.agreed(batchId, known, booking)
  return { ...rowSubmission(batchId, known), kind: 'direct', request: booking.request }
}

/** The row was fine when it was checked and is not any more: its day has passed, its shipper was removed. */
function notBookable({ row, problems }: ReadRow): RowEnd {
  const [problem] = problems
  return {
    row,
    state: 'failed',
    error: {
      code: 'INVALID_INPUT',
      message: problem ? `${problem.column ?? 'row'}: ${problem.message}` : 'The row can no longer be booked.',
      retryable: false,
      details: { problems },
    },
  }
}

function stopReason({ onError }: BatchRules, ends: readonly RowEnd[]): StationErrorData | null {
  const failed = ends.find((end) => end.state === 'failed')
  if (onError !== 'stop-all' || !failed) return null
  return {
    code: 'BATCH_STOPPED',
    message: `Row ${failed.row} was not booked: ${failed.error.message} The rows after it are waiting.`,
    retryable: false,
    details: { row: failed.row, code: failed.error.code },
  }
}

function reasonOf(error: unknown): StationErrorData {
  if (error instanceof StationError) return error.toData()
  return {
    code: 'INTERNAL',
    message: `Something went wrong inside Waybill: ${error instanceof Error ? error.message : String(error)}`,
    retryable: true,
    details: {},
  }
}
