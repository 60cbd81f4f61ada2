import { z } from 'zod'
import { eventLocationSchema, type EventLocation } from '../../src-shared/freight/tracking.ts'
import type { WebhookEvent } from '../../src-shared/freight/webhook.ts'
import { timestamp } from '../clock.ts'
import type { SandboxDatabase } from '../database.ts'
import type { ShipmentRecord } from '../shipments/store.ts'
import { statement } from '../statement.ts'
import { reasonOf } from '../tracking/view.ts'
import { announce, hasWebhooks } from './outbox.ts'

/** The event type of a tracking status. A scheduled pickup and a return have none but tracking.updated. */
const EVENT_OF_STATUS = new Map<string, WebhookEvent>([
  ['PICKED_UP', 'shipment.picked_up'],
  ['IN_TRANSIT', 'shipment.in_transit'],
  ['OUT_FOR_DELIVERY', 'shipment.out_for_delivery'],
  ['DELIVERED', 'shipment.delivered'],
  ['EXCEPTION', 'shipment.exception'],
])

/** shipment.created: call it in the transaction of the booking. */
export function announceBooking(db: SandboxDatabase, record: ShipmentRecord): void {
  announce(db, { type: 'shipment.created', at: record.createdAt, data: shipmentData(record) }, record.createdAt)
}

/** shipment.canceled: call it in the transaction of the cancellation. */
export function announceCancellation(
  db: SandboxDatabase,
  record: Pick<ShipmentRecord, 'shipmentId' | 'trackingNumber'>,
  reason: string,
  now: number,
): void {
  const { shipmentId, trackingNumber } = record
  const data = {
    shipmentId,
    trackingNumber,
    status: 'CANCELLED',
    cancellationReason: reason,
    cancelledAt: timestamp(now),
  }
  announce(db, { type: 'shipment.cancelled', at: now, data }, now)
}

const comingSchema = z.object({
  event_id: z.string(),
  shipment_id: z.string(),
  tracking_number: z.string(),
  at: z.number(),
  status: z.string(),
  event_type: z.string(),
  description: z.string(),
  location: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(eventLocationSchema),
  recipient: z.string().nullable(),
  exception_code: z.string().nullable(),
  estimated_delivery: z.number().nullable(),
  ends_at: z.number(),
  previous_status: z.string().nullable(),
})
type ComingEvent = z.output<typeof comingSchema>

/**
 * The tracking events that are reached at `now`, in the order in which they happened: tracking.updated for each, and
 * the event of a status when it is entered, and of each exception. Call it before shipments are brought up to date, in
 * the same transaction: new events are those between a shipment's next event and now.
 */
export function announceComingEvents(db: SandboxDatabase, now: number): void {
  if (!hasWebhooks(db)) return
  const coming = statement(
    db,
    `SELECT e.event_id, e.shipment_id, s.tracking_number, e.at, e.status, e.event_type, e.description, e.location,
       e.recipient, e.exception_code, e.estimated_delivery,
       (SELECT max(n.at) FROM tracking_event n INDEXED BY tracking_event_shipment
        WHERE n.shipment_id = e.shipment_id) AS ends_at,
       (SELECT p.status FROM tracking_event p INDEXED BY tracking_event_shipment
        WHERE p.shipment_id = e.shipment_id AND p.at < e.at ORDER BY p.at DESC LIMIT 1) AS previous_status
     FROM shipment s JOIN tracking_event e INDEXED BY tracking_event_shipment ON e.shipment_id = s.shipment_id
     WHERE s.next_event_at <= @now AND e.at >= s.next_event_at AND e.at <= @now
     ORDER BY e.at, e.event_id`,
  ).all({ now })
  for (const row of coming) {
    const event = comingSchema.parse(row)
    const isEntered = event.status !== event.previous_status || event.exception_code !== null
    const type = isEntered ? EVENT_OF_STATUS.get(event.status) : undefined
    if (type) announce(db, { type, at: event.at, data: statusData(event) }, now)
    announce(db, { type: 'tracking.updated', at: event.at, data: trackingData(event) }, now)
  }
}

function shipmentData(record: ShipmentRecord): Record<string, unknown> {
  return {
    shipmentId: record.shipmentId,
    trackingNumber: record.trackingNumber,
    status: record.status,
    proNumber: record.proNumber,
    provider: record.provider,
    service: record.service,
    ...(record.reference === null ? {} : { reference: record.reference }),
    estimatedPickup: timestamp(record.estimatedPickup),
    estimatedDelivery: timestamp(record.estimatedDelivery),
    totalCost: record.totalCents / 100,
    currency: record.currency,
  }
}

function statusData(event: ComingEvent): Record<string, unknown> {
  return {
    shipmentId: event.shipment_id,
    trackingNumber: event.tracking_number,
    status: event.status,
    location: placeOf(event.location),
    ...(event.recipient === null ? {} : { deliveredAt: timestamp(event.at), recipient: event.recipient }),
    ...(event.exception_code === null
      ? {}
      : {
          exceptionCode: event.exception_code,
          exceptionReason: reasonOf(event.exception_code),
          description: event.description,
          // Freight that is not to be delivered again is returned to the shipper.
          nextAttempt: timestamp(event.estimated_delivery ?? event.ends_at),
        }),
  }
}

function trackingData(event: ComingEvent): Record<string, unknown> {
  return {
    shipmentId: event.shipment_id,
    trackingNumber: event.tracking_number,
    status: event.status,
    location: placeOf(event.location),
    trackingEventId: event.event_id,
    eventType: event.event_type,
    description: event.description,
  }
}

function placeOf({ city, state, country }: EventLocation) {
  return { city, state, country }
}
