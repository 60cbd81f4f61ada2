import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { pickupRows } from '../../src-main/documents/endofday/pickup.rows.ts'
import { LEDGER_MIGRATIONS } from '../../src-main/data/ledger/migrations.ts'
import type { BookingInput } from '../../src-shared/station/booking/booking.ts'
import { addDays, dayAt } from '../../src-shared/station/day.ts'
import { bookingOutbox } from '../support/booking-outbox.ts'
import { growLedger } from '../support/grown-ledger.ts'

const MONDAY = '2026-11-23'
const WEDNESDAY = '2026-11-25'

async function desk() {
  const opened = await bookingOutbox()
  const { station, quote, submit, inState } = opened
  const rateId = quote.rates[1]?.rateId ?? ''
  const book = async (reference: string, change: Partial<BookingInput> = {}) => {
    const { bookingId } = await submit(reference, { pickupDate: MONDAY, ...change })
    return inState(bookingId, 'BOOKED')
  }
  const numbers = async () => {
    const { counts } = await station.run('pickups.week', { from: MONDAY })
    return counts.map(({ day, count, unbooked, taken }) => ({ day, count, unbooked, taken }))
  }
  return { ...opened, rateId, book, numbers }
}

describe('the pickups of a week', () => {
  it('are counted by day and carrier, and every number is as long as its list', async () => {
    const { station, book, rateId } = await desk()
    await book('PO-1')
    await book('PO-2', { rateId })
    await book('PO-3', { rateId })
    await book('PO-4', { pickupDate: WEDNESDAY })
    await book('PO-5', { pickupDate: '2026-12-01' })

    const { counts, isComplete } = await station.run('pickups.week', { from: MONDAY })
    expect(isComplete).toBe(true)
    expect(counts.map(({ day, count }) => [day, count]).toSorted()).toEqual([
      [MONDAY, 1],
      [MONDAY, 2],
      [WEDNESDAY, 1],
    ])
    for (const { day, carrier, count } of counts) {
      const list = await station.run('pickups.list', { day, carrier })
      expect([list.count, list.pickups.length]).toEqual([count, count])
      expect(list.pickups.every((pickup) => pickup.pickupDate === day && pickup.carrier === carrier)).toBe(true)
    }
    const all = await station.run('pickups.list', { day: MONDAY })
    expect(all.pickups.map(({ reference }) => reference)).toEqual(['PO-1', 'PO-2', 'PO-3'])
  })

  it('hold what waits to be sent, and neither what was given up nor what was called off', async () => {
    const { station, clock, book, numbers, submit, atService } = await desk()
    const { bookingId, shipmentId } = await book('PO-1')
    expect(shipmentId).not.toBeNull()
    await station.run('bookings.requestChange', {
      submissionId: 'calls-it-off',
      bookingId,
      change: { kind: 'cancel', reason: 'Customer cancelled' },
    })
    await station.until('the cancellation', async () => {
      const { cancellation } = await station.run('bookings.get', { bookingId })
      return cancellation
    })
    expect((await atService('PO-1'))[0]?.status).toBe('CANCELLED')
    expect(await numbers()).toEqual([])

    const waiting = await submit('PO-2', { pickupDate: MONDAY, holdUntil: addDays(dayAt(clock.now()), 1) })
    expect(await numbers()).toEqual([{ day: MONDAY, count: 1, unbooked: 1, taken: 0 }])
    // Another day moves it to that day.
    await station.run('bookings.requestChange', {
      submissionId: 'another-day',
      bookingId: waiting.bookingId,
      change: { kind: 'update', pickupDate: WEDNESDAY },
    })
    expect(await numbers()).toEqual([{ day: WEDNESDAY, count: 1, unbooked: 1, taken: 0 }])
    await station.run('bookings.cancel', { bookingId: waiting.bookingId })
    expect(await numbers()).toEqual([])
  })

  it('are read by the day of pickup: the statement walks no history', async () => {
    const db = new Database(':memory:')
    for (const sql of LEDGER_MIGRATIONS) db.exec(sql)
    await growLedger(db, { bookings: 3_000, labelBytes: 20 })
    const asked: string[] = []
    const prepare = db.prepare.bind(db)
    db.prepare = (sql: string) => {
      if (!sql.startsWith('EXPLAIN')) asked.push(sql)
      return prepare(sql)
    }
    await pickupRows(db).pickups({ environment: 'embedded', from: MONDAY, until: WEDNESDAY, limit: 10 })
    const [sql] = asked
    if (sql === undefined) throw new Error('nothing was asked')
    const plan = JSON.stringify(
      prepare(`EXPLAIN QUERY PLAN ${sql}`).all({ environment: 'embedded', from: '', until: '', limit: 1 }),
    )
    expect(plan).toContain('booking_pickup (environment=? AND <expr>>? AND <expr><?)')
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/)
  })
})
