import { describe, expect, it } from 'vitest'
import type { BookingState } from '../../src-shared/machine/booking.ts'
import { bookingOutbox } from '../support/booking-outbox.ts'
import { LOOKS_BEFORE_ASKING } from '../../src-main/booking/outbox/schedule.ts'

const ENDS: BookingState[] = ['NEEDS_DECISION', 'REJECTED', 'BOOKED']
const LATER_S = [5, 10, 45, 240]

/** Lets the looks that are due come, one after the other. */
async function asked(desk: Awaited<ReturnType<typeof bookingOutbox>>, bookingId: string) {
  for (let look = 1; look < LOOKS_BEFORE_ASKING; look++) {
    await desk.station.until(`look ${look}`, async () => {
      const booking = await desk.station.run('bookings.get', { bookingId })
      return booking.checks >= look || ENDS.includes(booking.state) ? booking : null
    })
    desk.wait(LATER_S[look - 1] ?? 240)
  }
  return desk.inState(bookingId, ...ENDS)
}

describe('a conflict that the service tells of a booking', () => {
  it.each([['CONFLICT'], ['REFERENCE_IN_USE'], ['SHIPMENT_EXISTS'], ['IDEMPOTENCY_CONFLICT'], ['INVALID_REQUEST']])(
    'in the words %s is no refusal: what is there is looked for and taken',
    async (code) => {
      const desk = await bookingOutbox()
      await desk.onBooking({ kind: 'status', when: 'after', status: 409, code })
      const { bookingId } = await desk.submit()
      const { shipmentId } = await desk.inState(bookingId, 'BOOKED', 'REJECTED')
      expect(await desk.atService('PO-1')).toMatchObject([{ shipmentId }])
    },
  )

  it('of which nothing is found is put before a person, and not rejected by itself', async () => {
    const desk = await bookingOutbox()
    await desk.onBooking({ kind: 'status', when: 'before', status: 409, code: 'CONFLICT' })
    const { bookingId } = await desk.submit()
    expect(await asked(desk, bookingId)).toMatchObject({
      state: 'NEEDS_DECISION',
      question: { kind: 'not-found' },
      error: { code: 'CONFLICT' },
    })
  })
})

describe('a booking that was sent before, and is refused', () => {
  it('is looked for once more, and a person has the answer', async () => {
    const desk = await bookingOutbox()
    await desk.onBooking({ kind: 'status', when: 'before', status: 502 })
    const { bookingId } = await desk.submit()
    await asked(desk, bookingId)
    await desk.onBooking({ kind: 'status', when: 'before', status: 400, code: 'INVALID_REQUEST' })
    await desk.station.run('bookings.answer', { bookingId, answer: { answer: 'send-again' } })
    const refused = await desk.station.until('the refusal', async () => {
      const booking = await desk.station.run('bookings.get', { bookingId })
      return booking.state === 'NEEDS_DECISION' && booking.error?.code === 'INVALID_REQUEST' ? booking : null
    })
    expect(refused.question).toEqual({ kind: 'not-found', checks: LOOKS_BEFORE_ASKING })
    // It does not go out by itself again.
    desk.wait(3600)
    await desk.station.until('a look more', async () => {
      const { checks } = await desk.station.run('bookings.get', { bookingId })
      return checks > LOOKS_BEFORE_ASKING ? true : null
    })
    expect(await desk.atService('PO-1')).toEqual([])
    await desk.station.run('bookings.answer', { bookingId, answer: { answer: 'give-up' } })
    expect((await desk.inState(bookingId, 'CANCELLED')).shipmentId).toBe(null)
  })

  it('is looked for even where the quote is over, which is asked for again once a person says so', async () => {
    const desk = await bookingOutbox()
    await desk.onBooking({ kind: 'status', when: 'before', status: 502 })
    const { bookingId } = await desk.submit()
    await asked(desk, bookingId)
    await desk.onBooking({ kind: 'status', when: 'before', status: 400, code: 'QUOTE_EXPIRED' })
    await desk.station.run('bookings.answer', { bookingId, answer: { answer: 'send-again' } })
    await desk.station.until('the refusal', async () => {
      const booking = await desk.station.run('bookings.get', { bookingId })
      return booking.state === 'NEEDS_DECISION' && booking.error?.code === 'QUOTE_EXPIRED' ? booking : null
    })
    expect(await desk.atService('PO-1')).toEqual([])
    await desk.station.run('bookings.answer', { bookingId, answer: { answer: 'send-again' } })
    const { shipmentId } = await desk.inState(bookingId, 'BOOKED')
    expect(await desk.atService('PO-1')).toMatchObject([{ shipmentId }])
    const { request } = await desk.station.station.services.bookings.get(bookingId)
    expect(request).not.toMatchObject({ quoteId: desk.quote.rates[0]?.quoteId })
  })

  it('is not rejected where its load was booked by another booking meanwhile', async () => {
    const desk = await bookingOutbox({ sandbox: { settings: { quoteShape: 'B' } } })
    const path = `/book/${desk.quote.loadId}`
    await desk.sandbox.fault({ method: 'POST', path, fault: { kind: 'status', when: 'before', status: 502 } })
    const { bookingId } = await desk.submit('PO-2')
    await asked(desk, bookingId)
    await desk.booked('PO-1')
    await desk.station.run('bookings.answer', { bookingId, answer: { answer: 'send-again' } })
    const left = await desk.station.until('the refusal', async () => {
      const booking = await desk.station.run('bookings.get', { bookingId })
      return booking.error?.details['reason'] === 'LOAD_ALREADY_BOOKED' ? booking : null
    })
    expect(['UNKNOWN', 'NEEDS_DECISION']).toContain(left.state)
  })

  it('keeps the time of its first send when the second one proves to have brought nothing', async () => {
    const desk = await bookingOutbox()
    await desk.onBooking({ kind: 'status', when: 'before', status: 502 })
    const { bookingId } = await desk.submit()
    await asked(desk, bookingId)
    const { bookings } = desk.station.station.services
    const { sentAt } = await bookings.get(bookingId)
    expect(sentAt).not.toBe(null)
    await desk.onBooking({ kind: 'status', when: 'before', status: 429, code: 'RATE_LIMIT_ERROR', retryAfter: '60' })
    await desk.station.run('bookings.answer', { bookingId, answer: { answer: 'send-again' } })
    await desk.station.until('the limit', async () =>
      (await bookings.get(bookingId)).error?.code === 'RATE_LIMIT_ERROR' ? true : null,
    )
    expect(await bookings.get(bookingId)).toMatchObject({ state: 'QUEUED', sentAt })
  })
})
