import { z } from 'zod'
import {
  batchRowFactsSchema,
  batchRowWrittenSchema,
  cellProblemSchema,
  ROW_OUTCOMES,
  ROW_STATES,
  type Batch,
  type BatchCounts,
  type BatchRow,
  type BatchRowBooking,
  type BatchRowFacts,
  type BatchRowQuery,
  type BatchRowQuote,
  type BatchRowWritten,
  type CellProblem,
} from '../../../src-shared/station/batch/batch.ts'
import { BATCH_FIELDS } from '../../../src-shared/station/batch/batch-field.ts'
import { BOOKING_STATES, NEVER_BOOKED, type BookingState } from '../../../src-shared/machine/booking.ts'
import { MAY_END_OTHERWISE } from '../../../src-shared/machine/batch.ts'
import { EMBEDDED } from '../../../src-shared/station/app/state.ts'
import { stationErrorSchema, type StationErrorData } from '../../../src-shared/station/error.ts'
import { ruleNoteSchema } from '../../../src-shared/station/rules/rule.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { jsonColumn, toJson } from '../../kernel/sqlite/json-column.ts'
import { isIn, isNotIn } from '../../kernel/sqlite/is-in.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { bookingRows } from '../../booking/booking-row.rows.ts'
import { paidUnder } from '../../booking/under-reference.ts'
import { rowQuoteSchema } from './batch-quotes.rows.ts'

const problemSchema = cellProblemSchema.transform((problem): CellProblem => ({
  ...problem,
  field: BATCH_FIELDS.find((field) => field === problem.field) ?? null,
}))

const rowSchema = z.object({
  row: z.int(),
  last_row: z.int(),
  outcome: z.enum(ROW_OUTCOMES),
  state: z.enum(ROW_STATES),
  reference: z.string().nullable(),
  same_as: z.int().nullable(),
  problems: jsonColumn(z.array(problemSchema)),
  answer: z.enum(['skip', 'create']).nullable(),
  booking_id: z.string().nullable(),
  error: jsonColumn(stationErrorSchema).nullable(),
  facts: jsonColumn(z.union([batchRowFactsSchema, batchRowWrittenSchema])).nullable(),
  quote: jsonColumn(rowQuoteSchema).nullable(),
  minor: z.int().nullable(),
  currency: z.string().nullable(),
})

/** A row as the check found it. */
export interface CheckedRow {
  row: number
  lastRow: number
  /** Empty when it names none. */
  reference: string
  problems: readonly CellProblem[]
  /** Null when there are problems. */
  facts: BatchRowFacts | null
  /** Null when there are none. */
  written: BatchRowWritten | null
  /** A shipment that was not booked here carries its reference. */
  isUsedElsewhere: boolean
}

/** The outcome of a submitted row. */
export type RowEnd =
  | { row: number; state: 'submitted'; bookingId: string }
  /** `error`: why, where no rule or answer says it. */
  | { row: number; state: 'skipped'; error?: StationErrorData }
  | { row: number; state: 'failed'; error: StationErrorData }

const retriedSchema = rowSchema.pick({ row: true, outcome: true, answer: true, reference: true })

const waitingSchema = z.object({
  row: z.int(),
  outcome: z.enum(ROW_OUTCOMES),
  answer: z.enum(['skip', 'create']).nullable(),
  reference: z.string().nullable(),
  error: jsonColumn(stationErrorSchema).nullable(),
  booked_as: z.string().nullable(),
  refused: z.int(),
  is_used: z.int(),
})

/** A row that was not submitted yet. */
export interface WaitingRow extends Pick<BatchRow, 'row' | 'outcome' | 'answer' | 'reference' | 'error'> {
  bookedAs: string | null
  /** How many bookings of it the service refused, each before a person fixed the row. */
  refused: number
  isUsedMeanwhile: boolean
}

const bookingColumns = z.object({
  booked_id: z.string().nullable(),
  booking_state: z.enum(BOOKING_STATES).nullable(),
  booking_reference: z.string().nullable(),
  shipment_id: z.string().nullable(),
  tracking_number: z.string().nullable(),
  total: jsonColumn(z.object({ minor: z.int(), currency: z.string() }).nullable()).nullable(),
  by_rule: jsonColumn(ruleNoteSchema).nullable(),
  booking_error: jsonColumn(stationErrorSchema).nullable(),
})

const IN_ORDERS = 'IN_ORDERS'

/** SQL: row `r` was added to Orders. */
const IS_ORDERED = `r.error ->> '$.code' IS '${IN_ORDERS}'`

/** Was the row added to Orders? */
export const isOrdered = ({ error }: Pick<BatchRow, 'error'>): boolean => error?.code === IN_ORDERS

