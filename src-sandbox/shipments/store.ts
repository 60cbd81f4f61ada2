import { z } from 'zod'
import { addressSchema, partySchema } from '../../src-shared/freight/address.ts'
import { cargoSchema } from '../../src-shared/freight/cargo.ts'
import { LABEL_FORMATS } from '../../src-shared/freight/document.ts'
import { SHIPMENT_STATUSES } from '../../src-shared/freight/shipment.ts'
import type { SandboxDatabase } from '../database.ts'
import { FreightFailure } from '../http/failure.ts'
import type { PlannedEvent } from '../lifecycle/plan.ts'
import { insertEvents } from '../tracking/store.ts'
import { statement } from '../statement.ts'

function json<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema)
}

const rowSchema = z
  .object({
    shipment_id: z.string(),
    tracking_number: z.string(),
    pro_number: z.string(),
    bol_number: z.string(),
    status: z.enum(SHIPMENT_STATUSES),
    provider: z.string(),
    service: z.string(),
    reference: z.string().nullable(),
    instructions: z.string().nullable(),
    total_cents: z.number(),
    currency: z.string(),
    weight_lb: z.number(),
    pieces: z.number(),
    label_format: z.enum(LABEL_FORMATS),
    pickup_day: z.string(),
    origin: json(addressSchema),
    destination: json(addressSchema),
    cargo: json(z.array(cargoSchema)),
    shipper: json(partySchema),
    consignee: json(partySchema),
    estimated_pickup: z.number(),
    estimated_delivery: z.number(),
    actual_pickup: z.number().nullable(),
    actual_delivery: z.number().nullable(),
    created_at: z.number(),
    updated_at: z.number(),
  })
  .transform((row) => ({
    shipmentId: row.shipment_id,
    trackingNumber: row.tracking_number,
    proNumber: row.pro_number,
    bolNumber: row.bol_number,
    status: row.status,
    provider: row.provider,
    service: row.service,
    reference: row.reference,
    instructions: row.instructions,
    totalCents: row.total_cents,
    currency: row.currency,
    weightLb: row.weight_lb,
    pieces: row.pieces,
    labelFormat: row.label_format,
    pickupDay: row.pickup_day,
    origin: row.origin,
    destination: row.destination,
    cargo: row.cargo,
    shipper: row.shipper,
    consignee: row.consignee,
    estimatedPickup: row.estimated_pickup,
    estimatedDelivery: row.estimated_delivery,
    actualPickup: row.actual_pickup,
    actualDelivery: row.actual_delivery,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))

/** A shipment as the service keeps it. Instants in milliseconds, weight in pounds, money in cents. */
export type ShipmentRecord = z.output<typeof rowSchema>

/** Writes a new shipment and its planned life; call it within a transaction. */
export function insertShipment(db: SandboxDatabase, record: ShipmentRecord, lifecycle: readonly PlannedEvent[]): void {
  statement(
    db,
    `INSERT INTO shipment (
       shipment_id, tracking_number, pro_number, bol_number, status, provider, service, reference, instructions,
       total_cents, currency, weight_lb, pieces, label_format, pickup_day, origin, destination, cargo, shipper, consignee,
       estimated_pickup, estimated_delivery, created_at, updated_at, next_event_at
     ) VALUES (
       @shipmentId, @trackingNumber, @proNumber, @bolNumber, @status, @provider, @service, @reference, @instructions,
       @totalCents, @currency, @weightLb, @pieces, @labelFormat, @pickupDay, @origin, @destination, @cargo, @shipper,
       @consignee, @estimatedPickup, @estimatedDelivery, @createdAt, @updatedAt, @nextEventAt
     )`,
  ).run({
    ...record,
    origin: JSON.stringify(record.origin),
    destination: JSON.stringify(record.destination),
    cargo: JSON.stringify(record.cargo),
    shipper: JSON.stringify(record.shipper),
    consignee: JSON.stringify(record.consignee),
    nextEventAt: lifecycle.find(({ at }) => at > record.createdAt)?.at ?? null,
  })
  insertEvents(db, record.shipmentId, lifecycle)
}

export function shipmentExists(db: SandboxDatabase, shipmentId: string): boolean {
  return statement(db, 'SELECT 1 FROM shipment WHERE shipment_id = ?').get(shipmentId) !== undefined
}

/** @throws FreightFailure SHIPMENT_NOT_FOUND. */
export function requireShipment(db: SandboxDatabase, shipmentId: string): ShipmentRecord {
  const row = statement(db, 'SELECT * FROM shipment WHERE shipment_id = ?').get(shipmentId)
  if (row) return rowSchema.parse(row)
  throw new FreightFailure('SHIPMENT_NOT_FOUND', `There is no shipment ${shipmentId}.`, { shipmentId })
}

export function findByTrackingNumber(db: SandboxDatabase, trackingNumber: string): ShipmentRecord | undefined {
  return rowSchema
    .optional()
    .parse(statement(db, 'SELECT * FROM shipment WHERE tracking_number = ?').get(trackingNumber))
}
