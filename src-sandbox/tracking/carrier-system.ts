import { z } from 'zod'
import type { SandboxDatabase } from '../database.ts'
import { FreightFailure } from '../http/failure.ts'
import { CARRIERS, MEXICAN_CARRIERS } from '../rating/carriers.ts'
import { findByTrackingNumber, type ShipmentRecord } from '../shipments/store.ts'
import { statement } from '../statement.ts'

/** @throws FreightFailure TRACKING_NOT_FOUND with the number, and the carrier whose code it begins with. */
export function requireTracked(db: SandboxDatabase, trackingNumber: string): ShipmentRecord {
  const record = findByTrackingNumber(db, trackingNumber)
  if (record) return record
  const carrier = [...CARRIERS, ...MEXICAN_CARRIERS].find(({ scac }) => trackingNumber.startsWith(scac))
  throw new FreightFailure('TRACKING_NOT_FOUND', `The tracking number ${trackingNumber} is not known.`, {
    trackingNumber,
    provider: carrier?.name ?? null,
  })
}

/**
 * A carrier knows a shipment from the moment on when it has scheduled the pickup, minutes after the booking.
 * @throws FreightFailure TRACKING_NOT_AVAILABLE with details.reason and details.retryAfter, in seconds.
 */
export function assertCarrierKnows(db: SandboxDatabase, record: ShipmentRecord, now: number): void {
  if (record.status !== 'PENDING') return
  const { next } = z
    .object({ next: z.number().nullable() })
    .parse(statement(db, 'SELECT next_event_at AS next FROM shipment WHERE shipment_id = ?').get(record.shipmentId))
  throw new FreightFailure('TRACKING_NOT_AVAILABLE', `${record.provider} does not have ${record.shipmentId} yet.`, {
    reason: 'NOT_YET_IN_CARRIER_SYSTEM',
    retryAfter: Math.max(1, Math.ceil(((next ?? now) - now) / 1000)),
  })
}
