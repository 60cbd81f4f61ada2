import { z } from 'zod'
import type { SpendReport, SpendReportInput, SpendSums } from '../../src-shared/station/spend/spend.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { ofWeeks, weeksBetween } from '../kernel/sqlite/week-sums.ts'

/** Bookings that are counted in one transaction: some 50 ms. */
const SLICE = 500

/** Amounts are of every booking, so the count is as well: the kept sums count those that were canceled apart. */
const SUMS = `sum(bookings) + sum(cancelled) AS bookings, sum(cancelled) AS cancelled, sum(quoted) AS quoted, sum(charged) AS charged,
  sum(billed) AS billed, sum(disputed) AS disputed, sum(unquoted) AS unquoted, sum(refund_due) AS refundDue,
  sum(refund_received) AS refundReceived`
const OF_RANGE = ofWeeks('spend_sum', 'environment = @environment AND ')
const sumsShape = {
  currency: z.string(),
  bookings: z.int(),
  cancelled: z.int(),
  quoted: z.int(),
  charged: z.int(),
  billed: z.int(),
  disputed: z.int(),
  unquoted: z.int(),
  refundDue: z.int(),
  refundReceived: z.int(),
}
const totalsSchema = z.array(z.object(sumsShape))
const rowsSchema = z.array(z.object({ ...sumsShape, name: z.string() }))
const backfillSchema = z.object({ done_to: z.int(), until: z.int() })

const AMOUNTS = ['quoted', 'charged', 'billed', 'disputed', 'unquoted', 'refundDue', 'refundReceived'] as const
const COUNTS = ['bookings', 'cancelled'] as const

/** The sums of one currency without those of rows that are named; null: nothing is left. */
function restOf(total: SpendSums, named: readonly SpendSums[]): SpendSums | null {
  const rest = { ...total }
  for (const row of named) {
    if (row.currency !== total.currency) continue
    for (const key of [...AMOUNTS, ...COUNTS]) rest[key] -= row[key]
  }
  return [...AMOUNTS, ...COUNTS].some((key) => rest[key] !== 0) ? rest : null
}

/** Spend, from sums that triggers keep per week: no report reads bookings. */
export function spendSums(db: SqliteDatabase) {
  const backfill = () => backfillSchema.parse(statement(db, 'SELECT done_to, until FROM spend_backfill').get())

  return {
    /** @param range Mondays of the first and of the last week */
    report: async (environment: string, { by, from, until, limit }: SpendReportInput): Promise<SpendReport> => {
      const of = (dimension: string) => ({ environment, ...weeksBetween(dimension, from, until) })
      // Every dimension has the same totals, and carriers are the fewest.
      const totals = totalsSchema.parse(
        statement(
          db,
          `SELECT currency, ${SUMS} FROM ${OF_RANGE.withYears} GROUP BY currency ORDER BY charged DESC, currency`,
        ).all(of('carrier')),
      )
      const rows = rowsSchema.parse(
        by === 'week'
          ? statement(
              db,
              `SELECT week AS name, currency, ${SUMS} FROM ${OF_RANGE.weeks} GROUP BY week, currency ORDER BY week DESC, currency LIMIT @limit`,
            ).all({ ...of('carrier'), limit })
          : statement(
              db,
              `SELECT name, currency, ${SUMS} FROM ${OF_RANGE.withYears} GROUP BY name, currency ORDER BY charged DESC, name, currency LIMIT @limit`,
            ).all({ ...of(by), limit }),
      )
      const others = totals.flatMap((total) => restOf(total, rows) ?? [])
      const { done_to: doneTo, until: upTo } = backfill()
      return {
        rows: [...rows, ...others.map((rest) => ({ ...rest, name: null }))],
        totals,
        toCount: Math.max(0, upTo - doneTo),
      }
    },

    /** Counts the next older bookings, in one transaction; false: all are counted. */
    countOlder: async (): Promise<boolean> =>
      inTransaction(db, () => {
        const { done_to: doneTo, until } = backfill()
        if (doneTo >= until) return false
        const range = { after: doneTo, to: Math.min(doneTo + SLICE, until) }
        for (const view of ['spend_of_booking', 'spend_of_line'] as const) {
          statement(
            db,
            `INSERT INTO spend_sum
               SELECT environment, dimension, week, name, currency, sum(bookings), sum(cancelled), sum(quoted), sum(charged),
                 sum(billed), sum(disputed), sum(unquoted), sum(refund_due), sum(refund_received)
               FROM ${view} WHERE booking_seq > @after AND booking_seq <= @to
               GROUP BY environment, dimension, week, name, currency
             ON CONFLICT (environment, dimension, week, name, currency) DO UPDATE SET
               bookings = bookings + excluded.bookings, cancelled = cancelled + excluded.cancelled,
               quoted = quoted + excluded.quoted, charged = charged + excluded.charged, billed = billed + excluded.billed,
               disputed = disputed + excluded.disputed, unquoted = unquoted + excluded.unquoted,
               refund_due = refund_due + excluded.refund_due, refund_received = refund_received + excluded.refund_received`,
          ).run(range)
        }
        statement(db, 'UPDATE spend_backfill SET done_to = ?').run(range.to)
        return true
      }),
  }
}
export type SpendSumStore = ReturnType<typeof spendSums>
