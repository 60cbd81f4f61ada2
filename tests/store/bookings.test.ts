import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BOOKING_STATES } from '../../src-shared/station/booking.ts'
import { BOOKING_TRANSITIONS, bookingStore } from '../../src-main/store/ledger/bookings.ts'
import { openLedger } from '../../src-main/store/ledger/ledger.ts'
import { newBooking } from '../support/bookings.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { tempDir } from '../support/temp-dir.ts'

async function open(dir = tempDir()) {
  const clock = new FakeClock()
  const ledger = await openLedger(dir, clock)
  onTestFinished(() => ledger.close())
  return { clock, ledger, bookings: bookingStore(ledger.db, clock) }
}

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

  it('put the unique reference into the wire body', async () => {
    const { bookings } = await open()
    await bookings.submit(newBooking('a', { reference: 'PO-1' }))
    const second = await bookings.submit(newBooking('b', { reference: 'PO-1' }))
    expect(second.request.reference).toBe('PO-1-2')
  })

  it('are one booking when the same form is submitted twice', async () => {
    const { bookings } = await open()
    const first = await bookings.submit(newBooking('a'))
    const again = await bookings.submit({ ...newBooking('b'), submissionId: newBooking('a').submissionId })
    expect(again.bookingId).toBe(first.bookingId)
    expect(await bookings.list(10)).toHaveLength(1)
  })

  it('move only along the allowed transitions, each with an audit row', async () => {
    const { bookings, ledger } = await open()
    await fc.assert(
      fc.asyncProperty(fc.uuid(), fc.array(fc.constantFrom(...BOOKING_STATES), { maxLength: 8 }), async (id, path) => {
        let booking = await bookings.submit(newBooking(id))
        let moves = 1
        for (const next of path) {
          const from = booking.state
          if (BOOKING_TRANSITIONS[from].includes(next)) {
            booking = await bookings.move(booking.bookingId, from, next)
            moves += 1
          } else {
            await expect(bookings.move(booking.bookingId, from, next)).rejects.toMatchObject({ code: 'WRONG_STATE' })
          }
        }
        expect((await bookings.get(booking.bookingId)).state).toBe(booking.state)
        const audit = ledger.db.prepare('SELECT count(*) AS n FROM audit WHERE subject_id = ?').get(booking.bookingId)
        expect(audit).toEqual({ n: moves })
      }),
      { numRuns: 40 },
    )
  })

  it('refuse a move from a state they are not in any more', async () => {
    const { bookings } = await open()
    const { bookingId } = await bookings.submit(newBooking('a'))
    await bookings.move(bookingId, 'QUEUED', 'SENDING')
    await expect(bookings.move(bookingId, 'QUEUED', 'SENDING')).rejects.toMatchObject({
      code: 'WRONG_STATE',
      details: { state: 'SENDING' },
    })
  })

  it('found SENDING at start become UNKNOWN and are due for a look at once', async () => {
    const { bookings, clock } = await open()
    const { bookingId } = await bookings.submit(newBooking('a'))
    await bookings.move(bookingId, 'QUEUED', 'SENDING', { sentAt: clock.now() })
    expect(await bookings.adoptInterrupted()).toBe(1)
    expect((await bookings.nextDue('embedded', 'UNKNOWN', clock.now()))?.bookingId).toBe(bookingId)
  })

  it('of another service are never due here', async () => {
    const { bookings, clock } = await open()
    await bookings.submit({ ...newBooking('a'), environment: 'https://freight.example/api/v1' })
    expect(await bookings.nextDue('embedded', 'QUEUED', clock.now())).toBeNull()
    expect(await bookings.countNotSent()).toBe(1)
  })

  it('are found by reference in any letter case, tracking number, PRO and shipment id', async () => {
    const { bookings } = await open()
    const { bookingId } = await bookings.submit(newBooking('a'))
    await bookings.move(bookingId, 'QUEUED', 'SENDING')
    await bookings.move(bookingId, 'SENDING', 'BOOKED', {
      shipment: { shipmentId: 'SHP-1', trackingNumber: 'TRK-1', proNumber: '123456789' },
    })
    for (const code of ['PO-a', 'po-A', 'SHP-1', 'TRK-1', '123456789']) {
      expect((await bookings.findByCode('embedded', code))?.bookingId).toBe(bookingId)
    }
    expect(await bookings.findByCode('embedded', 'PO-')).toBeNull()
  })
})
