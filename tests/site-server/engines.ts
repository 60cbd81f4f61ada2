import { bookingStore, type NewBooking } from '../../src-main/booking/bookings.rows.ts'
import { labelStore } from '../../src-main/labels/labels.rows.ts'
import { changeStore } from '../../src-main/booking/changes/shipment-changes.rows.ts'
import type { LedgerBooking } from '../../src-main/booking/booking-row.rows.ts'
import type { AllLabelFiles, OutboxBookings, OutboxChanges } from '../../src-main/booking/outbox/outbox-stores.ts'
import { siteBookings } from '../../src-main/booking/bookings.site.rows.ts'
import { siteChanges } from '../../src-main/booking/changes/changes.site.rows.ts'
import { siteLabels } from '../../src-main/labels/labels.site.rows.ts'
import { receiveBooking } from '../../src-main/site-server/receive/receive-booking.rows.ts'
import { openPendingResults, type PendingResults } from '../../src-main/site-server/sender/pending-results.ts'
import { createFencingTokens } from '../../src-main/site-server/sender/fencing-tokens.ts'
import { createLeaderLease, type LeaderLease } from '../../src-main/site-server/sender/leader-lease.rows.ts'
import type { SiteDatabase } from '../../src-main/site-server/site-database.ts'
import { readSite } from '../../src-main/site-server/site-row.rows.ts'
import { join } from 'node:path'
import { testLedger } from '../support/ledger.ts'
import { bodyOf } from '../support/site-body.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { settableClock, testDatabase, siteRow, testSiteStation } from '../support/postgres.ts'
import { tempDir } from '../support/temp-dir.ts'

/** The stores of one engine, in a test's hands. */
export interface Engine {
  bookings: OutboxBookings
  changes: OutboxChanges
  labels: AllLabelFiles
  clock: FakeClock
  /** A QUEUED booking. */
  add(input: NewBooking): Promise<LedgerBooking>
  advance(ms: number): Promise<void>
}

export const ENVIRONMENT = 'embedded'

export async function sqliteEngine(): Promise<Engine> {
  const { clock, ledger } = await testLedger()
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
  lease: LeaderLease
  results: PendingResults
  /** A QUEUED booking of a station. */
  add(input: NewBooking, stationId?: string): Promise<LedgerBooking>
}

export async function postgresEngine(): Promise<PostgresEngine> {
  const clock = new FakeClock()
  const { db } = await testDatabase()
  const set = await settableClock(db, clock.now().toISOString())
  await siteRow(db, ENVIRONMENT)
  await testSiteStation(db, 'stn_1')
  const lease = createLeaderLease(db, 'test')
  await lease.take()
  const results = openPendingResults(join(tempDir(), 'results'))
  const bookings = siteBookings(db, {
    lease,
    fencingTokens: createFencingTokens(),
    kept: results,
    now: () => clock.now(),
  })
  return {
    db,
    lease,
    results,
    bookings,
    changes: siteChanges(db, lease),
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

/** Takes the next booking, to be sent. */
export const takeOne = ({ bookings, clock }: Engine) => {
  const leasedUntil = new Date(clock.now().getTime() + 300_000)
  return bookings.takeToSend(ENVIRONMENT, { lease: 'mine', leasedUntil, most: 1, isReady: () => true })
}
