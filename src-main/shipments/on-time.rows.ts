import { z } from 'zod'
import type { OnTimeInput, OnTimeReport, OnTimeSums } from '../../src-shared/station/spend/on-time.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { ofWeeks, weeksBetween } from '../kernel/sqlite/week-sums.ts'

/** Shipments that are counted in one transaction: some 20 ms. */
const SLICE = 500

const COUNTS = ['delivered', 'promised', 'onTime', 'timed', 'transitMs'] as const satisfies (keyof OnTimeSums)[]
const SUMS = `coalesce(sum(delivered), 0) AS delivered, coalesce(sum(promised), 0) AS promised,
  coalesce(sum(on_time), 0) AS onTime, coalesce(sum(timed), 0) AS timed, coalesce(sum(transit_ms), 0) AS transitMs`
const OF_RANGE = ofWeeks('on_time_sum').withYears

const sumsSchema = z.object({
  delivered: z.int(),
  promised: z.int(),
  onTime: z.int(),
  timed: z.int(),
  transitMs: z.number(),
})
const rowsSchema = z.array(sumsSchema.extend({ carrier: z.string(), lane: z.string() }))
const backfillSchema = z.object({ done_to: z.int(), until: z.int() })

/** How carriers keep their days, from sums that triggers keep per week: no report reads shipments. */
export function onTimeSums(db: SqliteDatabase) {
  const backfill = () => backfillSchema.parse(statement(db, 'SELECT done_to, until FROM on_time_backfill').get())

  return {
    /** @param range Mondays of the first and of the last week */
    report: async ({ by, from, until, limit }: OnTimeInput): Promise<OnTimeReport> => {
      // Every dimension has the same totals, and carriers are the fewest.
      const total = sumsSchema.parse(
        statement(db, `SELECT ${SUMS} FROM ${OF_RANGE}`).get(weeksBetween('carrier', from, until)),
      )
      const rows = rowsSchema.parse(
        statement(
          db,
          `SELECT carrier, lane, ${SUMS} FROM ${OF_RANGE} GROUP BY carrier, lane
           ORDER BY delivered DESC, carrier, lane LIMIT @limit`,
        ).all({ ...weeksBetween(by, from, until), limit }),
      )
      const rest = { ...total }
      for (const row of rows) for (const key of COUNTS) rest[key] -= row[key]
      const { done_to: doneTo, until: upTo } = backfill()
      return {
        rows: [
          ...rows.map(({ carrier, lane, ...sums }) => ({ name: { carrier, lane }, ...sums })),
          ...(rest.delivered === 0 ? [] : [{ ...rest, name: null }]),
        ],
        total,
        isCounting: doneTo < upTo,
      }
    },

    /** Counts the next shipments of before the sums, in one transaction; false: all are counted. */
    countOlder: async (): Promise<boolean> =>
      inTransaction(db, () => {
        const { done_to: doneTo, until } = backfill()
        if (doneTo >= until) return false
        const range = { after: doneTo, until }
        const last = z
          .int()
          .nullable()
          .parse(
            statement(
              db,
              `SELECT max(place) FROM (
                 SELECT place FROM shipment WHERE place > @after AND place <= @until ORDER BY place LIMIT ${SLICE})`,
            )
              .pluck()
              .get(range),
          )
        const to = last ?? until
        statement(
          db,
          `INSERT INTO on_time_sum
             SELECT dimension, week, carrier, lane, sum(delivered), sum(promised), sum(on_time), sum(timed), sum(transit_ms)
             FROM on_time_of_shipment WHERE place > @after AND place <= @to
             GROUP BY dimension, week, carrier, lane
           ON CONFLICT (dimension, week, carrier, lane) DO UPDATE SET
             delivered = delivered + excluded.delivered, promised = promised + excluded.promised,
             on_time = on_time + excluded.on_time, timed = timed + excluded.timed,
             transit_ms = transit_ms + excluded.transit_ms`,
        ).run({ after: doneTo, to })
        statement(db, 'UPDATE on_time_backfill SET done_to = ?').run(to)
        return true
      }),
  }
}
export type OnTimeSumStore = ReturnType<typeof onTimeSums>
