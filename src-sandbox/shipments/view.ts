import type { Label } from '../../src-shared/freight/document.ts'
import type { BookedShipment, ShipmentDetail, ShipmentSummary } from '../../src-shared/freight/shipment.ts'
import { timestamp } from '../clock.ts'
import type { ShipmentSummaryRecord } from './list.ts'
import type { ShipmentRecord } from './store.ts'

/** `data` of POST /book-shipment. */
export function bookedView(record: ShipmentRecord, labels: Label[]): BookedShipment {
  return {
    shipmentId: record.shipmentId,
    trackingNumber: record.trackingNumber,
    proNumber: record.proNumber,
    status: record.status,
    provider: record.provider,
    service: record.service,
    labels,
    estimatedPickup: timestamp(record.estimatedPickup),
    estimatedDelivery: timestamp(record.estimatedDelivery),
    totalCost: record.totalCents / 100,
    currency: record.currency,
    createdAt: timestamp(record.createdAt),
  }
}

/** Element of GET /shipments. */
export function summaryView(record: ShipmentSummaryRecord): ShipmentSummary {
  return {
    shipmentId: record.shipmentId,
    trackingNumber: record.trackingNumber,
    status: record.status,
    provider: record.provider,
    service: record.service,
    totalCost: record.totalCents / 100,
    currency: record.currency,
    estimatedDelivery: timestamp(record.estimatedDelivery),
    ...(record.actualDelivery === null ? {} : { actualDelivery: timestamp(record.actualDelivery) }),
    createdAt: timestamp(record.createdAt),
  }
}

/** `data` of GET /tracking/lookup/{loadId}. Absent fields are left out. */
export function detailView(record: ShipmentRecord, labels: Label[]): ShipmentDetail {
  return {
    ...bookedView(record, labels),
    originAddress: record.origin,
    destinationAddress: record.destination,
    cargo: record.cargo,
    shipperInfo: record.shipper,
    consigneeInfo: record.consignee,
    ...(record.reference === null ? {} : { reference: record.reference }),
    ...(record.instructions === null ? {} : { instructions: record.instructions }),
    ...(record.actualPickup === null ? {} : { actualPickup: timestamp(record.actualPickup) }),
    ...(record.actualDelivery === null ? {} : { actualDelivery: timestamp(record.actualDelivery) }),
    updatedAt: timestamp(record.updatedAt),
  }
}
