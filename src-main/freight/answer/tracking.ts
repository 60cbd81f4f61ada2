import { createHash } from 'node:crypto'
import { z } from 'zod'
import { EVENT_TYPES, FACILITY_TYPES, TRACKING_STATUSES, type EventType } from '../../../src-shared/freight/tracking.ts'
import * as field from './field.ts'
import { readTimestamp } from './read-scalar.ts'

/** What an event of a type leaves a shipment in, where the event names no status of its own. */
const STATUS_OF_TYPE: Readonly<Record<EventType, string>> = {
  PICKUP: 'PICKED_UP',
  TRANSIT: 'IN_TRANSIT',
  DELIVERY_ATTEMPT: 'OUT_FOR_DELIVERY',
  DELIVERY: 'DELIVERED',
  EXCEPTION: 'EXCEPTION',
  CUSTOMS: 'IN_TRANSIT',
  RETURN: 'RETURNED',
}
const typeStatus: ReadonlyMap<string, string> = new Map(Object.entries(STATUS_OF_TYPE))

/** A tracking event. Only its time is indispensable: without one it has no place in the order. */
export const eventAnswer = z
  .object({
    eventId: field.anyId,
    timestamp: field.needed(readTimestamp, 'a time'),
    status: field.word(TRACKING_STATUSES),
    eventType: field.word(EVENT_TYPES),
    description: field.text,
    location: field.part(
      z.object({
        address: field.text,
        city: field.text,
        state: field.text,
        postalCode: field.text,
        country: field.country,
      }),
    ),
    facilityType: field.word(FACILITY_TYPES),
    shipmentId: field.id,
    trackingNumber: field.text,
    recipient: field.text,
    signature: field.text,
    exceptionCode: field.text,
    exceptionReason: field.text,
  })
  .transform((event) => ({
    ...event,
    eventId: event.eventId ?? ownId(event),
    status: event.status ?? typeStatus.get(event.eventType ?? '') ?? event.eventType ?? 'IN_TRANSIT',
  }))
export type EventAnswer = z.output<typeof eventAnswer>

/** An event without an id is the same one whenever its text is the same. */
function ownId(event: object): string {
  return `made-${createHash('sha256').update(JSON.stringify(event)).digest('hex').slice(0, 32)}`
}

const endAnswer = z.object({ city: field.text, state: field.text, country: field.country })

/** A tracking record. Only the shipment's id is indispensable. */
export const recordAnswer = z.object({
  shipmentId: field.neededId,
  trackingNumber: field.text,
  proNumber: field.text,
  provider: field.text,
  service: field.text,
  status: field.word(TRACKING_STATUSES).transform((reported) => reported ?? 'LABEL_CREATED'),
  statusDescription: field.text,
  estimatedDelivery: field.dueTime,
  actualDelivery: field.timestamp,
  weight: field.number,
  origin: field.part(endAnswer),
  destination: field.part(endAnswer),
  events: field.list(eventAnswer),
  lastUpdated: field.timestamp,
  reference: field.text,
  shipmentInfo: field.part(
    z
      .object({
        totalCost: field.amount,
        currency: field.currency,
        createdAt: field.timestamp,
        estimatedDelivery: field.dueTime,
      })
      .superRefine(field.pricedIn('totalCost')),
  ),
})
export type RecordAnswer = z.output<typeof recordAnswer>
