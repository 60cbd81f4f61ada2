import { describe, expect, it } from 'vitest'
import { bookingStore, type BookingStore } from '../../src-main/booking/bookings.rows.ts'
import { labelStore } from '../../src-main/labels/labels.rows.ts'
import { newBooking } from '../support/bookings.ts'
import type { FakeClock } from '../support/fake-clock.ts'
import { testLedger } from '../support/ledger.ts'
import { tempDir } from '../support/temp-dir.ts'

async function open(dir = tempDir()) {
  const { clock, ledger } = await testLedger({ dataDir: dir })
  return { clock, ledger, bookings: bookingStore(ledger.db, clock) }
}

const later = (clock: FakeClock) => new Date(clock.now().getTime() + 300_000)

async function take(bookings: BookingStore, clock: FakeClock, lease = 'mine', most = 10): Promise<string[]> {
  const taken = await bookings.takeToSend('embedded', { lease, leasedUntil: later(clock), most, isReady: () => true })
  return taken.map(({ reference }) => reference)
}

it('whose label is missing are those that are booked, not called off, and have none, whatever became of them', async () => {
  const { ledger, bookings, clock } = await open()
  const { db } = ledger
  const labels = labelStore(db, clock)
  const expected = db
    .prepare(
      `SELECT shipment_id FROM booking b WHERE state = 'BOOKED' AND cancellation IS NULL AND NOT EXISTS (
         SELECT 1 FROM label l WHERE l.environment = b.environment AND l.shipment_id = b.shipment_id) ORDER BY seq DESC`,
    )
    .pluck()
  const same = async () =>
    expect((await labels.missing('embedded')).map(({ shipmentId }) => shipmentId)).toEqual(expected.all())
  for (const id of ['a', 'b', 'c']) await bookings.submit(newBooking(id))
  await same()
  db.exec(`UPDATE booking SET state = 'BOOKED', shipment_id = 'SHP-' || seq`)
  await same()
  expect(expected.all()).toHaveLength(3)
  const bytes = Buffer.from('^XA^XZ')
  await labels.keep('embedded', 'SHP-1', [{ documentId: 'D', format: 'ZPL', bytes }])
  await labels.keep('another', 'SHP-2', [{ documentId: 'D', format: 'ZPL', bytes }])
  await same()
  db.exec(`UPDATE booking SET cancellation = '{}' WHERE seq = 2`)
  await same()
  expect(expected.all()).toEqual(['SHP-3'])
  await labels.keep('embedded', 'SHP-1', [])
  await same()
  expect(expected.all()).toEqual(['SHP-3', 'SHP-1'])
})