/** A row that was added to Orders has the booking of its order. */
const SELECT_ROWS = `SELECT r.*, b.booking_id AS booked_id, b.state AS booking_state, b.reference AS booking_reference, b.shipment_id,
  b.tracking_number, coalesce(b.summary -> 'charged', b.summary -> 'total') AS total, b.summary -> 'byRule' AS by_rule, b.error AS booking_error,
  CASE r.outcome WHEN 'duplicate' THEN (SELECT min(e.row) FROM batch_row e
    WHERE e.batch_id = r.batch_id AND e.reference = r.reference AND e.row < r.row) END AS same_as
  FROM batch_row r
  LEFT JOIN feed_order o ON ${IS_ORDERED} AND o.reference = coalesce(r.error ->> '$.details.reference', r.reference)
  LEFT JOIN booking b ON b.booking_id = coalesce(r.booking_id, o.booking_id)`

/** Rows that failed, or that the service refused before the run, and that the same data may not fail again. */
const MAY_RETRY = isIn(`error ->> '$.code'`, MAY_END_OTHERWISE)

/** SQL: is one of these problems in this column? */
export const hasErrorIn = (problems: string, column: string): string =>
  `EXISTS (SELECT 1 FROM json_each(${problems}) AS p WHERE p.value ->> '$.column' = ${column})`

/** SQL: booking `b` was made of the batch's row `r`. */
const OF_ROW = 'b.batch_id = r.batch_id AND b.batch_row = r.row'

/** Why a row that became an order is not booked from its batch. @param reference the order's: the row's own, or with a suffix */
export const inOrders = (reference: string): StationErrorData => ({
  code: IN_ORDERS,
  message: 'Added to Orders, and booked from there.',
  retryable: false,
  details: { reference },
})

export type BatchRowStore = ReturnType<typeof batchRowStore>

/**
 * The facts of each row of a batch from its check and its run.
 * @param environment the service in use: a reference of practice is not used for a real one, and the other way round
 */
