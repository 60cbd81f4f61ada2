import { onTestFinished } from 'vitest'
import { bookingStore, type NewBooking } from '../../src-main/store/ledger/booking/bookings.ts'
import { labelStore } from '../../src-main/store/ledger/booking/labels.ts'
import { changeStore } from '../../src-main/store/ledger/change/shipment-changes.ts'
import type { LedgerBooking } from '../../src-main/store/ledger/booking/booking-row.ts'
import { openLedger } from '../../src-main/store/ledger/ledger.ts'
import type { KeptLabels, OutboxBookings, OutboxChanges } from '../../src-main/store/outbox-stores.ts'
import { siteBookings } from '../../src-main/store/site/booking/bookings.ts'
import { siteChanges } from '../../src-main/store/site/change/changes.ts'
import { siteLabels } from '../../src-main/store/site/label/labels.ts'
import { receiveBooking } from '../../src-main/store/site/receive/receive-booking.ts'
import { openKeptResults, type KeptResults } from '../../src-main/store/site/sender/kept-results.ts'
import { createPermits } from '../../src-main/store/site/sender/permits.ts'
import { createSeat, type Seat } from '../../src-main/store/site/sender/seat.ts'
import type { SiteDatabase } from '../../src-main/store/site/site-database.ts'
import { readSite } from '../../src-main/store/site/site-row.ts'
import { join } from 'node:path'
import { bodyOf } from '../support/site-body.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { settableClock, testDatabase, siteRow, testSiteStation } from '../support/postgres.ts'
import { tempDir } from '../support/temp-dir.ts'

/** The stores of one engine, in a test's hands. */
export interface Engine {
  bookings: OutboxBookings
  changes: OutboxChanges
  labels: KeptLabels
  clock: FakeClock
  /** A QUEUED booking. */
  add(input: NewBooking): Promise<LedgerBooking>
  advance(ms: number): Promise<void>
}

export const ENVIRONMENT = 'embedded'

export async function sqliteEngine(): Promise<Engine> {
  const clock = new FakeClock()
  const ledger = await openLedger(tempDir(), clock)
  onTestFinished(() => ledger.close())
  const bookings = bookingStore(ledger.db, clock)
  return {
    bookings,
    changes: changeStore(ledger.db, clock),
    labels: labelStore(ledger.db, clock),
    clock,
    add: bookings.submit,
    advance: async (ms) => clock.advance(ms),
  }
}

/** The stores of PostgreSQL, and what is beneath them. */
export interface PostgresEngine extends Engine {
  db: SiteDatabase
  seat: Seat
  results: KeptResults
  /** A QUEUED booking of a station. */
  add(input: NewBooking, stationId?: string): Promise<LedgerBooking>
}

export async function postgresEngine(): Promise<PostgresEngine> {
  const clock = new FakeClock()
  const { db } = await testDatabase()
  const set = await settableClock(db, clock.now().toISOString())
  await siteRow(db, ENVIRONMENT)
  await testSiteStation(db, 'stn_1')
  const seat = createSeat(db, 'test')
  await seat.take()
  const results = openKeptResults(join(tempDir(), 'results'))
  const bookings = siteBookings(db, { seat, permits: createPermits(), kept: results, now: () => clock.now() })
  return {
    db,
    seat,
    results,
    bookings,
    changes: siteChanges(db, seat),
    labels: siteLabels(db),
    clock,
    add: async (input, stationId = 'stn_1') => {
      const timeline = (await readSite(db))?.timeline ?? ''
      const booking = bodyOf(input, clock.now())
      const answer = await receiveBooking(db, stationId, {
        kind: 'booking',
        triedUnder: timeline,
        booking,
        known: null,
      })
      if (answer.answer !== 'taken') throw new Error(JSON.stringify(answer))
      return bookings.get(input.bookingId)
    },
    advance: async (ms) => {
      clock.advance(ms)
      await set(clock.now())
    },
  }
}
