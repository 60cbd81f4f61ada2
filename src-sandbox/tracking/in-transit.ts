import { z } from 'zod'
import type { SandboxDatabase } from '../database.ts'
import { jsonList, where } from '../query.ts'
import { requireShipment, type ShipmentRecord } from '../shipments/store.ts'
import { statement } from '../statement.ts'

/** The statuses between pickup and the end of the way. */
const UNDER_WAY = ['PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'EXCEPTION']

/** One page of GET /tracking: shipments under way, the soonest expected delivery first. */
export function listInTransit(
  db: SandboxDatabase,
  { page, limit, provider }: { page: number; limit: number; provider?: string | undefined },
): { rows: ShipmentRecord[]; total: number } {
  const { sql, values } = where([
    ['status IN (SELECT value FROM json_each(?))', jsonList(UNDER_WAY)],
    ['provider = ?', provider],
  ])
  const total = z
    .object({ total: z.number() })
    .parse(statement(db, `SELECT count(*) AS total FROM shipment ${sql}`).get(...values)).total
  const ids = statement(
    db,
    `SELECT shipment_id AS id FROM shipment ${sql} ORDER BY delivery_at, rowid LIMIT ? OFFSET ?`,
  ).all(...values, limit, (page - 1) * limit)
  const rows = z.array(z.object({ id: z.string() })).parse(ids)
  return { rows: rows.map(({ id }) => requireShipment(db, id)), total }
}
