import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { dayBookings } from '../../src-main/documents/endofday/day-bookings.rows.ts'
import { newBooking } from '../support/bookings.ts'
import { testLedger } from '../support/ledger.ts'

const DAY = '2026-11-23'
const SPAN = {
  fromDay: '2026-11-09',
  day: DAY,
  start: new Date('2026-11-23T06:00:00.000Z'),
  end: new Date('2026-11-24T06:00:00.000Z'),
}

describe("a day's bookings", () => {
  it('are all there behind thousands of earlier ones that nobody closed, and none that is on a manifest', async () => {
    const { db, clock } = await testLedger({ at: '2026-11-10T15:00:00.000Z' })
    const bookings = bookingStore(db, clock)
    await bookings.submit(newBooking('first'))
    const row = z.record(z.string(), z.unknown()).parse(db.prepare('SELECT * FROM booking').get())
    const columns = Object.keys(row).filter((name) => name !== 'seq')
    const insert = db.prepare(
      `INSERT INTO booking (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
    )
    const summary = JSON.stringify({ ...JSON.parse(String(row['summary'])), pickupDate: '2026-11-10' })
    db.transaction(() => {
      for (let n = 0; n < 4_001; n++) {
        insert.run({ ...row, summary, booking_id: `bkg_${n}`, submission_id: `older-${n}`, reference: `OLD-${n}` })
      }
    })()
    await bookings.submit(newBooking('last'))
    await bookings.submit(newBooking('listed'))
    db.prepare(`UPDATE booking SET shipment_id = 'SHP-1' WHERE booking_id = 'bkg_listed'`).run()
    db.pragma('foreign_keys = OFF')
    db.prepare(`INSERT INTO manifest_shipment VALUES ('embedded', 'SHP-1', 'mft_1')`).run()
    // Another station of the site closed this one.
    await bookings.submit(newBooking('elsewhere'))
    db.prepare(`UPDATE booking SET shipment_id = 'SHP-2' WHERE booking_id = 'bkg_elsewhere'`).run()
    db.prepare(
      `INSERT INTO site_manifest_shipment (environment, shipment_id, manifest_id) VALUES ('embedded', 'SHP-2', 'mft_2')`,
    ).run()

    const found = await dayBookings(db).of('embedded', SPAN)
    expect(found).toHaveLength(4_000)
    expect(found.filter(({ pickupDate }) => pickupDate === DAY).map(({ bookingId }) => bookingId)).toEqual([
      'bkg_first',
      'bkg_last',
    ])
    // Of the earlier ones the newest, in the order they were made.
    expect(found[1]?.bookingId).toBe('bkg_3')
    expect(found.at(-2)?.bookingId).toBe('bkg_4000')
  })
})
