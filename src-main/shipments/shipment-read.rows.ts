import { z } from 'zod'
import type { Shipment, TrackingEvent } from '../../src-shared/station/tracking/shipment.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { alikeSql, alikeValues, byCodeSql, byCodeValues } from './by-code.rows.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { SELECT_EVENT, SELECT_SHIPMENT, toEvent, toShipmentRow, type ShipmentRow } from './shipment-row.rows.ts'

export function rowOf(db: SqliteDatabase, shipmentId: string): ShipmentRow | null {
  const row = statement(db, `${SELECT_SHIPMENT} WHERE s.shipment_id = ?`).get(shipmentId)
  return row === undefined ? null : toShipmentRow(row)
}

/** A row as the screens know it, with its newest event. */
export function toShipment(db: SqliteDatabase, { shipment, lastEventId }: ShipmentRow): Shipment {
  const event = lastEventId === null ? undefined : statement(db, `${SELECT_EVENT} WHERE event_id = ?`).get(lastEventId)
  return { ...shipment, lastEvent: event === undefined ? null : toEvent(event) }
}

export function shipmentOf(db: SqliteDatabase, shipmentId: string): Shipment | null {
  const row = rowOf(db, shipmentId)
  return row && toShipment(db, row)
}

/** The timeline, newest first. */
export function eventsOf(db: SqliteDatabase, shipmentId: string): TrackingEvent[] {
  return statement(db, `${SELECT_EVENT} WHERE shipment_id = ? ORDER BY at DESC, event_id DESC`)
    .all(shipmentId)
    .map(toEvent)
}

const BY_CODE = byCodeSql('shipment', 'place')

/** Every shipment that carries this code as id, tracking number, PRO or reference, newest first. */
export function shipmentsByCode(db: SqliteDatabase, code: string): Shipment[] {
  return found(db, BY_CODE, byCodeValues(code))
}

const ALIKE = alikeSql('shipment', 'place')

/** Every shipment whose reference differs from this code in dashes, blanks and small letters alone, newest first. */
export function shipmentsAlike(db: SqliteDatabase, code: string): Shipment[] {
  return found(db, ALIKE, alikeValues(code))
}

function found(db: SqliteDatabase, places: string, values: Record<string, string>): Shipment[] {
  return statement(db, `${SELECT_SHIPMENT} WHERE s.place IN (${places}) ORDER BY s.place DESC`)
    .all(values)
    .map((row) => toShipment(db, toShipmentRow(row)))
}

const countRowsSchema = z.array(z.object({ value: z.string(), count: z.int() }))

/** How many shipments there are of each value, kept up to date by triggers. */
export function countsOf(db: SqliteDatabase, kind: 'status' | 'provider' | 'exception'): Record<string, number> {
  const rows = statement(db, 'SELECT value, count FROM shipment_count WHERE kind = ? AND count > 0').all(kind)
  return Object.fromEntries(countRowsSchema.parse(rows).map(({ value, count }) => [value, count]))
}
