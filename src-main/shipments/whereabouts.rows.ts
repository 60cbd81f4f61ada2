import { z } from 'zod'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { OPEN, WATCH_SQL, type WatchTimes } from './watch.rows.ts'

const text = z.string().nullable()
const rowsSchema = z.array(
  z.object({
    place: z.int(),
    shipmentId: z.string(),
    isTroubled: z.int().transform(Boolean),
    city: text,
    state: text,
    country: text,
  }),
)

/**
 * A shipment under way, and where it was last reported to be, or comes from. `place` is its position in the order of
 * the cache.
 */
export type Whereabouts = z.output<typeof rowsSchema>[number]

const reported = (part: string) => `iif(e.city IS NULL, s.origin ->> '$.${part}', e.${part}) AS ${part}`

/** Shipments under way behind this one, newest first. @param before the last one's `place`; null: from the newest on */
export function whereabouts(
  db: SqliteDatabase,
  times: WatchTimes,
  before: number | null,
  limit: number,
): Whereabouts[] {
  return rowsSchema.parse(
    statement(
      db,
      `SELECT s.place, s.shipment_id AS shipmentId, coalesce(s.status = 'EXCEPTION' OR (${WATCH_SQL.late}), 0) AS isTroubled,
         ${['city', 'state', 'country'].map(reported).join(', ')}
       FROM shipment s INDEXED BY shipment_open LEFT JOIN tracking_event e ON e.event_id = s.last_event_id
       WHERE ${OPEN} AND -s.place > @after ORDER BY -s.place LIMIT @limit`,
    ).all({ ...times, after: before === null ? -Number.MAX_SAFE_INTEGER : -before, limit }),
  )
}
