import { z } from 'zod'
import type { ShipmentPage } from '../../../src-shared/station/shipment.ts'
import type { SqliteDatabase } from '../database.ts'
import { statement } from '../statement.ts'
import { SELECT_SHIPMENT, toShipment } from './shipment-row.ts'

export interface ShipmentQuery {
  text: string
  status?: string | undefined
  page: number
  limit: number
}

/** One page of what matches, newest first, and the counts of every status over everything. */
export function searchShipments(db: SqliteDatabase, query: ShipmentQuery): Omit<ShipmentPage, 'updatedAt'> {
  const words = ftsQuery(query.text)
  const conditions = [
    ...(words ? ['s.rowid IN (SELECT rowid FROM shipment_text WHERE shipment_text MATCH @words)'] : []),
    ...(query.status ? ['s.status = @status'] : []),
  ]
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
  const values = { words, status: query.status ?? null, limit: query.limit, offset: (query.page - 1) * query.limit }
  const rows = statement(
    db,
    `${SELECT_SHIPMENT} ${where} ORDER BY s.created_at DESC, s.shipment_id DESC LIMIT @limit OFFSET @offset`,
  ).all(values)
  const total = statement(db, `SELECT count(*) FROM shipment s ${where}`).pluck().get(values)
  const counts = statement(db, 'SELECT status, count(*) AS count FROM shipment GROUP BY status').all()
  return {
    rows: rows.map(toShipment),
    total: z.int().parse(total),
    counts: Object.fromEntries(
      z
        .array(z.object({ status: z.string(), count: z.int() }))
        .parse(counts)
        .map(({ status, count }) => [status, count]),
    ),
  }
}

/** Each word typed must start a word of the shipment; a word with signs inside (PO-482) is matched as a phrase. */
function ftsQuery(typed: string): string {
  return typed
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => `"${word.replaceAll('"', '')}"*`)
    .join(' ')
}
