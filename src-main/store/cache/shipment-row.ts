import { z } from 'zod'
import type { Shipment, ShipmentAddress, TrackingEvent } from '../../../src-shared/station/shipment.ts'
import { jsonColumn } from '../json-column.ts'

export const addressSchema = z.object({
  companyName: z.string().nullable(),
  contactName: z.string().nullable(),
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string().nullable(),
}) satisfies z.ZodType<ShipmentAddress>

export const eventSchema = z.object({
  eventId: z.string(),
  shipmentId: z.string(),
  timestamp: z.string(),
  status: z.string(),
  eventType: z.string().nullable(),
  description: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  facilityType: z.string().nullable(),
  recipient: z.string().nullable(),
  exceptionCode: z.string().nullable(),
  exceptionReason: z.string().nullable(),
}) satisfies z.ZodType<TrackingEvent>

export const text = z.string().nullable()
export const shipmentRowSchema = z.object({
  shipment_id: z.string(),
  tracking_number: text,
  pro_number: text,
  reference: text,
  status: z.string(),
  provider: text,
  service: text,
  total_minor: z.int().nullable(),
  currency: text,
  origin: jsonColumn(addressSchema).nullable(),
  destination: jsonColumn(addressSchema).nullable(),
  pieces: z.int().nullable(),
  weight_lb: z.number().nullable(),
  instructions: text,
  created_at: text,
  estimated_pickup: text,
  estimated_delivery: text,
  actual_pickup: text,
  actual_delivery: text,
  seen_at: z.string(),
  last_event: jsonColumn(eventSchema).nullable(),
})

/** A shipment with its last event, in the columns of `shipmentRowSchema`. */
export const SELECT_SHIPMENT = `SELECT s.*, e.body AS last_event FROM shipment s LEFT JOIN tracking_event e ON e.event_id = s.last_event_id`

/** A row as the screens know it. Rows are parsed when read: they may be old. */
export function toShipment(row: unknown): Shipment {
  return fromRow(shipmentRowSchema.parse(row))
}

function fromRow(row: z.infer<typeof shipmentRowSchema>): Shipment {
  return {
    shipmentId: row.shipment_id,
    trackingNumber: row.tracking_number,
    proNumber: row.pro_number,
    reference: row.reference,
    status: row.status,
    provider: row.provider,
    service: row.service,
    total:
      row.total_minor === null || row.currency === null ? null : { minor: row.total_minor, currency: row.currency },
    origin: row.origin,
    destination: row.destination,
    pieces: row.pieces,
    weightLb: row.weight_lb,
    instructions: row.instructions,
    createdAt: row.created_at,
    estimatedPickup: row.estimated_pickup,
    estimatedDelivery: row.estimated_delivery,
    actualPickup: row.actual_pickup,
    actualDelivery: row.actual_delivery,
    lastEvent: row.last_event,
    seenAt: row.seen_at,
  }
}
