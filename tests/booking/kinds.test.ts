import { describe, expect, it } from 'vitest'
import { resolvePrecheck } from '../../src-main/booking/outbox/precheck.ts'
import { createSendBackoff } from '../../src-main/booking/outbox/send-backoff.ts'
import { dayAt } from '../../src-shared/station/day.ts'
import { normaliseCrossBorderQuote } from '../../src-main/freight/normalise/crossborder.ts'
import { FreightError } from '../../src-main/freight/http/failure.ts'
import type { DirectBooking } from '../../src-shared/freight/booking.ts'
import { crossborderQuoteRequestSchema } from '../../src-shared/freight/crossborder-quote.ts'
import { crossingRequest } from '../sandbox/crossing.ts'
import { bookingOutbox } from '../support/booking-outbox.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { otherService } from '../support/other-service.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'

type Desk = Awaited<ReturnType<typeof bookingOutbox>>

const LOST = { kind: 'drop', when: 'after' } as const

/** Pallets to Chicago with a carrier and a service of the quote, without the quote. */
function direct(desk: Desk, change: Partial<DirectBooking> = {}) {
  const { originAddress, destinationAddress, cargo } = palletsToChicago()
  const rate = desk.quote.rates[0]
  const service = { provider: rate?.provider ?? '', service: rate?.service ?? '' }
  return {
    kind: 'direct' as const,
    submissionId: `direct-${Math.random()}`,
    request: { originAddress, destinationAddress, cargo, service, reference: 'PO-D', ...change },
  }
}

async function crossborder(desk: Desk) {
  const request = crossborderQuoteRequestSchema.parse(crossingRequest())
  const { clock, environments, ids } = desk.station.station.services
  const answer = await environments.link().client.requestCrossBorderQuote(request)
  const quote = normaliseCrossBorderQuote(answer, request, ids.next('qte'), clock.now())
  const [rate] = quote.rates
  if (!rate) throw new Error('no rate')
  const { submissionId, shipperInfo, consigneeInfo, instructions, pickupDate, labelFormat } = bookingOf(desk.quote)
  const details = { shipperInfo, consigneeInfo, instructions, pickupDate, labelFormat, reference: 'PO-X' }
  const submit = () =>
    desk.station.station.services.outbox.submit({ kind: 'crossborder', submissionId, quote, rate, details })
  return { quote, rate, submit }
}

describe('a direct booking', () => {
  it('needs no quote, has no price before the service names one, and shows that', async () => {
    const desk = await bookingOutbox()
    const submitted = await desk.station.run('bookings.submit', direct(desk))
    expect(submitted).toMatchObject({ kind: 'direct', state: 'QUEUED', total: null, reference: 'PO-D' })
    const booked = await desk.inState(submitted.bookingId, 'BOOKED')
    expect(booked.total).toMatchObject({ currency: 'USD' })
    const detail = await desk.sandbox.get(`/tracking/lookup/${booked.shipmentId}`)
    expect(detail).toMatchObject({ data: { totalCost: (booked.total?.minor ?? 0) / 100 } })
  })

  it('whose answer was lost is adopted with the price it has there', async () => {
    const desk = await bookingOutbox()
    await desk.onBooking(LOST)
    const { bookingId } = await desk.station.run('bookings.submit', direct(desk))
    const booked = await desk.inState(bookingId, 'BOOKED')
    expect(booked.total?.minor).toBeGreaterThan(0)
    expect(await desk.atService('PO-D')).toMatchObject([{ shipmentId: booked.shipmentId }])
  })

  it('that the service refuses is booked as a copy with what was wrong put right', async () => {
    const desk = await bookingOutbox()
    const wrong = direct(desk, { service: { provider: 'Nobody', service: 'NONE' } })
    const { bookingId } = await desk.station.run('bookings.submit', wrong)
    await desk.inState(bookingId, 'REJECTED')
    const { service } = direct(desk).request
    const copied = await desk.station.run('bookings.copy', {
      bookingId,
      submissionId: 'copy-form-1',
      changes: { request: { ...wrong.request, service } },
    })
    expect(copied.reference).toBe('PO-D-2')
    const booked = await desk.inState(copied.bookingId, 'BOOKED')
    await expect(
      desk.station.run('bookings.copy', { bookingId: booked.bookingId, submissionId: 'copy-form-2' }),
    ).rejects.toMatchObject({ code: 'WRONG_STATE' })
  })

  it('that was refused and is copied in two windows is paid for once, unless that is meant', async () => {
    const desk = await bookingOutbox()
    const wrong = direct(desk, { service: { provider: 'Nobody', service: 'NONE' } })
    const { bookingId } = await desk.station.run('bookings.submit', wrong)
    await desk.inState(bookingId, 'REJECTED')
    const changes = { request: { ...wrong.request, service: direct(desk).request.service } }
    const copy = (submissionId: string, usedReference?: string) =>
      desk.station.station.invoke('bookings.copy', { bookingId, submissionId, changes, usedReference })
    // Both at one moment: each has seen that nothing is paid for.
    const both = await Promise.all([copy('window-1'), copy('window-2')])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(both.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'REFERENCE_USED', details: { next: 'PO-D-3' } } })
    expect(await copy('window-3')).toMatchObject({ ok: false, error: { code: 'REFERENCE_USED' } })
    expect(await copy('window-3', 'PO-D')).toMatchObject({ ok: true, value: { reference: 'PO-D-3' } })
    expect((await desk.station.run('bookings.list', { limit: 10 })).length).toBe(3)
  })

  it('is refused with the field that is wrong', async () => {
    const desk = await bookingOutbox()
    const { request, ...frame } = direct(desk)
    const withoutCity = { ...request, originAddress: { ...request.originAddress, city: '' } }
    await expect(desk.station.run('bookings.submit', { ...frame, request: withoutCity })).rejects.toMatchObject({
      message: 'request.originAddress.city: city is required',
    })
    const late = { ...frame, request: { ...request, shipDate: '2026-11-23' }, holdUntil: '2026-11-24' }
    await expect(desk.station.run('bookings.submit', late)).rejects.toMatchObject({
      message: 'holdUntil: must not be after request.shipDate, 2026-11-23',
    })
  })
})

