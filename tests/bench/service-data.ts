import { book } from '../../src-sandbox/booking/book.ts'
import type { BookingDesk } from '../../src-sandbox/booking/open-shipment.ts'
import { makeQuote } from '../../src-sandbox/booking/quotes.ts'
import { openSandboxDatabase, type SandboxDatabase } from '../../src-sandbox/database.ts'
import { DEFAULT_SETTINGS } from '../../src-sandbox/fault-api/settings.ts'
import { advanceShipments } from '../../src-sandbox/life/advance.ts'
import { hubsOf } from '../../src-sandbox/life/hubs.ts'
import type { PlannedEvent } from '../../src-sandbox/life/plan.ts'
import { Locations } from '../../src-sandbox/locations/locations.ts'
import { seedLocations } from '../../src-sandbox/locations/seed.ts'
import { nextBolNumber } from '../../src-sandbox/numbers.ts'
import { newId } from '../../src-sandbox/random.ts'
import { sampleShipments } from '../../src-sandbox/samples/shipments.ts'
import { insertShipment, type ShipmentRecord } from '../../src-sandbox/shipments/store.ts'
import { eventsOf } from '../../src-sandbox/tracking/store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const HISTORY_DAYS = 200
/** Booked in full; the rest are these again, under numbers of their own and moved in time. */
const BOOKED = 500

/** What the service works with, on an open database: places and terminals written and read. */
export function openDesk(dataDir: string): BookingDesk {
  const db = openSandboxDatabase(dataDir)
  seedLocations(db)
  const locations = new Locations(db)
  return { db, locations, hubs: hubsOf(locations), settings: DEFAULT_SETTINGS }
}

/**
 * Fills a data folder with so many shipments of the last 200 days, each with its whole life. They are the last days on the
 * machine's clock, which the service reads that is started on the folder.
 */
export function fill(dataDir: string, count: number): void {
  const desk = openDesk(dataDir)
  const { db } = desk
  // Half a gigabyte is written in one transaction; none of it need outlive a crash.
  db.pragma('cache_size = -400000')
  db.pragma('synchronous = OFF')
  try {
    const now = Date.now()
    const booked = Math.min(BOOKED, count)
    const spacing = (HISTORY_DAYS * DAY_MS) / booked
    const copies = Math.ceil(count / booked)
    db.transaction(() => {
      for (let index = 0; index < booked; index++) {
        const record = bookOne(desk, index, now - spacing * index)
        const life = wholeLife(db, record)
        for (let copy = 1; copy < copies; copy++) insertCopy(db, record, life, Math.round((-spacing * copy) / copies))
      }
      advanceShipments(db, now)
    }).immediate()
  } finally {
    db.close()
  }
}

const samples = sampleShipments()

function bookOne(desk: BookingDesk, index: number, at: number): ShipmentRecord {
  const sample = samples[index % samples.length]
  if (!sample) throw new Error('there are no samples')
  const { from, to, cargo, accessorials = [], provider, service } = sample
  const { quote } = makeQuote(
    desk.db,
    desk.locations,
    { originAddress: from, destinationAddress: to, cargo, accessorials },
    at,
  )
  return book(desk, { quoteId: quote.quoteId, selectedRate: { provider, service } }, at)
}

function wholeLife(db: SandboxDatabase, { shipmentId }: ShipmentRecord): PlannedEvent[] {
  return eventsOf(db, shipmentId, Number.MAX_SAFE_INTEGER)
    .toReversed()
    .map(({ at, status, eventType, description, location, facilityType, recipient }) => ({
      at,
      status,
      eventType,
      description,
      location,
      facilityType,
      ...(recipient === null ? {} : { recipient }),
    }))
}

/** The same shipment once more, `shift` milliseconds away. */
function insertCopy(db: SandboxDatabase, record: ShipmentRecord, life: readonly PlannedEvent[], shift: number): void {
  const bolNumber = nextBolNumber(db)
  insertShipment(
    db,
    {
      ...record,
      shipmentId: newId('SHP'),
      trackingNumber: `BENCH${bolNumber}`,
      proNumber: bolNumber,
      bolNumber,
      estimatedPickup: record.estimatedPickup + shift,
      estimatedDelivery: record.estimatedDelivery + shift,
      createdAt: record.createdAt + shift,
      updatedAt: record.updatedAt + shift,
    },
    life.map((event) => ({ ...event, at: event.at + shift })),
  )
}
