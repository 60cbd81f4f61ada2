import { z } from 'zod'
import {
  EVENT_TYPES,
  eventLocationSchema,
  EXCEPTION_REASONS,
  FACILITY_TYPES,
  TRACKING_STATUSES,
  type trackingEventsQuerySchema,
} from '../../src-shared/freight/tracking.ts'
import type { SandboxDatabase } from '../database.ts'
import type { PlannedEvent } from '../lifecycle/plan.ts'
import { instantOf, jsonList, where } from '../query.ts'
import { statement } from '../statement.ts'

const rowSchema = z
  .object({
    event_id: z.string(),
    shipment_id: z.string(),
    tracking_number: z.string(),
    at: z.number(),
    status: z.enum(TRACKING_STATUSES),
    event_type: z.enum(EVENT_TYPES),
    description: z.string(),
    location: z.string(),
    facility_type: z.enum(FACILITY_TYPES),
    recipient: z.string().nullable(),
    exception_code: z.literal(Object.keys(EXCEPTION_REASONS)).nullable(),
  })
  .transform((row) => ({
    eventId: row.event_id,
    shipmentId: row.shipment_id,
    trackingNumber: row.tracking_number,
    at: row.at,
    status: row.status,
    eventType: row.event_type,
    description: row.description,
    location: eventLocationSchema.parse(JSON.parse(row.location)),
    facilityType: row.facility_type,
    recipient: row.recipient,
    exceptionCode: row.exception_code,
  }))

const DAY_MS = 24 * 60 * 60 * 1000

/** An event that has happened. */
export type EventRecord = z.output<typeof rowSchema>

const SELECT = `SELECT e.event_id, e.shipment_id, s.tracking_number, e.at, e.status, e.event_type, e.description,
    e.location, e.facility_type, e.recipient, e.exception_code
  FROM tracking_event e JOIN shipment s ON s.shipment_id = e.shipment_id`

/** Writes a shipment's planned life; call it within a transaction. */
export function insertEvents(db: SandboxDatabase, shipmentId: string, lifecycle: readonly PlannedEvent[]): void {
  const insert = statement(
    db,
    `INSERT INTO tracking_event (event_id, shipment_id, at, status, event_type, description, location, facility_type,
       recipient, exception_code, estimated_delivery)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  lifecycle.forEach((event, index) => {
    insert.run(
      `${shipmentId.replace('SHP', 'EVT')}-${String(index + 1).padStart(2, '0')}`,
      shipmentId,
      event.at,
      event.status,
      event.eventType,
      event.description,
      JSON.stringify(event.location),
      event.facilityType,
      event.recipient ?? null,
      event.exceptionCode ?? null,
      event.estimatedDelivery ?? null,
    )
  })
}

/** The events of a shipment so far, newest first. */
export function eventsOf(db: SandboxDatabase, shipmentId: string, now: number): EventRecord[] {
  const rows = statement(db, `${SELECT} WHERE e.shipment_id = ? AND e.at <= ? ORDER BY e.at DESC`).all(shipmentId, now)
  return z.array(rowSchema).parse(rows)
}

/**
 * One page of GET /tracking/events, newest first. `after` is included and `before` is not, so that a caller who asks again
 * from the last event it saw misses none that bears the same time.
 */
export function listEvents(
  db: SandboxDatabase,
  query: z.output<typeof trackingEventsQuerySchema>,
  now: number,
): { rows: EventRecord[]; total: number } {
  // A plus keeps a column from choosing the index: some shipments have far fewer events than a status has.
  const aside = query.shipmentIds || query.trackingNumbers ? '+' : ''
  const { sql, values } = where([
    ['e.at <= ?', now],
    ['e.shipment_id IN (SELECT value FROM json_each(?))', jsonList(query.shipmentIds)],
    [
      `e.shipment_id IN (
         SELECT shipment_id FROM shipment WHERE tracking_number IN (SELECT value FROM json_each(?))
       )`,
      jsonList(query.trackingNumbers),
    ],
    [`${aside}e.status = ?`, query.status],
    [`${aside}e.event_type = ?`, query.eventType],
    ['e.at >= ?', instantOf(query.after)],
    ['e.at < ?', instantOf(query.before)],
  ])
  // The first condition is always there; with no other, days that are over need not be counted again.
  const total =
    values.length === 1
      ? countUntil(db, now)
      : countSchema.parse(statement(db, `SELECT count(*) AS total FROM tracking_event e ${sql}`).get(...values)).total
  const rows = statement(db, `${SELECT} ${sql} ORDER BY e.at DESC, e.event_id DESC LIMIT ? OFFSET ?`).all(
    ...values,
    query.limit,
    (query.page - 1) * query.limit,
  )
  return { rows: z.array(rowSchema).parse(rows), total }
}

const countSchema = z.object({ total: z.number() })

/** How many events there have been up to now. */
function countUntil(db: SandboxDatabase, now: number): number {
  const day = Math.floor(now / DAY_MS)
  return countSchema.parse(
    statement(
      db,
      `SELECT (SELECT coalesce(sum(events), 0) FROM tracking_event_day WHERE day < ?)
         + (SELECT count(*) FROM tracking_event WHERE at BETWEEN ? AND ?) AS total`,
    ).get(day, day * DAY_MS, now),
  ).total
}
