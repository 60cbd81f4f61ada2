import { z } from 'zod'
import type { ShipmentStats } from '../../src-shared/station/tracking/shipment.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const carrierRowsSchema = z.array(
  z.object({
    provider: z.string().nullable(),
    delivered: z.int(),
    promised: z.int(),
    on_time: z.int(),
    transit_ms: z.number().nullable(),
  }),
)
const exceptionRowsSchema = z.array(z.object({ day: z.string(), code: z.string(), count: z.int() }))

/**
 * How carriers did: deliveries from `from` up to `until` by carrier, most deliveries first, and exceptions reported
 * in that time by day (UTC) and code. Both are read from indexes that hold all they need.
 */
export function shipmentStats(db: SqliteDatabase, from: Date, until: Date): ShipmentStats {
  const range = { from: from.getTime(), until: until.getTime() }
  const carriers = statement(
    db,
    `SELECT provider, count(*) AS delivered, count(is_on_time) AS promised, coalesce(sum(is_on_time), 0) AS on_time,
       avg(delivered_at - departed_at) AS transit_ms
     FROM shipment WHERE delivered_at IS NOT NULL AND delivered_at >= @from AND delivered_at < @until
     GROUP BY provider ORDER BY delivered DESC, provider`,
  ).all(range)
  const exceptions = statement(
    db,
    `SELECT date(at / 1000, 'unixepoch') AS day, exception_code AS code, count(*) AS count FROM tracking_event
     WHERE exception_code IS NOT NULL AND at >= @from AND at < @until GROUP BY day, code ORDER BY day, code`,
  ).all(range)
  return {
    carriers: carrierRowsSchema.parse(carriers).map((row) => ({
      provider: row.provider,
      delivered: row.delivered,
      promised: row.promised,
      onTime: row.on_time,
      onTimeShare: row.promised === 0 ? null : row.on_time / row.promised,
      averageTransitDays: row.transit_ms === null ? null : row.transit_ms / DAY_MS,
    })),
    exceptions: exceptionRowsSchema.parse(exceptions),
  }
}
