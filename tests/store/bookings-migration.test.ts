import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { BOOKING_STATES } from '../../src-shared/machine/booking.ts'
import { bookingStore } from '../../src-main/store/ledger/booking/bookings.ts'
import { openLedger } from '../../src-main/store/ledger/ledger.ts'
import { first } from '../../src-main/store/ledger/migrations/01-first.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { tempDir } from '../support/temp-dir.ts'

/** A ledger of the first version with a booking in every state, as that version wrote it. */
function firstVersion(): string {
  const dir = tempDir()
  const db = new Database(join(dir, 'ledger.db'))
  db.exec(first)
  db.pragma('user_version = 1')
  const insert = db.prepare(
    `INSERT INTO booking (booking_id, submission_id, environment, state, reference, request, request_sha256, summary,
       quote_expires_at, sent_at, shipment_id, tracking_number, error, question, attempts, checks, due_at, created_at,
       updated_at) VALUES (?, ?, 'embedded', ?, ?, ?, 'f', ?, ?, ?, ?, ?, ?, ?, 3, 4, NULL, ?, ?)`,
  )
  const at = '2026-11-20T10:00:00.000Z'
  for (const state of BOOKING_STATES) {
    const isSent = state !== 'QUEUED'
    insert.run(
      `bkg_${state}`,
      `submission-${state}`,
      state,
      `PO-${state}`,
      JSON.stringify({
        quoteId: 'QTE-1',
        selectedRate: { provider: 'Northline Freight', service: 'LTL_STANDARD' },
        consigneeInfo: { companyName: 'Globex' },
        reference: `PO-${state}`,
        pickupDate: '2026-11-21',
        labelFormat: 'ZPL',
      }),
      JSON.stringify({
        carrierName: 'Northline Freight',
        total: { minor: 41280, currency: 'USD' },
        consigneeName: 'Globex',
        destination: 'Chicago, IL 60601',
        pickupDate: '2026-11-21',
      }),
      '2026-11-20T11:00:00.000Z',
      isSent ? at : null,
      state === 'BOOKED' ? 'SHP-1' : null,
      state === 'BOOKED' ? 'TRK-1' : null,
      state === 'REJECTED' ? JSON.stringify({ code: 'X', message: 'no', retryable: false, details: {} }) : null,
      state === 'NEEDS_DECISION' ? JSON.stringify({ kind: 'not-found', checks: 4 }) : null,
      at,
      at,
    )
  }
  db.close()
  return dir
}

describe('a ledger of the first version', () => {
  it('is taken over with every booking as it was', async () => {
    const dir = firstVersion()
    const clock = new FakeClock()
    const ledger = await openLedger(dir, clock)
    const bookings = bookingStore(ledger.db, clock)
    const kept = await bookings.list({ limit: 100 })
    expect(kept.map(({ state }) => state)).toEqual([...BOOKING_STATES].reverse())
    for (const booking of kept) {
      expect(booking).toMatchObject({
        kind: 'quote',
        bookingId: `bkg_${booking.state}`,
        reference: `PO-${booking.state}`,
        provider: 'Northline Freight',
        service: 'LTL_STANDARD',
        total: { minor: 41280, currency: 'USD' },
        quoteExpiresAt: '2026-11-20T11:00:00.000Z',
        origin: null,
        cancellation: null,
      })
    }
    expect(await bookings.findByCode('embedded', 'trk-1'.toUpperCase())).toMatchObject([{ shipmentId: 'SHP-1' }])
    // What was being sent is looked for, what was not found is looked for again.
    expect(await bookings.adoptInterrupted()).toBe(1)
    const looked: string[] = []
    const taker = { lease: 'mine', leasedUntil: new Date('2026-11-22T00:00:00Z') }
    for (let taken = await bookings.takeToLook('embedded', taker); taken;) {
      looked.push(taken.bookingId)
      taken = await bookings.takeToLook('embedded', taker)
    }
    expect(looked.sort()).toEqual(['bkg_NEEDS_DECISION', 'bkg_SENDING', 'bkg_UNKNOWN'])
    ledger.close()
    const again = await openLedger(dir, clock)
    expect(await bookingStore(again.db, clock).counts()).toMatchObject({ BOOKED: 1, QUEUED: 1, REJECTED: 1 })
    again.close()
  })
})
