import { toHundredths } from '../../../src-shared/freight/weight.ts'
import { money } from '../../../src-shared/station/money.ts'
import type { Shipment, ShipmentAddress, TrackingEvent } from '../../../src-shared/station/tracking/shipment.ts'
import {
  pickupNumberOf,
  type AddressAnswer,
  type DetailAnswer,
  type PartyAnswer,
  type SummaryAnswer,
} from '../answer/shipment.ts'
import type { EventAnswer, RecordAnswer } from '../answer/tracking.ts'

/** The service's data of a shipment, before the cache adds its own fields. */
export type NormalisedShipment = Omit<Shipment, 'lastEvent' | 'seenAt'> & { hasDetail: boolean }

export function normaliseSummary(summary: SummaryAnswer): NormalisedShipment {
  return {
    shipmentId: summary.shipmentId,
    trackingNumber: summary.trackingNumber ?? null,
    proNumber: null,
    reference: null,
    status: summary.status,
    provider: summary.provider ?? null,
    service: summary.service ?? null,
    total: typeof summary.totalCost === 'number' ? money(summary.totalCost, summary.currency ?? 'USD') : null,
    origin: null,
    destination: null,
    pieces: null,
    weightLb: null,
    instructions: null,
    createdAt: summary.createdAt ?? null,
    estimatedPickup: null,
    estimatedDelivery: summary.estimatedDelivery ?? null,
    actualPickup: null,
    actualDelivery: summary.actualDelivery ?? null,
    hasDetail: false,
  }
}

export function normaliseDetail(detail: DetailAnswer): NormalisedShipment {
  const cargo = detail.cargo ?? []
  return {
    ...normaliseSummary(detail),
    proNumber: detail.proNumber ?? null,
    pickupNumber: pickupNumberOf(detail),
    reference: detail.reference ?? null,
    origin: addressOf(detail.originAddress, detail.shipperInfo),
    destination: addressOf(detail.destinationAddress, detail.consigneeInfo),
    pieces: cargo.length > 0 ? cargo.reduce((sum, line) => sum + (line.quantity ?? 0), 0) : null,
    weightLb:
      cargo.length > 0
        ? toHundredths(cargo.reduce((sum, line) => sum + (line.quantity ?? 0) * (line.weight ?? 0), 0))
        : null,
    instructions: detail.instructions ?? null,
    estimatedPickup: detail.estimatedPickup ?? null,
    actualPickup: detail.actualPickup ?? null,
    hasDetail: true,
  }
}

/**
 * A tracking record as a summary: it names towns instead of addresses, its first event gives the booking's time where
 * that is missing, and the pickup event the pickup's.
 */
export function normaliseRecord(record: RecordAnswer): NormalisedShipment {
  const { shipmentInfo } = record
  const summary = normaliseSummary({
    shipmentId: record.shipmentId,
    trackingNumber: record.trackingNumber,
    status: record.status === 'LABEL_CREATED' ? 'PENDING' : record.status,
    provider: record.provider,
    service: record.service,
    totalCost: shipmentInfo?.totalCost,
    currency: shipmentInfo?.currency,
    estimatedDelivery: record.estimatedDelivery ?? shipmentInfo?.estimatedDelivery,
    actualDelivery: record.actualDelivery,
    createdAt: shipmentInfo?.createdAt ?? firstOf(record.events ?? []) ?? undefined,
  })
  return {
    ...summary,
    proNumber: record.proNumber ?? null,
    reference: record.reference ?? null,
    origin: addressOf(record.origin, null),
    destination: addressOf(record.destination, null),
    weightLb: record.weight ?? null,
    actualPickup: firstOf((record.events ?? []).filter(({ status }) => status === 'PICKED_UP')),
  }
}

function firstOf(events: readonly EventAnswer[]): string | null {
  const times = events.map(({ timestamp }) => timestamp)
  return times.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
}

/** An event with its shipment's id, which the list repeats in each and a tracking record does not. */
export function normaliseEvent(event: EventAnswer, shipmentId: string): TrackingEvent {
  return {
    eventId: event.eventId,
    shipmentId,
    timestamp: event.timestamp,
    status: event.status,
    eventType: event.eventType ?? null,
    description: event.description ?? null,
    city: event.location?.city ?? null,
    state: event.location?.state ?? null,
    country: event.location?.country ?? null,
    facilityType: event.facilityType ?? null,
    recipient: event.recipient ?? null,
    exceptionCode: event.exceptionCode ?? null,
    exceptionReason: event.exceptionReason ?? null,
  }
}

function addressOf(
  address: Partial<AddressAnswer> | null | undefined,
  party: PartyAnswer | null | undefined,
): ShipmentAddress | null {
  if (!address && !party) return null
  return {
    companyName: party?.companyName ?? address?.companyName ?? null,
    contactName: party?.contactName ?? address?.contactName ?? null,
    address1: address?.address1 ?? null,
    address2: address?.address2 ?? null,
    city: address?.city ?? null,
    state: address?.state ?? null,
    postalCode: address?.postalCode ?? null,
    country: address?.country ?? null,
  }
}
