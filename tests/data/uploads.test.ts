import { describe, expect, it } from 'vitest'
import { handsOver } from '../../src-main/site/wire-site.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { ruleStore } from '../../src-main/rules/rules.rows.ts'
import { mutableStateOf } from '../../src-main/booking/booking-row.rows.ts'
import { settingStore } from '../../src-main/settings/settings.rows.ts'
import { uploadStore } from '../../src-main/site/uploads.rows.ts'
import { siteMirror } from '../../src-main/site/site-mirror.rows.ts'
import type { SiteBooking } from '../../src-shared/site/record.ts'
import { newBooking } from '../support/bookings.ts'
import { palletsToChicago } from '../support/freight.ts'
import { testLedger } from '../support/ledger.ts'

const TIMELINE = 'ABCDEF0100000001'
const MINUTE = 60_000
const ANY_LOAD = { consignee: '', from: '', to: '', fromLb: null, toLb: null }

describe('what a station hands over', () => {
  it('is due when it was put off to, and at once where the clock was set back since', async () => {
    const { clock, ledger } = await testLedger()
    await bookingStore(ledger.db, clock, handsOver(ledger.db, clock).booking).submit(newBooking('a'))
    const store = uploadStore(ledger.db, clock)
    const idsDue = async () =>
      (await store.take(TIMELINE, 10)).map((item) => (item.kind === 'booking' ? item.booking.bookingId : ''))
    expect(await idsDue()).toEqual(['bkg_a'])
    const dueAt = new Date(clock.now().getTime() + MINUTE)
    await store.postpone(['bkg_a'], dueAt, null)
    expect(await idsDue()).toEqual([])
    expect(await store.nextDueAt()).toEqual(dueAt)
    // Somebody puts a clock right that was an hour and a half ahead.
    clock.advance(-90 * MINUTE)
    expect(await store.nextDueAt()).toEqual(clock.now())
    expect(await idsDue()).toEqual(['bkg_a'])
  })

  it('says what the tolerance and the rules allow it to cost', async () => {
    const { clock, db } = await testLedger()
    const bookings = bookingStore(db, clock, handsOver(db, clock).booking)
    const { provider, service } = { provider: 'Northline Freight', service: 'LTL_STANDARD' }
    const origin = { kind: 'domestic' as const, request: palletsToChicago(), provider, service, scac: null }
    const limitsReported = async () =>
      (await uploadStore(db, clock).take(TIMELINE, 10)).map((item) =>
        item.kind === 'booking' ? item.mostAllowed : item,
      )
    await bookings.submit({ ...newBooking('a'), origin })
    const { total } = newBooking('a').summary
    expect(await limitsReported()).toEqual([total])
    await settingStore(db, clock).write('settings', { priceTolerance: 10 })
    await bookings.submit({ ...newBooking('c'), origin })
    expect(await limitsReported()).toEqual([total, total && { ...total, minor: Math.floor(total.minor * 1.1) }])
    const most = { minor: (total?.minor ?? 0) - 1, currency: 'USD' }
    const limit = {
      name: 'At most',
      isOn: true,
      when: { ...ANY_LOAD, to: 'IL' },
      does: { kind: 'limit' as const, most },
    }
    await ruleStore(db, clock).save('rul_1', limit)
    await bookings.submit({ ...newBooking('b'), origin })
    expect(await limitsReported()).toEqual([total, total && { ...total, minor: Math.floor(total.minor * 1.1) }, most])
  })

  it('stands as the site tells: in the order of its clock within a timeline, and anew under another', async () => {
    const { clock, ledger } = await testLedger()
    const bookings = bookingStore(ledger.db, clock, handsOver(ledger.db, clock).booking)
    const before = await bookings.submit(newBooking('a'))
    const store = uploadStore(ledger.db, clock)
    const [item] = await store.take(TIMELINE, 10)
    if (item?.kind !== 'booking') throw new Error('nothing is handed over')
    const hear = async (timeline: string, state: 'SENDING' | 'UNKNOWN' | 'BOOKED', minute: number) => {
      const updatedAt = new Date(clock.now().getTime() + minute * MINUTE).toISOString()
      const shipmentId = state === 'BOOKED' ? 'SHP-1' : null
      const course = { ...mutableStateOf(before), state, shipmentId, sentAt: clock.now().toISOString() }
      const booking: SiteBooking = { ...item.booking, stationId: 'stn_1', course, updatedAt }
      const page = { timeline, events: [{ kind: 'booking' as const, seq: 1, booking }], next: 1, hasMore: false }
      await siteMirror(ledger.db, clock).follow({ ...page, at: updatedAt }, 'stn_1')
      return (await bookings.get('bkg_a')).state
    }
    expect(await hear(TIMELINE, 'UNKNOWN', 10)).toBe('UNKNOWN')
    expect(await hear(TIMELINE, 'SENDING', 5)).toBe('UNKNOWN')
    // Another machine holds the database now, with a clock that is behind.
    expect(await hear('ABCDEF0100000002', 'BOOKED', 7)).toBe('BOOKED')
    expect(await hear('ABCDEF0100000002', 'UNKNOWN', 6)).toBe('BOOKED')
  })

  it('is of no day of another station any more once it is on a manifest', async () => {
    const { clock, db } = await testLedger()
    const before = await bookingStore(db, clock, handsOver(db, clock).booking).submit(newBooking('a'))
    const [item] = await uploadStore(db, clock).take(TIMELINE, 10)
    if (item?.kind !== 'booking') throw new Error('nothing is handed over')
    const at = clock.now().toISOString()
    const events = ['SHP-1', 'SHP-2'].map((shipmentId, index) => {
      const course = { ...mutableStateOf(before), state: 'BOOKED' as const, shipmentId, sentAt: at }
      const ids = { bookingId: `bkg_${shipmentId}`, reference: `PO-${shipmentId}`, stationId: 'stn_2' }
      return { kind: 'booking' as const, seq: index + 1, booking: { ...item.booking, ...ids, course, updatedAt: at } }
    })
    const mirror = siteMirror(db, clock)
    await mirror.follow({ timeline: TIMELINE, events, next: 2, hasMore: false, at }, 'stn_1')
    const ofDays = async () => {
      const found = await mirror.ofDays('embedded', '2026-01-01', '2027-12-31')
      return found.map(({ shipmentId }) => shipmentId)
    }
    expect(await ofDays()).toEqual(['SHP-1', 'SHP-2'])
    db.pragma('foreign_keys = OFF')
    db.prepare(
      `INSERT INTO site_manifest_shipment (environment, shipment_id, manifest_id) VALUES ('embedded', 'SHP-1', 'mft_1')`,
    ).run()
    expect(await ofDays()).toEqual(['SHP-2'])
  })
})
