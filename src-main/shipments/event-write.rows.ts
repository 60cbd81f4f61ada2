import { z } from 'zod'
import { eventMovesStatus, isNewer } from '../../src-shared/machine/shipment.ts'
import type { TrackingEvent } from '../../src-shared/station/tracking/shipment.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { blanksOnWrite, kept } from '../data/forget/on-write.ts'
import { statement } from '../kernel/sqlite/statement.ts'

/** What of an event decides on its shipment's row. */
export interface EventKey {
  eventId: string
  /** Milliseconds since 1970. */
  at: number
  /** As a shipment status. */
  status: string
  exceptionCode: string | null
}

/** A scanner whose clock is ahead by more than this is not believed. */
const MOST_AHEAD_MS = 24 * 60 * 60 * 1000

/**
 * Writes events that are not known yet (by eventId) and gives the new ones by shipment. One dated years ahead takes
 * its place a day from now, so that it sorts above earlier events and not above all later ones.
 */
export function insertNewEvents(
  db: SqliteDatabase,
  events: readonly TrackingEvent[],
  now?: Date,
): Map<string, EventKey[]> {
  const insert = statement(
    db,
    `INSERT INTO tracking_event (event_id, shipment_id, at, timestamp, status, event_type, description, city, state, country,
       facility_type, recipient, exception_code, exception_reason)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  const isBlanking = blanksOnWrite(db)
  const madeOf = statement(db, 'SELECT created_at FROM shipment WHERE shipment_id = ?').pluck()
  const added = new Map<string, EventKey[]>()
  for (const event of events) {
    const { eventId, shipmentId, exceptionCode } = event
    const madeAt = isBlanking ? (z.string().nullish().parse(madeOf.get(shipmentId)) ?? null) : null
    const at = Math.min(Date.parse(event.timestamp), (now?.getTime() ?? Infinity) + MOST_AHEAD_MS)
    const { changes } = insert.run(
      eventId,
      shipmentId,
      at,
      event.timestamp,
      event.status,
      event.eventType,
      kept(db, event.description, madeAt),
      event.city,
      event.state,
      event.country,
      event.facilityType,
      kept(db, event.recipient, madeAt),
      exceptionCode,
      kept(db, event.exceptionReason, madeAt),
    )
    if (changes === 0) continue
    const key = { eventId, at, status: shipmentStatus(event.status), exceptionCode }
    const known = added.get(shipmentId)
    if (known) known.push(key)
    else added.set(shipmentId, [key])
  }
  return added
}

/** The events that are known of a shipment already. */
export function eventKeysOf(db: SqliteDatabase, shipmentId: string): EventKey[] {
  const rows = statement(
    db,
    'SELECT event_id, at, status, exception_code FROM tracking_event WHERE shipment_id = ?',
  ).all(shipmentId)
  return keyRowsSchema.parse(rows).map((row) => ({
    eventId: row.event_id,
    at: row.at,
    status: shipmentStatus(row.status),
    exceptionCode: row.exception_code,
  }))
}

const keyRowsSchema = z.array(
  z.object({ event_id: z.string(), at: z.int(), status: z.string(), exception_code: z.string().nullable() }),
)

const statusSchema = z.object({
  place: z.int(),
  status: z.string(),
  status_at: z.int().nullable(),
  status_event_id: z.string().nullable(),
  exception_code: z.string().nullable(),
  last_event_id: z.string().nullable(),
  last_event_at: z.int().nullable(),
  heard_at: z.int(),
})

/**
 * Moves a shipment by events that are new here. The newest by its own time is its last event; the furthest gives the
 * status (see `eventMovesStatus`). A late one only joins the timeline. Nothing happens while the shipment is not known.
 */
export function applyEvents(db: SqliteDatabase, shipmentId: string, events: readonly EventKey[]): void {
  if (events.length === 0) return
  const row: unknown = statement(
    db,
    `SELECT place, status, status_at, status_event_id, exception_code, last_event_id, last_event_at, heard_at
     FROM shipment WHERE shipment_id = ?`,
  ).get(shipmentId)
  if (row === undefined) return
  const before = statusSchema.parse(row)
  let status = { status: before.status, at: before.status_at, eventId: before.status_event_id }
  let last = { at: before.last_event_at, eventId: before.last_event_id }
  let exceptionCode = before.exception_code
  for (const event of events) {
    if (isNewer(event, last)) last = event
    if (!eventMovesStatus(status, event)) continue
    status = event
    exceptionCode = event.status === 'EXCEPTION' ? event.exceptionCode : null
  }
  if (last.eventId === before.last_event_id && status.eventId === before.status_event_id) return
  statement(
    db,
    `UPDATE shipment SET status_at = ?, status_event_id = ?, last_event_id = ?, last_event_at = ?, heard_at = ?
     WHERE place = ?`,
  ).run(status.at, status.eventId, last.eventId, last.at, Math.max(before.heard_at, last.at ?? 0), before.place)
  // Apart, because most indexes hang on the status, and naming it writes them all again.
  if (status.status === before.status && exceptionCode === before.exception_code) return
  statement(db, 'UPDATE shipment SET status = ?, exception_code = ? WHERE place = ?').run(
    status.status,
    exceptionCode,
    before.place,
  )
}

/** A tracking status as a shipment status: LABEL_CREATED is a shipment that is PENDING, the other words are the same. */
function shipmentStatus(trackingStatus: string): string {
  return trackingStatus === 'LABEL_CREATED' ? 'PENDING' : trackingStatus
}