describe('bookings in the ledger', () => {
  it('keep the clerk’s reference, and put a suffix only when it was used', async () => {
    const { bookings } = await open()
    const references = []
    for (const id of ['a', 'b', 'c']) {
      references.push((await bookings.submit(newBooking(id, { reference: 'PO-1' }))).reference)
    }
    expect(references).toEqual(['PO-1', 'PO-1-2', 'PO-1-3'])
    expect(await bookings.referenceFor('po-1')).toBe('po-1-4')
    expect(await bookings.referenceFor('PO-7')).toBe('PO-7')
  })

  it('are one booking when the same form is submitted twice', async () => {
    const { bookings } = await open()
    const first = await bookings.submit(newBooking('a'))
    const again = await bookings.submit({ ...newBooking('b'), submissionId: newBooking('a').submissionId })
    expect(again.bookingId).toBe(first.bookingId)
    expect(await bookings.list({ limit: 10 })).toHaveLength(1)
  })

  it('of another service are never due here', async () => {
    const { bookings, clock } = await open()
    await bookings.submit({ ...newBooking('a'), environment: 'https://freight.example/api/v1' })
    expect(await take(bookings, clock)).toEqual([])
    expect(await bookings.countNotSent()).toBe(1)
  })

  it('are found by reference in any letter case, tracking number, PRO and shipment id', async () => {
    const { bookings, clock } = await open()
    const { bookingId } = await bookings.submit(newBooking('a'))
    await bookings.move(bookingId, 'QUEUED', { to: 'SENDING', sentAt: clock.now() })
    await bookings.move(bookingId, 'SENDING', {
      to: 'BOOKED',
      charged: null,
      shipment: { shipmentId: 'SHP-1', trackingNumber: 'TRK-1', proNumber: '123456789' },
    })
    for (const code of ['PO-a', 'po-A', 'SHP-1', 'TRK-1', 'trk-1', '123456789', '123-456 789']) {
      expect(await bookings.findByCode('embedded', code)).toMatchObject([{ bookingId }])
    }
    expect(await bookings.findByCode('embedded', 'PO-')).toEqual([])
  })

  it('that may be at the service go back to the queue at a person’s word only', async () => {
    const { bookings, clock } = await open()
    const { bookingId } = await bookings.submit(newBooking('a'))
    await take(bookings, clock)
    await bookings.move(bookingId, 'SENDING', { to: 'UNKNOWN', dueAt: clock.now() })
    await bookings.move(bookingId, 'UNKNOWN', {
      to: 'NEEDS_DECISION',
      question: { kind: 'not-found', checks: 4 },
      dueAt: clock.now(),
    })
    const again = { to: 'QUEUED', dueAt: clock.now() } as const
    await expect(bookings.move(bookingId, 'NEEDS_DECISION', again)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    const queued = await bookings.move(bookingId, 'NEEDS_DECISION', { ...again, actor: 'operator' })
    expect(queued).toMatchObject({ state: 'QUEUED', sentAt: clock.now().toISOString() })
  })

  it('are not booked under a shipment that the site has for another station’s booking', async () => {
    const { bookings, clock, ledger } = await open()
    const shipment = { shipmentId: 'SHP-1', trackingNumber: null, proNumber: null }
    const { bookingId } = await bookings.submit(newBooking('a'))
    await take(bookings, clock)
    ledger.db.exec(`INSERT INTO site_booking (booking_id, environment, reference, shipment_id, record)
      VALUES ('bkg_of_b', 'embedded', 'PO-of-b', 'SHP-1', '{}')`)
    const asked = await bookings.move(bookingId, 'SENDING', { to: 'BOOKED', charged: null, shipment })
    expect(asked).toMatchObject({
      state: 'UNKNOWN',
      shipmentId: null,
      error: { code: 'SHIPMENT_CLAIMED', details: { reference: 'PO-of-b' } },
    })
  })

  it('change their quote and their price in the step that queues them again, and keep both in the audit log', async () => {
    const { bookings, ledger, clock } = await open()
    const { bookingId } = await bookings.submit(newBooking('a'))
    const terms = {
      quoteId: 'q-2',
      loadId: null,
      expiresAt: '2026-11-21T17:00:00.000Z',
      total: { minor: 40000, currency: 'USD' },
      carrierName: 'Northline Freight',
    }
    const detail = { was: { minor: 41280, currency: 'USD' }, now: terms.total, wasQuoteId: 'q-1', quoteId: 'q-2' }
    const moved = await bookings.move(bookingId, 'QUEUED', {
      to: 'QUEUED',
      action: 'requoted',
      terms,
      detail,
      dueAt: clock.now(),
    })
    expect(moved).toMatchObject({ total: terms.total, quoteExpiresAt: terms.expiresAt, request: { quoteId: 'q-2' } })
    expect(moved.request).toEqual({ ...newBooking('a').request, quoteId: 'q-2' })
    const audit = ledger.db.prepare(`SELECT detail FROM audit WHERE action = 'requoted'`).pluck().get()
    expect(JSON.parse(String(audit))).toMatchObject(detail)
  })

  it('are listed by state, by words and page by page, newest first', async () => {
    const { bookings } = await open()
    for (const id of ['a', 'b', 'c']) await bookings.submit(newBooking(id))
    await bookings.move('bkg_b', 'QUEUED', { to: 'CANCELLED', actor: 'operator' })
    const references = async (query: Omit<Parameters<BookingStore['list']>[0], 'limit'>, limit = 10) =>
      (await bookings.list({ ...query, limit })).map(({ reference }) => reference)
    expect(await references({ state: 'QUEUED' })).toEqual(['PO-c', 'PO-a'])
    expect(await references({ states: ['CANCELLED', 'BOOKED'] })).toEqual(['PO-b'])
    expect(await references({ states: ['CANCELLED', 'QUEUED'] })).toEqual(['PO-c', 'PO-b', 'PO-a'])
    expect(await references({ text: 'globex po-b' })).toEqual(['PO-b'])
    expect(await references({ text: 'globex nowhere' })).toEqual([])
    expect(await references({}, 2)).toEqual(['PO-c', 'PO-b'])
    expect(await references({ before: 'bkg_b' }, 2)).toEqual(['PO-a'])
    expect(await references({ before: 'bkg_none' })).toEqual([])
    expect(await bookings.counts()).toMatchObject({ QUEUED: 2, CANCELLED: 1, BOOKED: 0 })
  })

  it('whose shipment was canceled are counted and listed as such, and as booked no more', async () => {
    const { bookings, ledger } = await open()
    for (const id of ['a', 'b', 'c', 'd']) await bookings.submit(newBooking(id))
    ledger.db.exec(`UPDATE booking SET state = 'BOOKED', shipment_id = booking_id WHERE reference <> 'PO-d'`)
    const cancellation = JSON.stringify({ reason: null, refund: null, refundStatus: null, cancelledAt: '2026-11-21' })
    ledger.db.exec(`UPDATE booking SET cancellation = '${cancellation}' WHERE reference = 'PO-b'`)
    const listed = async (query: Omit<Parameters<BookingStore['list']>[0], 'limit'>) =>
      (await bookings.list({ ...query, limit: 10 })).map(({ reference }) => reference)
    expect(await bookings.counts()).toMatchObject({ QUEUED: 1, BOOKED: 2, VOIDED: 1 })
    expect(await listed({ states: ['BOOKED'], isCanceled: false })).toEqual(['PO-c', 'PO-a'])
    expect(await listed({ isCanceled: true })).toEqual(['PO-b'])
    expect(await listed({ isCanceled: true, text: 'globex' })).toEqual(['PO-b'])
    expect(await listed({ isCanceled: true, carrier: 'nobody' })).toEqual([])
    expect(await listed({ states: ['BOOKED'] })).toEqual(['PO-c', 'PO-b', 'PO-a'])
  })

  it('are listed by the days they were handed in on, by carrier, price and batch, one beside the other', async () => {
    const { bookings, clock } = await open()
    const book = async (id: string, carrierName: string, minor: number | null) => {
      const booking = newBooking(id)
      const total = minor === null ? null : { minor, currency: 'USD' }
      await bookings.submit({ ...booking, summary: { ...booking.summary, carrierName, total } })
      clock.advance(24 * 60 * 60 * 1000)
    }
    const first = clock.now()
    await book('a', 'Northline Freight', 10_000)
    const second = clock.now().toISOString()
    await book('b', 'Summit Parcel', 20_000)
    const third = clock.now().toISOString()
    await book('c', 'Northline Freight', null)
    const ids = async (query: Omit<Parameters<BookingStore['list']>[0], 'limit'>) =>
      (await bookings.list({ ...query, limit: 10 })).map(({ bookingId }) => bookingId)
    expect(await ids({ since: second })).toEqual(['bkg_c', 'bkg_b'])
    expect(await ids({ since: second, until: third })).toEqual(['bkg_b'])
    expect(await ids({ until: first.toISOString() })).toEqual([])
    expect(await ids({ carrier: 'northline' })).toEqual(['bkg_c', 'bkg_a'])
    expect(await ids({ leastPrice: 10_000 })).toEqual(['bkg_b', 'bkg_a'])
    expect(await ids({ mostPrice: 15_000, carrier: 'line' })).toEqual(['bkg_a'])
    expect(await ids({ text: 'po-a', since: second })).toEqual([])
  })
})
