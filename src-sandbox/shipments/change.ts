import type { ShipmentCancel, ShipmentUpdate } from '../../src-shared/freight/shipment-change.ts'
import { refund } from '../account/account.ts'
import { timestamp } from '../clock.ts'
import type { SandboxDatabase } from '../database.ts'
import { FreightFailure } from '../http/failure.ts'
import { statement } from '../statement.ts'
import { announceCancellation } from '../webhooks/shipment-events.ts'
import { findCancellation, insertCancellation, type Cancellation } from './cancellation.ts'
import { requireShipment, type ShipmentRecord } from './store.ts'

/**
 * Writes new words into a shipment that has not been picked up; absent fields stay, also within the
 * consignee.
 * @throws FreightFailure SHIPMENT_NOT_FOUND, SHIPMENT_IMMUTABLE.
 */
export function updateShipment(
  db: SandboxDatabase,
  shipmentId: string,
  { reference, instructions, consigneeInfo }: ShipmentUpdate,
  now: number,
): ShipmentRecord {
  return db
    .transaction(() => {
      const record = requireChangeable(db, shipmentId)
      const consignee = { ...record.consignee, ...consigneeInfo }
      statement(
        db,
        `UPDATE shipment SET reference = coalesce(?, reference), instructions = coalesce(?, instructions), consignee = ?,
           updated_at = ? WHERE shipment_id = ?`,
      ).run(reference ?? null, instructions ?? null, JSON.stringify(consignee), now, shipmentId)
      return requireShipment(db, shipmentId)
    })
    .immediate()
}

/**
 * Cancels a shipment that has not been picked up: nothing more happens to it, and its price is paid back when that
 * was requested. A repeated cancellation gives the answer of the first.
 * @throws FreightFailure SHIPMENT_NOT_FOUND, SHIPMENT_IMMUTABLE.
 */
export function cancelShipment(
  db: SandboxDatabase,
  shipmentId: string,
  { reason, refundRequested = false }: ShipmentCancel,
  now: number,
): Cancellation {
  return db
    .transaction(() => {
      const earlier = findCancellation(db, shipmentId)
      if (earlier) return earlier
      const record = requireChangeable(db, shipmentId)
      statement(db, 'DELETE FROM tracking_event WHERE shipment_id = ? AND at > ?').run(shipmentId, now)
      statement(
        db,
        `UPDATE shipment SET status = 'CANCELLED', updated_at = ?, next_event_at = NULL WHERE shipment_id = ?`,
      ).run(now, shipmentId)
      insertCancellation(db, shipmentId, reason, now)
      if (refundRequested) refund(db, shipmentId, record.totalCents, now)
      announceCancellation(db, record, reason, now)
      const cancellation = findCancellation(db, shipmentId)
      if (!cancellation) throw new Error(`the cancellation of ${shipmentId} was not kept`)
      return cancellation
    })
    .immediate()
}

function requireChangeable(db: SandboxDatabase, shipmentId: string): ShipmentRecord {
  const record = requireShipment(db, shipmentId)
  const { status, actualPickup } = record
  if (status !== 'CANCELLED' && actualPickup === null) return record
  throw new FreightFailure(
    'SHIPMENT_IMMUTABLE',
    status === 'CANCELLED' ? `${shipmentId} has been canceled.` : `${shipmentId} has been picked up already.`,
    { status, pickedUpAt: actualPickup === null ? null : timestamp(actualPickup) },
  )
}