describe('a quote that reserved a load', () => {
  it('is booked as that load', async () => {
    const desk = await bookingOutbox({ sandbox: { settings: { quoteShape: 'B' } } })
    const { bookingId } = await desk.submit()
    const booked = await desk.inState(bookingId, 'BOOKED')
    expect(booked).toMatchObject({
      kind: 'load',
      shipmentId: desk.quote.loadId,
      provider: desk.quote.rates[0]?.provider,
    })
  })

  it('whose answer was lost is adopted, not booked again', async () => {
    const desk = await bookingOutbox({ sandbox: { settings: { quoteShape: 'B' } } })
    await desk.sandbox.fault({ method: 'POST', path: `/book/${desk.quote.loadId}`, fault: LOST })
    const { bookingId } = await desk.submit()
    expect(await desk.inState(bookingId, 'BOOKED')).toMatchObject({ shipmentId: desk.quote.loadId })
    expect(await desk.atService('PO-1')).toHaveLength(1)
  })

  it('is booked by its quote where the service has no way to book a load, once', async () => {
    const sandbox = await testSandbox({ settings: { quoteShape: 'B' } })
    const service = await otherService(sandbox, ({ url }, spoken) =>
      url.includes('/book/') ? { status: 404, body: { message: 'no Route matched with those values' } } : spoken,
    )
    // What is asked for there does not come through.
    const asked = await testStation(sandbox, {
      startEmbedded: async () => ({ ...sandbox, baseUrl: service.baseUrl, close: async () => undefined }),
    })
    const quote = await asked.run('quotes.request', palletsToChicago())
    await sandbox.fault({
      method: 'POST',
      path: `/book/${quote.loadId}`,
      fault: { kind: 'status', when: 'before', status: 404, code: 'SHIPMENT_NOT_FOUND' },
    })
    const { bookingId } = await asked.run('bookings.submit', bookingOf(quote, { reference: 'PO-1' }))
    await asked.until('BOOKED', async () =>
      (await asked.run('bookings.get', { bookingId })).state === 'BOOKED' ? true : null,
    )
    const posts = service.received.filter(({ method, url }) => method === 'POST' && url.includes('/book'))
    expect(posts.map(({ url }) => url.replace(/.*\/book/, '/book'))).toEqual([
      `/book/${quote.loadId}`,
      '/book-shipment',
    ])
    expect(JSON.parse(posts[1]?.body ?? '{}')).toMatchObject({
      quoteId: quote.rates[0]?.quoteId,
      selectedRate: { provider: quote.rates[0]?.provider, service: quote.rates[0]?.service },
    })
  })

  it('of which the load was booked by somebody else is rejected, not adopted', async () => {
    const desk = await bookingOutbox({ sandbox: { settings: { quoteShape: 'B' } } })
    const first = await desk.submit('PO-1')
    await desk.inState(first.bookingId, 'BOOKED')
    const second = await desk.submit('PO-2')
    const rejected = await desk.inState(second.bookingId, 'REJECTED')
    expect(rejected).toMatchObject({ shipmentId: null, error: { details: { reason: 'LOAD_ALREADY_BOOKED' } } })
  })
})

