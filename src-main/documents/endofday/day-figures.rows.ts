import { z } from 'zod'
import { OPEN_BOOKINGS } from '../../../src-shared/machine/booking.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { isIn } from '../../kernel/sqlite/is-in.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { IS_OUT, labelsOf } from '../../printing/queue/print-job-sql.rows.ts'

const sumsSchema = z.array(
  z.object({
    carrier: z.string(),
    /** Empty: no price, or no refund. */
    currency: z.string(),
    refundCurrency: z.string(),
    shipments: z.int(),
    canceled: z.int(),
    onHold: z.int(),
    notBooked: z.int(),
    notPrinted: z.int(),
    spend: z.int(),
    refund: z.int(),
  }),
)
export type FigureSums = z.output<typeof sumsSchema>[number]

const IS_BOOKED = `b.state = 'BOOKED'`
const IS_SHIPMENT = `${IS_BOOKED} AND b.cancellation IS NULL`
const IS_ON_HOLD = `b.state = 'QUEUED' AND b.hold_until IS NOT NULL`
const CAME_OUT_HERE = `EXISTS (SELECT 1 FROM print_job j WHERE j.shipment_id = b.shipment_id
  AND ${labelsOf('j')} AND ${IS_OUT})`
const CAME_OUT_ELSEWHERE = `EXISTS (SELECT 1 FROM site_print p WHERE p.shipment_id = b.shipment_id
  AND p.fact ->> '$.outcome' = 'printed')`

export type DayFigureRows = ReturnType<typeof dayFigureRows>

/** What was booked between two moments, at this station and, where it is one of a site, at the others. */
export function dayFigureRows(db: SqliteDatabase) {
  return {
    /** One row a carrier, currency and currency of a refund. */
    between: async (environment: string, start: Date, end: Date): Promise<FigureSums[]> =>
      sumsSchema.parse(
        statement(
          db,
          `SELECT coalesce(b.summary ->> '$.carrierName', '') AS carrier,
             coalesce(b.summary ->> '$.charged.currency', b.summary ->> '$.total.currency', '') AS currency,
             coalesce(b.cancellation ->> '$.refund.currency', '') AS refundCurrency,
             sum(${IS_BOOKED}) AS shipments,
             sum(${IS_BOOKED} AND b.cancellation IS NOT NULL) AS canceled,
             sum(${IS_ON_HOLD}) AS onHold,
             sum(${isIn('b.state', OPEN_BOOKINGS)} AND NOT (${IS_ON_HOLD})) AS notBooked,
             sum(${IS_SHIPMENT} AND NOT ${CAME_OUT_HERE} AND NOT ${CAME_OUT_ELSEWHERE}) AS notPrinted,
             sum(iif(${IS_BOOKED}, coalesce(b.summary ->> '$.charged.minor', b.summary ->> '$.total.minor', 0), 0)) AS spend,
             sum(iif(${IS_BOOKED}, coalesce(b.cancellation ->> '$.refund.minor', 0), 0)) AS refund
           FROM (
             SELECT state, hold_until, shipment_id, cancellation, summary FROM booking
             WHERE environment = @environment AND created_at >= @start AND created_at < @end
             UNION ALL
             SELECT record ->> '$.course.state', record ->> '$.hold.day', shipment_id,
               record ->> '$.course.cancellation', record ->> '$.summary'
             FROM site_booking WHERE environment = @environment
               AND record ->> '$.createdAt' >= @start AND record ->> '$.createdAt' < @end
           ) b GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
        ).all({ environment, start: start.toISOString(), end: end.toISOString() }),
      ),
  }
}
