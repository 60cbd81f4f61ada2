import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { LEDGER_MIGRATIONS } from '../../src-main/data/ledger/migrations.ts'
import { packWork } from '../../src-main/packing/pack-work.rows.ts'
import { addDays, timeOn } from '../../src-shared/station/day.ts'
import { growLedger } from '../support/grown-ledger.ts'
import { runningClock } from '../support/running-clock.ts'
import { directBooking } from '../support/site-stations.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'
import { bookedAt, jobEnded, printedBy } from './desk.ts'

describe('what is to be packed', () => {
  it('is by truck: what is printed is done, what was left behind is late', async () => {
    const running = runningClock('2026-11-21T15:00:00.000Z')
    let ahead = 0
    const clock = { now: () => new Date(running.now().getTime() + ahead) }
    const goTo = (moment: Date) => (ahead += moment.getTime() - clock.now().getTime())
    const station = await testStation(await testSandbox({ clock }))
    expect(await station.run('pack.worklist', {})).toMatchObject({ left: 0, done: 0, groups: [] })
    const first = await bookedAt(station, { reference: 'PO-1' })
    await bookedAt(station, { reference: 'PO-2' })
    const { pickupDate: day, carrierName: carrier } = first
    const before = await station.run('pack.worklist', {})
    // Freight of a later day is not today's.
    expect(before.left).toBe(before.day === day ? 2 : 0)
    // It is seen among the days to come, and can be packed for.
    expect(before.ahead).toEqual([{ day, left: 2 }])
    const early = await station.run('pack.worklist', { day })
    expect(early).toMatchObject({ day, left: 2, groups: [{ carrier, leftBehind: 0 }], ahead: [{ day, left: 2 }] })
    for (const other of [addDays(day, -30), addDays(day, 400)]) {
      expect((await station.run('pack.worklist', { day: other })).day).toBe(before.day)
    }

    goTo(timeOn(day, '12:00'))
    await station.run('settings.update', {
      cutoffs: [{ carrier: carrier.toUpperCase(), time: '16:00', place: 'door 3', phone: '956-555-0199' }],
    })
    const list = await station.run('pack.worklist', {})
    expect(list).toMatchObject({ day, left: 2, done: 0, isComplete: true })
    expect(list.groups).toHaveLength(1)
    expect(list.groups[0]).toMatchObject({
      carrier,
      leavesAt: timeOn(day, '16:00').toISOString(),
      place: 'door 3',
      phone: '956-555-0199',
    })
    expect(list.groups[0]?.orders.map(({ reference }) => reference)).toEqual(['PO-1', 'PO-2'])

    const { job } = await printedBy(station, { code: 'PO-1' })
    expect((await jobEnded(station, job.jobId)).state).toBe('PRINTED')
    expect(await station.run('pack.worklist', {})).toMatchObject({ left: 1, done: 1 })

    goTo(timeOn(day, '23:00'))
    expect((await station.run('pack.worklist', {})).groups[0]).toMatchObject({ left: 1, leftBehind: 0 })
    goTo(timeOn(addDays(day, 1), '09:00'))
    expect(await station.run('pack.worklist', {})).toMatchObject({ left: 1, done: 0, groups: [{ leftBehind: 1 }] })
  })

  it('includes what was booked without a day, on the day of the service, and so does the closing', async () => {
    const clock = runningClock('2026-11-21T15:00:00.000Z')
    const station = await testStation(await testSandbox({ clock }))
    const { bookingId } = await station.run('bookings.submit', directBooking('PO-9'))
    expect((await station.run('bookings.get', { bookingId })).pickupDate).toBe('')
    const { pickupDate: day } = await station.until('the label', async () => {
      const booking = await station.run('bookings.get', { bookingId })
      return booking.hasLabel ? booking : null
    })
    expect(day >= '2026-11-21').toBe(true)
    const { groups } = await station.run('pack.worklist', { day })
    expect(groups.flatMap(({ orders }) => orders.map(({ reference }) => reference))).toEqual(['PO-9'])
    const { notReady } = await station.run('endofday.get', { day })
    expect(notReady).toMatchObject([{ reference: 'PO-9', pickupDate: day, kind: 'not-printed' }])
  })

  it('is read by the day of pickup: the statement walks no history', async () => {
    const db = new Database(':memory:')
    for (const sql of LEDGER_MIGRATIONS) db.exec(sql)
    await growLedger(db, { bookings: 3_000, labelBytes: 20 })
    const asked: string[] = []
    const prepare = db.prepare.bind(db)
    db.prepare = (sql: string) => {
      if (!sql.startsWith('EXPLAIN')) asked.push(sql)
      return prepare(sql)
    }
    await packWork(db).of('embedded', '2026-11-01', '2026-11-14', 1_000)
    const [sql] = asked
    if (sql === undefined) throw new Error('nothing was asked')
    const plan = JSON.stringify(
      prepare(`EXPLAIN QUERY PLAN ${sql}`).all({ environment: 'embedded', from: '', until: '', limit: 1 }),
    )
    expect(plan).toContain('booking_pickup (environment=? AND <expr>>? AND <expr><?)')
    expect(plan).not.toMatch(/SCAN (booking|print_job|b|p)\b/)
    expect(plan).toContain('(shipment_id=?')
  })
})