describe('a cross-border booking', () => {
  it('is booked as its load, at the price quoted', async () => {
    const desk = await bookingOutbox()
    const { quote, rate, submit } = await crossborder(desk)
    const { bookingId } = await submit()
    expect(await desk.inState(bookingId, 'BOOKED')).toMatchObject({
      kind: 'load',
      shipmentId: quote.loadId,
      total: rate.total,
    })
  })

  it('whose answer was lost is adopted', async () => {
    const desk = await bookingOutbox()
    const { quote, submit } = await crossborder(desk)
    await desk.sandbox.fault({ method: 'POST', path: `/book/${quote.loadId}`, fault: LOST })
    const { bookingId } = await submit()
    expect(await desk.inState(bookingId, 'BOOKED')).toMatchObject({ shipmentId: quote.loadId })
  })

  it('whose quote ended while it waited is quoted again and booked as the new load', async () => {
    const desk = await bookingOutbox()
    const { quote, submit } = await crossborder(desk)
    await desk.sandbox.close()
    const { bookingId } = await submit()
    await desk.failed(bookingId)
    await desk.sandbox.reopen()
    desk.wait(3700)
    const booked = await desk.inState(bookingId, 'BOOKED')
    expect(booked.shipmentId).not.toBe(quote.loadId)
    expect(await desk.atService('PO-X')).toMatchObject([{ shipmentId: booked.shipmentId }])
  })
})

describe('a cross-border quote that is asked for again', () => {
  it.each([
    { to: '2026-11-02', ready: '11/02/2026 08:00 -6', scheduled: '2026-11-02T08:00', opens: '11/04/2026 09:00 -6' },
    { to: '2026-10-28', ready: '10/28/2026 08:00 -5', scheduled: '2026-10-28T08:00', opens: '10/29/2026 09:00 -6' },
  ])('for $to has the hours of that day at its docks', async ({ to, ready, scheduled, opens }) => {
    const desk = await bookingOutbox()
    const { submit } = await crossborder(desk)
    await desk.sandbox.close()
    const { bookingId } = await submit()
    const { bookings, environments } = desk.station.station.services
    const booking = await bookings.get(bookingId)
    if (booking.origin?.kind !== 'crossborder') throw new Error('it is of a cross-border quote')
    const { shipperLocation, consigneeLocation } = booking.origin.request
    const quoted = {
      ...booking.origin.request,
      shipperLocation: {
        ...{ ...shipperLocation, country: 'US' as const, stateOrProvince: 'TX', city: 'Laredo', zipCode: '78045' },
        ...{ scheduledDate: '2026-10-27T08:00', readyTime: '10/27/2026 08:00 -5', openTime: '10/27/2026 07:00:00 -5' },
        closeTime: '10/27/2026 17:00 -5',
      },
      consigneeLocation: {
        ...consigneeLocation,
        ...{ openTime: '10/29/2026 09:00 -6', closeTime: '10/29/2026 15:00 -6' },
      },
    }
    let asked: unknown
    await resolvePrecheck(
      { ...booking, pickupDate: to, origin: { ...booking.origin, request: quoted } },
      'quote-over',
      environments.link().client,
      {
        clock: desk.clock,
        backoff: createSendBackoff(desk.clock),
        quoteAgain: async (_client, origin) => {
          asked = origin.request
          throw new FreightError('refused', { code: 'NO_RATES_AVAILABLE', message: 'none' })
        },
        priceTolerance: async () => 0,
        checkPrice: async () => null,
        pickups: () => Promise.reject(new Error('its day has not passed')),
      },
    )
    expect(asked).toMatchObject({
      shipperLocation: { readyTime: ready, scheduledDate: scheduled, closeTime: ready.replace('08:00', '17:00') },
      consigneeLocation: { openTime: opens },
    })
  })
})

describe('a booking on hold', () => {
  it('is kept here until it is released', async () => {
    const desk = await bookingOutbox()
    const day = dayAt(new Date(desk.clock.now().getTime() + 5 * 86_400_000))
    const { bookingId } = await desk.submit('PO-1', { pickupDate: day, holdUntil: day })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await desk.station.run('bookings.get', { bookingId })).toMatchObject({ state: 'QUEUED', holdUntil: day })
    await desk.station.run('bookings.hold', { bookingId, holdUntil: null })
    await desk.inState(bookingId, 'BOOKED')
  })
})
