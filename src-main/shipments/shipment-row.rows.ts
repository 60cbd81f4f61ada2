import { z } from 'zod'
import { shipmentAddressSchema, type Shipment, type TrackingEvent } from '../../src-shared/station/tracking/shipment.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'

const text = z.string().nullable()

const eventRowSchema = z.object({
  event_id: z.string(),
  shipment_id: z.string(),
  timestamp: z.string(),
  status: z.string(),
  event_type: text,
  description: text,
  city: text,
  state: text,
  country: text,
  facility_type: text,
  recipient: text,
  exception_code: text,
  exception_reason: text,
})

const shipmentRowSchema = z.object({
  place: z.int(),
  shipment_id: z.string(),
  tracking_number: text,
  pro_number: text,
  pickup_number: text,
  reference: text,
  status: z.string(),
  provider: text,
  service: text,
  total_minor: z.int().nullable(),
  currency: text,
  origin: jsonColumn(shipmentAddressSchema).nullable(),
  destination: jsonColumn(shipmentAddressSchema).nullable(),
  pieces: z.int().nullable(),
  weight_lb: z.number().nullable(),
  instructions: text,
  created_at: text,
  estimated_pickup: text,
  estimated_delivery: text,
  actual_pickup: text,
  actual_delivery: text,
  last_event_id: text,
  due_at: z.int().nullable(),
  heard_at: z.int(),
  consignee: text,
  lane: text,
  delay_rank: z.number().nullable(),
  has_detail: z.int(),
  is_indexed: z.int(),
  seen_at: z.string(),
})

/** A shipment as the service reported it, as kept; without joined fields. */
export type CachedShipment = Omit<Shipment, 'lastEvent'>

/** A row with what only the store needs of it. */
export interface ShipmentRow {
  place: number
  dueAt: number | null
  /** Its sort keys for orders that no column on screen has as it is. */
  rank: { heardAt: number; consignee: string | null; lane: string | null; delay: number | null }
  lastEventId: string | null
  hasDetail: boolean
  isIndexed: boolean
  shipment: CachedShipment
}

export const SELECT_SHIPMENT = 'SELECT s.* FROM shipment s'
export const SELECT_EVENT = 'SELECT * FROM tracking_event'

/** Rows are parsed when read: they may be old. */
export function toShipmentRow(row: unknown): ShipmentRow {
  const parsed = shipmentRowSchema.parse(row)
  return {
    place: parsed.place,
    dueAt: parsed.due_at,
    rank: {
      heardAt: parsed.heard_at,
      consignee: parsed.consignee,
      lane: parsed.lane,
      delay: parsed.delay_rank,
    },
    lastEventId: parsed.last_event_id,
    hasDetail: parsed.has_detail === 1,
    isIndexed: parsed.is_indexed === 1,
    shipment: cachedShipment(parsed),
  }
}

function cachedShipment(row: z.infer<typeof shipmentRowSchema>): CachedShipment {
  return {
    shipmentId: row.shipment_id,
    trackingNumber: row.tracking_number,
    proNumber: row.pro_number,
    pickupNumber: row.pickup_number,
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
    seenAt: row.seen_at,
  }
}

export function toEvent(row: unknown): TrackingEvent {
  const parsed = eventRowSchema.parse(row)
  return {
    eventId: parsed.event_id,
    shipmentId: parsed.shipment_id,
    timestamp: parsed.timestamp,
    status: parsed.status,
    eventType: parsed.event_type,
    description: parsed.description,
    city: parsed.city,
    state: parsed.state,
    country: parsed.country,
    facilityType: parsed.facility_type,
    recipient: parsed.recipient,
    exceptionCode: parsed.exception_code,
    exceptionReason: parsed.exception_reason,
  }
}
