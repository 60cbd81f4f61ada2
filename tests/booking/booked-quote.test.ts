import { describe, expect, it } from 'vitest'
import type { DirectBooking } from '../../src-shared/freight/booking.ts'
import { bookingOutbox } from '../support/booking-outbox.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'

type Desk = Awaited<ReturnType<typeof bookingOutbox>>

let forms = 0

/** A form of the Book screen that says nothing of being meant. */
const formOf = (quote: Desk['quote'], change: Parameters<typeof bookingOf>[1] = {}) => ({
  ...bookingOf(quote, change),
  usedQuote: undefined,
})

describe('a quote that was booked', () => {
  it('is booked again only when a person says so, with or without a reference', async () => {
    const desk = await bookingOutbox()
    const { run, station } = desk.station
    const first = await run('bookings.submit', formOf(desk.quote))
    const usedBy = { bookingId: first.bookingId, reference: first.reference, carrierName: first.carrierName }
    for (const reference of ['', 'PO-2']) {
      // Another rate of it is the same freight.
      for (const { rateId } of desk.quote.rates.slice(0, 2)) {
        expect(await station.invoke('bookings.submit', formOf(desk.quote, { reference, rateId }))).toMatchObject({
          ok: false,
          error: { code: 'ALREADY_BOOKED', details: { quoteId: desk.quote.id, usedBy } },
        })
      }
    }
    const meant = { ...formOf(desk.quote, { reference: 'PO-2' }), usedQuote: desk.quote.id }
    expect((await run('bookings.submit', meant)).reference).toBe('PO-2')
  })

  it('is one booking when two tabs hand it in at one moment, and the same form twice is the same booking', async () => {
    const desk = await bookingOutbox()
    const forms = [formOf(desk.quote), formOf(desk.quote)]
    const both = await Promise.all(forms.map((form) => desk.station.station.invoke('bookings.submit', form)))
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    const [taken] = forms.filter((_, index) => both[index]?.ok)
    expect(await desk.station.station.invoke('bookings.submit', taken)).toMatchObject({ ok: true })
    expect(await desk.station.run('bookings.list', { limit: 10 })).toHaveLength(1)
  })

  it('is booked again without a word where the booking of it was canceled or refused, or its reference is used on purpose', async () => {
    const desk = await bookingOutbox()
    const { run } = desk.station
    await run('bookings.submit', formOf(desk.quote, { reference: 'PO-1' }))
    const again = await run('bookings.submit', formOf(desk.quote, { reference: 'PO-1', usedReference: 'PO-1' }))
    for (const { bookingId } of await run('bookings.list', { limit: 10 })) {
      await desk.inState(bookingId, 'BOOKED')
      await run('bookings.requestChange', {
        submissionId: `cancel-${bookingId}`,
        bookingId,
        change: { kind: 'cancel', reason: 'not needed' },
      })
      await desk.station.until('its end', async () => (await run('bookings.get', { bookingId })).cancellation)
    }
    const third = await run('bookings.submit', formOf(desk.quote, { reference: 'PO-7' }))
    expect(third.bookingId).not.toBe(again.bookingId)
  })
})

describe('a quote without its street', () => {
  it('has rates, is booked by none of them, and is booked once it was asked with the street', async () => {
    const desk = await bookingOutbox()
    const { run, station } = desk.station
    const whole = palletsToChicago()
    const { address1: _street, ...destinationAddress } = whole.destinationAddress
    const byZip = await run('quotes.request', { ...whole, destinationAddress })
    expect(byZip.rates.map(({ total }) => total)).toEqual(desk.quote.rates.map(({ total }) => total))
    const refused = await station.invoke('bookings.submit', formOf(byZip))
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', details: { issues: [{ path: 'destinationAddress.address1' }] } },
    })
    expect(await run('bookings.list', { limit: 10 })).toEqual([])
    const withStreet = await run('quotes.request', whole)
    const { bookingId } = await run('bookings.submit', formOf(withStreet))
    expect((await run('bookings.list', { limit: 10 })).map((booking) => booking.bookingId)).toEqual([bookingId])
  })
})

