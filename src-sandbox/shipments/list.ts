import { z } from 'zod'
import { SHIPMENT_STATUSES, type shipmentQuerySchema } from '../../src-shared/freight/shipment.ts'
import type { SandboxDatabase } from '../database.ts'
import { instantOf, where } from '../query.ts'
import { statement } from '../statement.ts'

const summaryRowSchema = z
  .object({
    shipment_id: z.string(),
    tracking_number: z.string(),
    status: z.enum(SHIPMENT_STATUSES),
    provider: z.string(),
    service: z.string(),
    total_cents: z.number(),
    currency: z.string(),
    estimated_delivery: z.number(),
    actual_delivery: z.number().nullable(),
    created_at: z.number(),
  })
  .transform((row) => ({
    shipmentId: row.shipment_id,
    trackingNumber: row.tracking_number,
    status: row.status,
    provider: row.provider,
    service: row.service,
    totalCents: row.total_cents,
    currency: row.currency,
    estimatedDelivery: row.estimated_delivery,
    actualDelivery: row.actual_delivery,
    createdAt: row.created_at,
  }))

/** The fields of a shipment in the list. */
export type ShipmentSummaryRecord = z.output<typeof summaryRowSchema>

const SORT_COLUMNS = { createdAt: 'created_at', totalCost: 'total_cents', deliveryDate: 'delivery_at' } as const

/**
 * One page of GET /shipments. `createdAfter` is included and `createdBefore` is not, so that ranges that touch neither
 * overlap nor leave a gap; a bare day is its first instant in UTC. Equal sort values keep the order of booking.
 */
export function listShipments(
  db: SandboxDatabase,
  query: z.output<typeof shipmentQuerySchema>,
): { rows: ShipmentSummaryRecord[]; total: number } {
  const { sql, values } = where([
    ['status = ?', query.status],
    ['provider = ?', query.provider],
    ['tracking_number = ?', query.trackingNumber],
    ['reference = ?', query.reference],
    ['created_at >= ?', instantOf(query.createdAfter)],
    ['created_at < ?', instantOf(query.createdBefore)],
  ])
  const total = z
    .object({ total: z.number() })
    .parse(statement(db, `SELECT count(*) AS total FROM shipment ${sql}`).get(...values)).total
  const column = SORT_COLUMNS[query.sort]
  const rows = statement(
    db,
    `SELECT shipment_id, tracking_number, status, provider, service, total_cents, currency, estimated_delivery,
         actual_delivery, created_at
       FROM shipment ${sql} ORDER BY ${column} ${query.order}, rowid ${query.order} LIMIT ? OFFSET ?`,
  ).all(...values, query.limit, (query.page - 1) * query.limit)
  return { rows: z.array(summaryRowSchema).parse(rows), total }
}
