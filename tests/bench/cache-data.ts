import type { Clock } from '../../src-main/kernel/clock.ts'
import { runningClock } from '../support/running-clock.ts'
import type { TrackingEvent } from '../../src-shared/station/tracking/shipment.ts'
import type { ShipmentReport } from '../../src-shared/site/tracking.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The shipments of two years, evenly. */
const SPAN_MS = 730 * DAY_MS
export const END_MS = Date.parse('2026-11-21T15:00:00Z')

/** A clock that starts where those two years end: what is old by it does not depend on the day of the run. */
export const benchClock = (): Clock => runningClock(new Date(END_MS).toISOString())

const CARRIERS = [
  'Northline Freight',
  'Summit Parcel',
  'Lone Star Motor',
  'Cascade LTL',
  'Prairie Express',
  'Atlantic Coast Lines',
  'Rio Bravo Transportes',
  'Great Lakes Cartage',
]
const CITIES =
  'Laredo,Chicago,Monterrey,Dallas,Houston,Phoenix,Denver,Atlanta,Memphis,Columbus,Portland,Seattle,Toronto,'
    .concat('Querétaro,Guadalajara,Nashville,Omaha,Tulsa,Fresno,Boise,Charlotte,Tampa,Buffalo,Newark,Richmond,Mobile')
    .split(',')
const STATES = ['TX', 'IL', 'NLE', 'AZ', 'CO', 'GA', 'TN', 'OH', 'OR', 'WA', 'ON', 'QRO']
const NAMES =
  'Acme,Globex,Initech,Umbrella,Stark,Wayne,Wonka,Cyberdyne,Tyrell,Soylent,Aceros,Peñón,Norte,Industrial'.split(',')
const TRADES = 'Machine,Steel,Foods,Plastics,Textiles,Motors,Tools,Paper,Glass,Chemical'.split(',')

const of = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('an empty list')
  return found
}

/** The shipment of a number; the same at each call. Oldest is 0. Nine in ten are delivered. */
export function reportOf(index: number, count: number): ShipmentReport {
  const createdMs = END_MS - SPAN_MS + Math.floor((SPAN_MS / count) * index)
  const isOld = index < count * 0.9
  const created = new Date(createdMs).toISOString()
  const due = new Date(createdMs + 4 * DAY_MS).toISOString()
  const mixed = Math.imul(index, 0x9e3779b1) >>> 0
  const address = (seed: number) => ({
    companyName: `${of(NAMES, seed)} ${of(TRADES, seed >>> 4)} ${seed % 997}`,
    contactName: null,
    address1: '200 N LaSalle St',
    address2: null,
    city: of(CITIES, seed >>> 8),
    state: of(STATES, seed >>> 8),
    postalCode: '60601',
    country: 'US',
  })
  return {
    shipmentId: `SHP-${mixed.toString(16).padStart(8, '0')}`,
    trackingNumber: `WB${String(mixed).padStart(10, '0')}`,
    proNumber: String(100_000_000 + index),
    reference: `PO-${String(mixed % 9_999_991)}`,
    status: isOld ? of(['DELIVERED', 'DELIVERED', 'DELIVERED', 'RETURNED'], mixed >>> 6) : ofMoving(mixed),
    provider: of(CARRIERS, mixed >>> 3),
    service: 'LTL_STANDARD',
    total: { minor: 10_000 + (mixed % 90_000), currency: 'USD' },
    origin: address(mixed),
    destination: address(mixed >>> 5),
    pieces: 2,
    weightLb: 1000,
    instructions: null,
    createdAt: created,
    estimatedPickup: created,
    estimatedDelivery: due,
    actualPickup: created,
    actualDelivery: isOld ? due : null,
    hasDetail: true,
  }
}

function ofMoving(mixed: number): string {
  return of(['PENDING', 'PICKED_UP', 'IN_TRANSIT', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'EXCEPTION'], mixed >>> 7)
}

const LIFE = ['LABEL_CREATED', 'PICKED_UP', 'IN_TRANSIT', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED']

/** The event of a number, newest first as the service lists them; six make a shipment's life. */
export function eventOf(index: number, count: number): TrackingEvent {
  const shipment = Math.floor(index / LIFE.length)
  const step = LIFE.length - 1 - (index % LIFE.length)
  const shipments = Math.ceil(count / LIFE.length)
  // Lives overlap in time: neighbours in the list belong to different shipments, as they do at a service.
  const mixed = (shipment * 7919 + step * 104_729) % shipments
  return {
    eventId: `EVT-${(mixed * LIFE.length + step).toString(36).padStart(8, '0')}`,
    shipmentId: `SHP-${mixed.toString(16).padStart(8, '0')}`,
    timestamp: new Date(END_MS - index * 60_000).toISOString(),
    status: of(LIFE, step),
    eventType: 'TRANSIT',
    description: 'Arrived at the terminal',
    city: of(CITIES, mixed),
    state: of(STATES, mixed),
    country: 'US',
    facilityType: 'DELIVERY_FACILITY',
    recipient: null,
    exceptionCode: null,
    exceptionReason: null,
  }
}