describe('freight that is booked directly', () => {
  const formFor = (desk: Desk, change: Partial<DirectBooking> = {}, usedBooking?: string) => {
    const { originAddress, destinationAddress, cargo } = palletsToChicago()
    const { provider = '', service = '' } = desk.quote.rates[0] ?? {}
    const named = { service: { provider, service }, shipDate: '2026-11-23' }
    return {
      kind: 'direct' as const,
      submissionId: `direct-form-${++forms}`,
      request: { originAddress, destinationAddress, cargo, ...named, ...change },
      usedBooking,
    }
  }
  const codeOf = async (desk: Desk, ...form: [Partial<DirectBooking>?, string?]) => {
    const answer = await desk.station.station.invoke('bookings.submit', formFor(desk, ...form))
    return answer.ok ? 'taken' : answer.error.code
  }

  it('is asked about within the hour, and booked again only by naming the booking that was shown', async () => {
    const desk = await bookingOutbox()
    const { run, station } = desk.station
    const first = await run('bookings.submit', formFor(desk, { reference: 'PO-1' }))
    const refused = await station.invoke('bookings.submit', formFor(desk, { reference: 'PO-2' }))
    const usedBy = { bookingId: first.bookingId, reference: 'PO-1', carrierName: first.carrierName }
    expect(refused).toMatchObject({ ok: false, error: { code: 'ALREADY_BOOKED', details: { usedBy } } })
    // In two windows that both show the first one it is booked again once.
    const both = [formFor(desk, {}, first.bookingId), formFor(desk, {}, first.bookingId)]
    const answers = await Promise.all(both.map((form) => station.invoke('bookings.submit', form)))
    expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    desk.wait(3_610)
    expect(await codeOf(desk)).toBe('taken')
  })

  it('is not where the freight, the service or the day differ, nor where the reference is used on purpose', async () => {
    const desk = await bookingOutbox()
    expect(await codeOf(desk, { reference: 'PO-1' })).toBe('taken')
    const { cargo } = palletsToChicago()
    const { provider = '', service = '' } = desk.quote.rates[1] ?? {}
    expect(await codeOf(desk, { cargo: [...cargo, ...cargo] })).toBe('taken')
    expect(await codeOf(desk, { service: { provider, service } })).toBe('taken')
    expect(await codeOf(desk, { shipDate: '2026-11-24' })).toBe('taken')
    const form = { ...formFor(desk, { reference: 'PO-1' }), usedReference: 'PO-1' }
    expect(await desk.station.station.invoke('bookings.submit', form)).toMatchObject({ ok: true })
  })
})

describe('freight that is booked directly and by a quote', () => {
  const form = (change: Partial<DirectBooking> = {}, usedBooking?: string) => {
    const { originAddress, destinationAddress, cargo } = palletsToChicago()
    // Another hand at the dock, and another carrier: it is the same freight.
    const origin = { ...originAddress, contactName: 'Kim', phone: '+15125550199' }
    const named = { service: { provider: 'By Phone', service: 'LTL' }, shipDate: '2026-11-23' }
    const request = { originAddress: origin, destinationAddress, cargo, ...named, ...change }
    return { kind: 'direct' as const, submissionId: `either-form-${++forms}`, request, usedBooking }
  }

  it('is asked about within the hour, whichever came first, and is meant by naming the booking or the quote', async () => {
    const desk = await bookingOutbox()
    const { run, station } = desk.station
    const byQuote = await run('bookings.submit', formOf(desk.quote, { reference: 'PO-1' }))
    expect(await station.invoke('bookings.submit', form())).toMatchObject({
      ok: false,
      error: { code: 'ALREADY_BOOKED', details: { usedBy: { bookingId: byQuote.bookingId, reference: 'PO-1' } } },
    })
    const [line] = palletsToChicago().cargo
    if (!line) throw new Error('no cargo')
    for (const other of [{ cargo: [{ ...line, quantity: 3 }] }, { shipDate: '2026-11-25' }]) {
      await run('bookings.submit', form(other))
    }
    await run('bookings.submit', form({}, byQuote.bookingId))

    const other = await bookingOutbox()
    const direct = await other.station.run('bookings.submit', form({ reference: 'PO-2' }))
    const quoted = formOf(other.quote)
    expect(await other.station.station.invoke('bookings.submit', quoted)).toMatchObject({
      ok: false,
      error: { code: 'ALREADY_BOOKED', details: { usedBy: { bookingId: direct.bookingId, reference: 'PO-2' } } },
    })
    await other.station.run('bookings.submit', { ...quoted, usedQuote: other.quote.id })
  })
})

describe('the same freight, on the same way and day', () => {
  const again = (desk: Desk, change: Parameters<typeof palletsToChicago>[0] = {}) =>
    desk.station.run('quotes.request', palletsToChicago(change))
  const hand = async (desk: Desk, quote: Desk['quote'], change: Parameters<typeof bookingOf>[1] = {}) => {
    const answer = await desk.station.station.invoke('bookings.submit', formOf(quote, change))
    return answer.ok ? 'taken' : answer.error.code
  }

  it('is asked about within the hour, by a quote of its own, whatever it is insured for', async () => {
    const desk = await bookingOutbox()
    expect(await hand(desk, desk.quote, { reference: 'PO-1' })).toBe('taken')
    expect(await hand(desk, await again(desk, { insuranceAmount: 500 }), { reference: 'PO-2' })).toBe('ALREADY_BOOKED')
    desk.wait(3_590)
    expect(await hand(desk, await again(desk), { reference: 'PO-2' })).toBe('ALREADY_BOOKED')
    desk.wait(20)
    expect(await hand(desk, await again(desk), { reference: 'PO-2' })).toBe('taken')
  })

  it('is not where the freight, its services or the day differ', async () => {
    const desk = await bookingOutbox()
    expect(await hand(desk, desk.quote)).toBe('taken')
    const [line] = palletsToChicago().cargo
    if (!line) throw new Error('no cargo')
    expect(await hand(desk, await again(desk, { cargo: [{ ...line, quantity: 3 }] }))).toBe('taken')
    expect(await hand(desk, await again(desk, { accessorials: [] }))).toBe('taken')
    const quote = await again(desk)
    expect(await hand(desk, quote, { pickupDate: '2026-11-24' })).toBe('taken')
    expect(await hand(desk, await again(desk))).toBe('ALREADY_BOOKED')
  })
})
