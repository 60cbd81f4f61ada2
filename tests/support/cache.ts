import { onTestFinished } from 'vitest'
import type { TrackingEvent } from '../../src-shared/station/tracking/shipment.ts'
import { openCache } from '../../src-main/data/cache/cache.ts'
import type { ShipmentReport } from '../../src-shared/site/tracking.ts'
import { shipmentStore } from '../../src-main/shipments/shipments.rows.ts'
import { quarantineStore } from '../../src-main/shipments/quarantine.rows.ts'
import { serviceFacts } from '../../src-main/shipments/service-facts.rows.ts'
import { syncCursorStore } from '../../src-main/shipments/sync-cursor.rows.ts'
import { FakeClock } from './fake-clock.ts'
import { newStores } from './new-stores.ts'

/** A cache of its own for the running test. */
export async function testCache(dataDir = newStores()) {
  const clock = new FakeClock()
  const cache = await openCache(dataDir, clock)
  onTestFinished(() => cache.close())
  await syncCursorStore(cache.db).use('embedded')
  return {
    clock,
    db: cache.db,
    dataDir,
    shipments: shipmentStore(cache.db),
    source: syncCursorStore(cache.db),
    quarantine: quarantineStore(cache.db),
    facts: serviceFacts(cache.db, clock),
  }
}

/** A place without any detail. */
export const NOWHERE = {
  ...{ companyName: null, contactName: null, address1: null, address2: null },
  ...{ city: null, state: null, postalCode: null, country: null },
}

/** What a list tells of a shipment. */
export function shipmentReport(id: string, change: Partial<ShipmentReport> = {}): ShipmentReport {
  return {
    shipmentId: id,
    trackingNumber: `TRK${id}`,
    proNumber: null,
    reference: null,
    status: 'PENDING',
    provider: 'Northline Freight',
    service: 'LTL_STANDARD',
    total: { minor: 41280, currency: 'USD' },
    origin: null,
    destination: null,
    pieces: null,
    weightLb: null,
    instructions: null,
    createdAt: '2026-11-21T09:00:00-06:00',
    estimatedPickup: null,
    estimatedDelivery: null,
    actualPickup: null,
    actualDelivery: null,
    hasDetail: false,
    ...change,
  }
}

export function trackingEvent(id: string, shipmentId: string, change: Partial<TrackingEvent> = {}): TrackingEvent {
  return {
    eventId: id,
    shipmentId,
    timestamp: '2026-11-21T12:00:00Z',
    status: 'IN_TRANSIT',
    eventType: null,
    description: null,
    city: null,
    state: null,
    country: null,
    facilityType: null,
    recipient: null,
    exceptionCode: null,
    exceptionReason: null,
    ...change,
  }
}
