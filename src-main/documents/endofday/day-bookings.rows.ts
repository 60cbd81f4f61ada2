import { z } from 'zod'
import { PRINT_JOB_STATES, type PrintJobState } from '../../../src-shared/station/printing/printing.ts'
import type { UnbookedOrders } from '../../../src-shared/station/documents/endofday.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { IS_OPEN } from '../../booking/changes/change-row.ts'
import { IS_LABEL } from '../../printing/queue/print-job-sql.rows.ts'
import { IS_NOT_CALLED_OFF, SELECT_BOOKING, toBooking, type LedgerBooking } from '../../booking/booking-row.rows.ts'
import { isOnManifest } from './on-manifest.rows.ts'

/** More than a station books on a day; what is on a manifest does not count. */
const MOST_BOOKINGS = 4_000
/** So many orders are named. */
const FIRST_ORDERS = 5

/** A day's bookings: picked up between two days, or made between two moments. */
export interface DaySpan {
  fromDay: string
  day: string
  start: Date
  end: Date
}

export interface LabelJob {
  jobId: string
  state: PrintJobState
  nextTryAt: string | null
}

const jobSchema = z.object({
  shipment_id: z.string(),
  job_id: z.string(),
  state: z.enum(PRINT_JOB_STATES),
  next_try_at: z.string().nullable(),
})

const ordersSchema = z.object({ count: z.int(), held: z.int() })

const nextSchema = z.object({ day: z.string(), bookings: z.int() }).nullable()

export type DayBookings = ReturnType<typeof dayBookings>

/** The bookings and label print jobs that a day's closing reads. */
export function dayBookings(db: SqliteDatabase) {
  return {
    /**
     * What is on no manifest, in the order it was made; without canceled ones. Of more than 4,000 the day's own and the
     * newest: earlier freight that was never put on a manifest must not hide them.
     */
    of: async (environment: string, { fromDay, day, start, end }: DaySpan): Promise<LedgerBooking[]> =>
      statement(
        db,
        `${SELECT_BOOKING} WHERE b.seq IN (
           SELECT b.seq FROM booking b WHERE b.seq IN (
             SELECT seq FROM booking WHERE environment = @environment AND summary ->> 'pickupDate' BETWEEN @fromDay AND @day
             UNION SELECT seq FROM booking WHERE environment = @environment AND created_at >= @start AND created_at < @end
               AND summary ->> 'pickupDate' <= @day
           ) AND ${IS_NOT_CALLED_OFF} AND NOT ${isOnManifest('b.environment', 'b.shipment_id')}
           ORDER BY b.summary ->> 'pickupDate' = @day DESC, b.seq DESC LIMIT @limit
         ) ORDER BY b.seq`,
      )
        .all({
          environment,
          fromDay,
          day,
          start: start.toISOString(),
          end: end.toISOString(),
          limit: MOST_BOOKINGS,
        })
        .map(toBooking),

    /** Orders with pickup between two days that are not booked. */
    orders: async ({ fromDay, day }: Pick<DaySpan, 'fromDay' | 'day'>): Promise<UnbookedOrders> => {
      const span = `FROM feed_order WHERE state = 'open' AND pickup_date BETWEEN @fromDay AND @day`
      const sums = statement(db, `SELECT count(*) AS count, count(hold_reason) AS held ${span}`).get({ fromDay, day })
      const first = statement(db, `SELECT reference ${span} ORDER BY pickup_date, seq LIMIT ${FIRST_ORDERS}`)
      return { ...ordersSchema.parse(sums), first: z.array(z.string()).parse(first.pluck().all({ fromDay, day })) }
    },

    /** The first day after this one with a booking that was not rejected, and how many are booked; null: there is none. */
    next: async (environment: string, day: string): Promise<{ day: string; bookings: number } | null> =>
      nextSchema.parse(
        statement(
          db,
          `SELECT summary ->> 'pickupDate' AS day, count(*) FILTER (WHERE b.state = 'BOOKED') AS bookings FROM booking b
           WHERE environment = @environment AND summary ->> 'pickupDate' > @day AND ${IS_NOT_CALLED_OFF}
             AND b.state <> 'REJECTED'
           GROUP BY 1 ORDER BY 1 LIMIT 1`,
        ).get({ environment, day }) ?? null,
      ),

    /** Which of these have a cancellation that is not at its end, be it waiting, sent, or with an unknown outcome. */
    beingCanceled: async (bookingIds: readonly string[]): Promise<Set<string>> =>
      new Set(
        z.array(z.string()).parse(
          statement(
            db,
            `SELECT c.booking_id FROM shipment_change c
             WHERE c.booking_id IN (SELECT value FROM json_each(?)) AND c.change ->> 'kind' = 'cancel' AND ${IS_OPEN}`,
          )
            .pluck()
            .all(JSON.stringify(bookingIds)),
        ),
      ),

    /** The print jobs of these shipments' labels, oldest first. */
    labelJobs: async (shipmentIds: readonly string[]): Promise<Map<string, LabelJob[]>> => {
      const found = new Map<string, LabelJob[]>()
      const rows = statement(
        db,
        `SELECT shipment_id, job_id, state, next_try_at FROM print_job
         WHERE shipment_id IN (SELECT value FROM json_each(?)) AND ${IS_LABEL} ORDER BY seq`,
      ).all(JSON.stringify(shipmentIds))
      for (const row of rows) {
        const { shipment_id, job_id, state, next_try_at } = jobSchema.parse(row)
        const job = { jobId: job_id, state, nextTryAt: next_try_at }
        found.set(shipment_id, [...(found.get(shipment_id) ?? []), job])
      }
      return found
    },
  }
}
