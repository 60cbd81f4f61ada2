import type { SandboxDatabase } from '../database.ts'
import { statement } from '../statement.ts'
import { announceComingEvents } from '../webhooks/shipment-events.ts'

/**
 * Brings every shipment whose next event has come up to the service's now: status, actual and expected times. Events
 * never change; a query for them asks for those at or before now.
 *
 * The index is named because the planner otherwise takes the one by status, and reads every delivery there ever was for
 * each shipment.
 */
export function advanceShipments(db: SandboxDatabase, now: number): void {
  if (!statement(db, 'SELECT 1 FROM shipment WHERE next_event_at <= ? LIMIT 1').get(now)) return
  db.transaction(() => {
    announceComingEvents(db, now)
    bringUpToDate(db, now)
  }).immediate()
}

function bringUpToDate(db: SandboxDatabase, now: number): void {
  statement(
    db,
    `UPDATE shipment SET
       (status, updated_at) = (
         SELECT iif(e.status = 'LABEL_CREATED', 'PENDING', e.status), max(e.at, shipment.updated_at)
         FROM tracking_event e INDEXED BY tracking_event_shipment
         WHERE e.shipment_id = shipment.shipment_id AND e.at <= @now
         ORDER BY e.at DESC LIMIT 1
       ),
       estimated_delivery = coalesce((
         SELECT e.estimated_delivery FROM tracking_event e INDEXED BY tracking_event_shipment
         WHERE e.shipment_id = shipment.shipment_id AND e.at <= @now AND e.estimated_delivery IS NOT NULL
         ORDER BY e.at DESC LIMIT 1
       ), estimated_delivery),
       actual_pickup = (
         SELECT e.at FROM tracking_event e INDEXED BY tracking_event_shipment
         WHERE e.shipment_id = shipment.shipment_id AND e.at <= @now AND e.status = 'PICKED_UP'
       ),
       actual_delivery = (
         SELECT e.at FROM tracking_event e INDEXED BY tracking_event_shipment
         WHERE e.shipment_id = shipment.shipment_id AND e.at <= @now AND e.status = 'DELIVERED'
       ),
       next_event_at = (
         SELECT min(e.at) FROM tracking_event e INDEXED BY tracking_event_shipment
         WHERE e.shipment_id = shipment.shipment_id AND e.at > @now
       )
     WHERE next_event_at <= @now`,
  ).run({ now })
}
