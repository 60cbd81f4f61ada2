import { EXCEPTION_REASONS, type TrackingRecord, type WireTrackingEvent } from '../../src-shared/freight/tracking.ts'
import { timestamp } from '../clock.ts'
import type { ShipmentRecord } from '../shipments/store.ts'
import type { EventRecord } from './store.ts'

/** A tracking event as it is in a tracking record. `signatureUrl` gives the address of the recipient's signature. */
function eventView(event: EventRecord, signatureUrl: (shipmentId: string) => string): WireTrackingEvent {
  return {
    eventId: event.eventId,
    timestamp: timestamp(event.at),
    status: event.status,
    eventType: event.eventType,
    description: event.description,
    location: event.location,
    facilityType: event.facilityType,
    ...(event.recipient === null ? {} : { recipient: event.recipient, signature: signatureUrl(event.shipmentId) }),
    ...(event.exceptionCode === null
      ? {}
      : { exceptionCode: event.exceptionCode, exceptionReason: reasonOf(event.exceptionCode) }),
  }
}

/** An element of GET /tracking/events: the event and its shipment. */
export function listedEventView(event: EventRecord, signatureUrl: (shipmentId: string) => string): WireTrackingEvent {
  return {
    ...eventView(event, signatureUrl),
    shipmentId: event.shipmentId,
    trackingNumber: event.trackingNumber,
  }
}

/** `data` of POST /track/shipment, from the events so far, newest first; every shipment has one at least. */
export function trackingView(
  record: ShipmentRecord,
  events: readonly EventRecord[],
  signatureUrl: (shipmentId: string) => string,
): TrackingRecord {
  const latest = events[0]
  return {
    shipmentId: record.shipmentId,
    trackingNumber: record.trackingNumber,
    proNumber: record.proNumber,
    provider: record.provider,
    service: record.service,
    status: latest?.status ?? 'LABEL_CREATED',
    // A tracking status has no word for it.
    statusDescription: record.status === 'CANCELLED' ? 'Cancelled before pickup' : (latest?.description ?? ''),
    estimatedDelivery: timestamp(record.estimatedDelivery),
    actualDelivery: record.actualDelivery === null ? null : timestamp(record.actualDelivery),
    weight: record.weightLb,
    origin: { city: record.origin.city, state: record.origin.state, country: record.origin.country },
    destination: {
      city: record.destination.city,
      state: record.destination.state,
      country: record.destination.country,
    },
    events: events.map((event) => eventView(event, signatureUrl)),
    lastUpdated: timestamp(latest?.at ?? record.updatedAt),
  }
}

/** `data` of GET /shipments/{id}/track: the tracking record, the reference and the booking. */
export function shipmentTrackingView(
  record: ShipmentRecord,
  events: readonly EventRecord[],
  signatureUrl: (shipmentId: string) => string,
): TrackingRecord {
  return {
    ...trackingView(record, events, signatureUrl),
    ...(record.reference === null ? {} : { reference: record.reference }),
    shipmentInfo: {
      totalCost: record.totalCents / 100,
      currency: record.currency,
      createdAt: timestamp(record.createdAt),
      estimatedDelivery: timestamp(record.estimatedDelivery),
    },
  }
}

/** The reason of an exception code. */
export function reasonOf(code: string): string {
  return new Map<string, string>(Object.entries(EXCEPTION_REASONS)).get(code) ?? code
}
