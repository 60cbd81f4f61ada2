import type { SqliteDatabase } from '../../src-main/kernel/sqlite/database.ts'

/** Rows of a table. */
export type Rows = Record<string, unknown>[]

interface Column {
  name: string
  type: string
  notnull: number
  pk: number
}

/** What a column may hold where its type alone does not say it, one value a row. */
const HELD: Record<string, readonly unknown[]> = {
  'booking.state': ['NEEDS_DECISION', 'QUEUED', 'BOOKED'],
  'booking.question': ['{"kind":"not-found","checks":8}', null, null],
  'booking.due_at': [null, '2026-11-20T11:00:00.000Z', null],
  'booking.request': ['{"quoteId":"QTE-1"}', '{"quoteId":"QTE-2"}', '{}'],
  'booking.summary': ['{"pickupDate":"2026-11-23"}', '{"pickupDate":"2026-11-24"}', '{}'],
  'booking.kind': ['quote', 'direct', 'load'],
  'consignee_mail.state': ['SENT', 'DUE', 'REFUSED'],
  'shipment_change.state': ['QUEUED', 'DONE', 'REJECTED'],
  'print_job.state': ['PRINTED', 'SENT', 'PRINTED'],
  'print_job.confirmed_by': ['printer', null, 'operator'],
  'feed_order.state': ['open', 'booked', 'dismissed'],
  'order_file.state': ['done', 'failed', 'repeated'],
  'invoice_line.state': ['unmatched', 'differs', 'disputed'],
  'audit.subject_kind': ['ledger', 'booking', 'booking'],
  'audit.subject_id': ['ledger', 'bkg_1', 'bkg_2'],
  'audit.action': ['restored', 'submitted', 'submitted'],
  'set_aside.kind': ['shipment', 'event', 'detail'],
  'source.created_filter': ['day', 'time', 'none'],
  'batch.state': ['CHECKED', 'RUNNING', 'DONE'],
  'approval.state': ['asked', 'approved', 'used'],
  'batch_row.outcome': ['ok', 'error', 'duplicate'],
  'batch_row.state': ['waiting', 'submitted', 'failed'],
  'batch_row.answer': ['skip', null, 'create'],
  'address.is_default_shipper': [1, 0, 0],
  'draft.form': ['track', 'document-source', 'quote'],
  'draft.key': ['columns', 'DOC-1', 'new'],
  'shipment_attention.kind': ['acknowledged', 'snoozed', 'snoozed'],
  'given_out.kind': ['manifest', 'reference', 'reference'],
  'source.id': [1],
  'badge_tries.id': [1],
  'news_source.one': [1],
  'site_link.one': [1],
  'site_booking.record': ['{"summary":{"pickupDate":"2026-11-23"}}', '{}', '{}'],
  'shipment.has_detail': [1, 0, 1],
  'shipment.created_at': ['2026-11-19T09:00:00.000Z', '2026-11-19T10:00:00.000Z', null],
  'shipment.first_seen_at': ['2026-11-19T09:30:00.000Z', '2026-11-19T10:30:00.000Z', '2026-11-19T11:00:00.000Z'],
  'shipment.last_event_at': ['2026-11-20T12:00:00.500Z', null, null],
  'shipment.estimated_delivery': ['2026-11-22T17:00:00-06:00', null, null],
  'shipment.actual_pickup': ['2026-11-20T08:00:00-06:00', null, null],
  'shipment.actual_delivery': ['2026-11-22T11:00:00-06:00', null, null],
  'tracking_event.at': ['2026-11-20T12:00:00.500Z', '2026-11-20T13:00:00.000Z', '2026-11-20T14:00:00.000Z'],
  'tracking_event.body': [
    '{"timestamp":"2026-11-20T06:00:00.500-06:00","status":"IN_TRANSIT","city":"Laredo","exceptionCode":"003"}',
    '{"timestamp":"2026-11-20T07:00:00-06:00","status":"DELIVERED","recipient":"M. Ortiz"}',
    '{"timestamp":"2026-11-20T08:00:00-06:00","status":"PENDING"}',
  ],
  'quote.of_batch': [0, 1, 0],
  'quote.body': ['{"rates":[{"carrierName":"Northline"}]}', '{"rates":[]}', '{}'],
}
const ROWS = 3

/** Names of the tables that hold rows of their own, a table before those that refer to it. */
function tablesOf(db: SqliteDatabase): string[] {
  return db
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
         ORDER BY (SELECT count(*) FROM pragma_foreign_key_list(pragma_table_list.name)), name`,
    )
    .pluck()
    .all() as string[]
}

/** Writes rows into every table that has none: the first with every column filled, the second with as few as may be. */
export function fillEmpty(db: SqliteDatabase): void {
  for (const table of tablesOf(db)) {
    if (db.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get() !== undefined) continue
    const columns = db.pragma(`table_info("${table}")`) as Column[]
    const parents = new Map(
      (db.pragma(`foreign_key_list("${table}")`) as { from: string; table: string; to: string }[]).map((key) => [
        key.from,
        db.prepare(`SELECT "${key.to}" FROM "${key.table}"`).pluck().all(),
      ]),
    )
    const insert = db.prepare(`INSERT INTO "${table}" VALUES (${columns.map(() => '?').join(', ')})`)
    const rows = (HELD[`${table}.id`] ?? HELD[`${table}.one`])?.length ?? ROWS
    for (let row = 0; row < rows; row += 1) {
      insert.run(
        columns.map((column) => {
          const parent = parents.get(column.name)
          return parent === undefined ? valueOf(table, column, row) : parent[row]
        }),
      )
    }
  }
}

function valueOf(table: string, { name, type, notnull, pk }: Column, row: number): unknown {
  const held = HELD[`${table}.${name}`]
  if (held !== undefined) return held[row]
  if (row === 1 && notnull === 0 && pk === 0) return null
  switch (type) {
    case 'TEXT':
      return `${table}.${name}.${row}`
    case 'INTEGER':
      return row + 1
    case 'REAL':
      return row + 1.5
    case 'BLOB':
      return Buffer.from([row, 0, 255])
    default:
      throw new Error(`${table}.${name} is of the type ${type}, which no rule here fills`)
  }
}

/** Every row of every table. */
export function everything(db: SqliteDatabase): Map<string, Rows> {
  return new Map(tablesOf(db).map((table) => [table, db.prepare(`SELECT * FROM "${table}"`).all() as Rows]))
}