export function batchRowStore(db: SqliteDatabase, environment: () => string) {
  return {
    /** Forgets an earlier check. */
    clear: (batchId: string): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'DELETE FROM batch_row WHERE batch_id = ?').run(batchId)
      }),

    /**
     * Takes in a window of checked rows. A reference that a booking of this ledger has, or an earlier row of the batch,
     * makes a row a duplicate; a row with problems is an error regardless of its reference.
     */
    add: (batchId: string, rows: readonly CheckedRow[]): Promise<void> =>
      inTransaction(db, () => {
        for (const row of rows) addOne(db, environment(), batchId, row)
      }),

    /** In the order of the file. */
    list: async ({
      batchId,
      outcome,
      state,
      isAnswered,
      bookingStates,
      column,
      after,
      limit,
    }: BatchRowQuery): Promise<BatchRow[]> =>
      statement(
        db,
        `${SELECT_ROWS} WHERE r.batch_id = @batchId AND r.row > @after
         ${outcome ? 'AND r.outcome = @outcome' : ''} ${state ? 'AND r.state = @state' : ''}
         ${isAnswered === undefined ? '' : `AND r.answer IS ${isAnswered ? 'NOT ' : ''}NULL`}
         ${column === undefined ? '' : `AND ${hasErrorIn('r.problems', '@column')}`}
         ${bookingStates ? 'AND b.state IN (SELECT value FROM json_each(@bookingStates))' : ''}
         ORDER BY r.row LIMIT @limit`,
      )
        .all({
          batchId,
          outcome: outcome ?? null,
          state: state ?? null,
          bookingStates: JSON.stringify(bookingStates ?? []),
          column: column ?? null,
          after,
          limit,
        })
        .map(toRow),

    /** The rows of a stretch of the file, with their bookings. */
    results: async (batchId: string, from: number, to: number): Promise<BatchRow[]> =>
      statement(db, `${SELECT_ROWS} WHERE r.batch_id = ? AND r.row BETWEEN ? AND ? ORDER BY r.row`)
        .all(batchId, from, to)
        .map(toRow),

    /**
     * The rows of a stretch that wait, for the run: `bookedAs` is the booking that an interrupted run made of a row and did
     * not note any more, but for one that the service refused; `isUsedMeanwhile`: another booking took the reference since
     * the check.
     */
    waiting: async (batchId: string, from: number, to: number): Promise<WaitingRow[]> =>
      statement(
        db,
        `SELECT r.row, r.outcome, r.answer, r.reference, r.error,
           (SELECT booking_id FROM booking b WHERE ${OF_ROW} AND ${isNotIn('b.state', NEVER_BOOKED)}) AS booked_as,
           (SELECT count(*) FROM booking b WHERE ${OF_ROW} AND ${isIn('b.state', NEVER_BOOKED)}) AS refused,
           EXISTS (SELECT 1 FROM booking b WHERE b.reference = r.reference AND b.batch_id IS NOT r.batch_id
             AND ${isNotIn('b.state', NEVER_BOOKED)} AND (b.environment = '${EMBEDDED}') = ?) AS is_used
         FROM batch_row r WHERE r.batch_id = ? AND r.row BETWEEN ? AND ? AND r.state = 'waiting'`,
      )
        .all(environment() === EMBEDDED ? 1 : 0, batchId, from, to)
        .map((row) => {
          const { booked_as: bookedAs, is_used: isUsed, ...rest } = waitingSchema.parse(row)
          return { ...rest, bookedAs, isUsedMeanwhile: isUsed === 1 && rest.outcome === 'ok' }
        }),

    /** A row whose reference was used since the check is a duplicate from now on. */
    markDuplicate: (batchId: string, row: number): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE batch_row SET outcome = 'duplicate' WHERE batch_id = ? AND row = ? AND outcome = 'ok'`,
        ).run(batchId, row)
      }),

    /** A person's word on duplicates: on these rows, or on all that wait for one. Gives how many took it. */
    answer: (batchId: string, rows: readonly number[] | undefined, answer: 'skip' | 'create'): Promise<number> =>
      inTransaction(db, () => {
        const sql = `UPDATE batch_row SET answer = ? WHERE batch_id = ? AND outcome = 'duplicate' AND state = 'waiting'`
        if (rows === undefined) return statement(db, `${sql} AND answer IS NULL`).run(answer, batchId).changes
        return rows.reduce((sum, row) => sum + statement(db, `${sql} AND row = ?`).run(answer, batchId, row).changes, 0)
      }),

    /** Records the outcome of rows; a row with an outcome keeps it. */
    end: (batchId: string, ends: readonly RowEnd[]): Promise<void> =>
      inTransaction(db, () => {
        for (const end of ends) {
          statement(
            db,
            `UPDATE batch_row SET state = ?, booking_id = ?, error = ?
             WHERE batch_id = ? AND row = ? AND state IN ('waiting', 'failed')`,
          ).run(
            end.state,
            end.state === 'submitted' ? end.bookingId : null,
            end.state === 'submitted' ? null : toJson(end.error ?? null),
            batchId,
            end.row,
          )
        }
      }),

    /** Failed rows that may end otherwise are tried again by the next run; the others need other data. */
    retryFailed: (batchId: string): Promise<number> =>
      inTransaction(db, () => {
        const found = statement(
          db,
          `SELECT row, outcome, answer, reference FROM batch_row WHERE batch_id = ? AND ${MAY_RETRY}`,
        ).all(batchId)
        for (const { row, outcome, answer, reference } of z.array(retriedSchema).parse(found)) {
          // One that was refused before anything was booked is what it was when it was checked.
          const checked = { row, reference: reference ?? '', problems: [], isUsedElsewhere: false }
          const before = answer === null ? outcomeOf(db, environment(), batchId, checked) : 'duplicate'
          statement(
            db,
            `UPDATE batch_row SET state = 'waiting', error = NULL, problems = '[]', outcome = ? WHERE batch_id = ? AND row = ?`,
          ).run(outcome === 'error' ? before : outcome, batchId, row)
        }
        return found.length
      }),

    counts: async (batchId: string) => countRows(db, batchId),

    /** Its rows by outcome, and its bookings by state: read in one turn, so that they add up. */
    sums: async (batchId: string): Promise<Pick<Batch, 'counts' | 'bookings'>> => {
      const found = z.array(z.object({ state: z.enum(BOOKING_STATES), n: z.int() })).parse(
        statement(
          db,
          `SELECT b.state, count(*) AS n FROM batch_row r JOIN booking b USING (booking_id)
               WHERE r.batch_id = ? GROUP BY b.state`,
        ).all(batchId),
      )
      const none = Object.fromEntries(BOOKING_STATES.map((state) => [state, 0])) as Record<BookingState, number>
      const bookings = { ...none, ...Object.fromEntries(found.map(({ state, n }) => [state, n])) }
      return { counts: countRows(db, batchId), bookings }
    },
  }
}

const countSchema = z.object({
  outcome: z.enum(ROW_OUTCOMES),
  state: z.enum(ROW_STATES),
  answer: z.enum(['skip', 'create']).nullable(),
  is_named: z.int(),
  is_ordered: z.int(),
  may_retry: z.int(),
  n: z.int(),
})

/** Notes the booking that a row has become. To be called inside the transaction that makes it: it never counts twice. */
export function noteRowBooked(
  db: SqliteDatabase,
  { batchId, row }: { batchId: string; row: number },
  bookingId: string,
): void {
  statement(
    db,
    `UPDATE batch_row SET state = 'submitted', booking_id = ?, error = NULL
     WHERE batch_id = ? AND row = ? AND state IN ('waiting', 'failed')`,
  ).run(bookingId, batchId, row)
}

/** Counts of a batch's rows by status. To be called inside or outside a transaction. */
export function countRows(db: SqliteDatabase, batchId: string): BatchCounts {
  const groups = statement(
    db,
    `SELECT outcome, state, answer, reference IS NOT NULL AS is_named, coalesce(${MAY_RETRY}, 0) AS may_retry,
       ${IS_ORDERED} AS is_ordered, count(*) AS n
     FROM batch_row r WHERE batch_id = ? GROUP BY outcome, state, answer, is_named, may_retry, is_ordered`,
  )
    .all(batchId)
    .map((row) => countSchema.parse(row))
  const sum = (fits: (group: z.infer<typeof countSchema>) => boolean) =>
    groups.filter(fits).reduce((total, { n }) => total + n, 0)
  return {
    rows: sum(() => true),
    ok: sum(({ outcome }) => outcome === 'ok'),
    errors: sum(({ outcome }) => outcome === 'error'),
    duplicates: sum(({ outcome }) => outcome === 'duplicate'),
    unanswered: sum((group) => group.outcome === 'duplicate' && group.state === 'waiting' && group.answer === null),
    waiting: sum(({ state }) => state === 'waiting'),
    free: sum(
      ({ outcome, state, answer, is_named: isNamed }) =>
        state === 'waiting' && isNamed === 1 && (outcome === 'ok' || (outcome === 'duplicate' && answer === 'create')),
    ),
    submitted: sum(({ state }) => state === 'submitted'),
    ordered: sum(({ state, is_ordered: isOrdered }) => state === 'skipped' && isOrdered === 1),
    skipped: sum(({ state }) => state === 'skipped'),
    failed: sum(({ state }) => state === 'failed'),
    mayRetry: sum((group) => group.may_retry === 1),
  }
}

/** The status of a checked row. To be called inside the transaction that records it. */
export function outcomeOf(
  db: SqliteDatabase,
  environment: string,
  batchId: string,
  { row, reference, problems, isUsedElsewhere }: Omit<CheckedRow, 'lastRow' | 'facts' | 'written'>,
): BatchRow['outcome'] {
  if (problems.length > 0) return 'error'
  const isUsed =
    reference !== '' &&
    (isUsedElsewhere ||
      paidUnder(bookingRows(db), reference, environment) !== null ||
      statement(db, 'SELECT 1 FROM batch_row WHERE batch_id = ? AND reference = ? AND row < ?').get(
        batchId,
        reference,
        row,
      ) !== undefined)
  return isUsed ? 'duplicate' : 'ok'
}

function addOne(db: SqliteDatabase, environment: string, batchId: string, checked: CheckedRow): void {
  const { row, lastRow, reference, problems } = checked
  statement(
    db,
    `INSERT INTO batch_row (batch_id, row, last_row, outcome, state, reference, problems, facts, is_direct, carrier)
     VALUES (?, ?, ?, ?, 'waiting', ?, ?, ?, ?, ?)`,
  ).run(
    batchId,
    row,
    lastRow,
    outcomeOf(db, environment, batchId, checked),
    reference || null,
    JSON.stringify(problems),
    ...factsValues(checked),
  )
}

/** The values of the columns `facts`, `is_direct` and `carrier`. */
export const factsValues = ({
  facts,
  written,
}: Pick<CheckedRow, 'facts' | 'written'>): [string | null, number | null, string | null] =>
  facts === null
    ? [written && JSON.stringify(written), null, null]
    : [JSON.stringify(facts), facts.isDirect ? 1 : 0, facts.carrier]

function toRow(raw: unknown): BatchRow {
  const row = rowSchema.parse(raw)
  const booked = bookingColumns.parse(raw)
  return {
    row: row.row,
    lastRow: row.last_row,
    outcome: row.outcome,
    state: row.state,
    reference: row.reference,
    sameAs: row.same_as,
    problems: row.problems,
    answer: row.answer,
    bookingId: row.booking_id ?? booked.booked_id,
    facts: row.facts && 'freight' in row.facts ? row.facts : null,
    written: row.facts && 'place' in row.facts ? row.facts : null,
    quote: toQuote(row),
    booking: toBooking(booked),
    error: row.error,
  }
}

function toQuote({ quote, minor, currency }: z.infer<typeof rowSchema>): BatchRowQuote | null {
  if (quote === null || minor === null || currency === null) return null
  return { carrier: quote.carrier, total: { minor, currency }, validUntil: quote.validUntil }
}

function toBooking(row: z.infer<typeof bookingColumns>): BatchRowBooking | null {
  if (row.booking_state === null || row.booking_reference === null) return null
  return {
    state: row.booking_state,
    reference: row.booking_reference,
    shipmentId: row.shipment_id,
    trackingNumber: row.tracking_number,
    total: row.total,
    byRule: row.by_rule,
    error: row.booking_error,
  }
}
