import type { BookingState } from '../../src-shared/machine/booking.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Booking } from '../../src-shared/station/booking/booking.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { testSandbox, type TestSandbox } from '../support/sandbox.ts'
import { testStation, type TestStation } from '../support/test-station.ts'

const listed = z.object({ data: z.array(z.object({ shipmentId: z.string() })) })

/** Shipments at the service with this reference, asked past the station. */
async function atService(sandbox: TestSandbox, reference: string): Promise<string[]> {
  const answer = listed.parse(await sandbox.get(`/shipments?reference=${encodeURIComponent(reference)}`))
  return answer.data.map(({ shipmentId }) => shipmentId)
}

/** A station whose clock the test moves, and a quote to book. */
async function open(start?: { reference: string }) {
  const sandbox = await testSandbox()
  // It starts at the service's time: quotes expire by that.
  const clock = new FakeClock(sandbox.clock.now().toISOString())
  const station = await testStation(sandbox, { clock })
  const quote = await station.run('quotes.request', palletsToChicago())
  const submit = (reference = start?.reference ?? 'PO-1') =>
    station.run('bookings.submit', bookingOf(quote, { reference }))
  return { sandbox, clock, station, quote, submit }
}

function inState(station: TestStation, bookingId: string, ...states: BookingState[]): Promise<Booking> {
  return station.until(states.join(' or '), async () => {
    const booking = await station.run('bookings.get', { bookingId })
    return states.includes(booking.state) ? booking : null
  })
}

/** Moves the clock and wakes the outbox, as its timer would. */
function wait(clock: FakeClock, station: TestStation, seconds: number): void {
  clock.advance(seconds * 1000)
  station.station.services.outbox.kick()
}

describe('a booking', () => {
  it('is answered at once as saved here, then booked, with its label kept', async () => {
    const { sandbox, station, submit } = await open()
    const submitted = await submit()
    expect(submitted).toMatchObject({ state: 'QUEUED', reference: 'PO-1', shipmentId: null })
    const booked = await inState(station, submitted.bookingId, 'BOOKED')
    expect(await atService(sandbox, 'PO-1')).toEqual([booked.shipmentId])
    await station.until('the label', async () =>
      (await station.run('bookings.get', { bookingId: booked.bookingId })).hasLabel ? true : null,
    )
  })

  it.each([
    ['the connection drops after the service booked it', { kind: 'drop', when: 'after' }],
    ['the answer is cut in the middle', { kind: 'garbage', when: 'after' }],
    ['a proxy answers 502 after the service booked it', { kind: 'status', when: 'after', status: 502 }],
    [
      'the service answers PROVIDER_ERROR after it booked',
      { kind: 'status', when: 'after', status: 503, code: 'PROVIDER_ERROR' },
    ],
  ] as const)('is adopted, not sent again, when %s', async (_what, fault) => {
    const { sandbox, station, submit } = await open()
    await sandbox.fault({ method: 'POST', path: '/book-shipment', fault })
    const { bookingId } = await submit()
    const booked = await inState(station, bookingId, 'BOOKED')
    expect(await atService(sandbox, 'PO-1')).toEqual([booked.shipmentId])
  })

  it('whose request was lost is looked for four times, and then a person is asked', async () => {
    const { sandbox, clock, station, submit } = await open()
    await sandbox.fault({ method: 'POST', path: '/book-shipment', fault: { kind: 'drop', when: 'before' } })
    const { bookingId } = await submit()
    for (const [checks, seconds] of [
      [1, 5],
      [2, 10],
      [3, 45],
    ] as const) {
      await station.until(`check ${checks}`, async () => {
        const booking = await station.run('bookings.get', { bookingId })
        return booking.state === 'UNKNOWN' && booking.checks === checks ? booking : null
      })
      wait(clock, station, seconds)
    }
    const asked = await inState(station, bookingId, 'NEEDS_DECISION')
    expect(asked.question).toEqual({ kind: 'not-found', checks: 4 })
    expect(await atService(sandbox, 'PO-1')).toEqual([])

    const again = await station.run('bookings.answer', { bookingId, answer: { answer: 'send-again' } })
    expect(again.state).toBe('QUEUED')
    const booked = await inState(station, bookingId, 'BOOKED')
    expect(await atService(sandbox, 'PO-1')).toEqual([booked.shipmentId])
  })

  it('is adopted as soon as the service can be asked again', async () => {
    const { sandbox, clock, station, submit } = await open()
    // The answer is lost, and so is every look for it.
    await sandbox.fault({ method: 'POST', path: '/book-shipment', fault: { kind: 'drop', when: 'after' } })
    await sandbox.fault({
      method: 'GET',
      path: '/shipments',
      times: 1000,
      fault: { kind: 'status', when: 'before', status: 404, code: 'SHIPMENT_NOT_FOUND' },
    })
    const { bookingId } = await submit()
    const unknown = await inState(station, bookingId, 'UNKNOWN')
    expect(unknown.checks).toBe(0)
    await sandbox.clearFaults()
    wait(clock, station, 15)
    const booked = await inState(station, bookingId, 'BOOKED')
    expect(await atService(sandbox, 'PO-1')).toEqual([booked.shipmentId])
  })

  it('waits, surely unsent, while the service is down, and goes when it is back', async () => {
    const { sandbox, clock, station, submit } = await open()
    await sandbox.close()
    const { bookingId } = await submit()
    const waiting = await station.until('the first attempt', async () => {
      const booking = await station.run('bookings.get', { bookingId })
      return booking.state === 'QUEUED' && booking.error ? booking : null
    })
    expect(waiting.error).toMatchObject({ code: 'SERVICE_UNREACHABLE' })
    expect((await station.run('station.state', {})).notSent).toBe(1)
    await sandbox.reopen()
    wait(clock, station, 2)
    const booked = await inState(station, bookingId, 'BOOKED')
    expect(await atService(sandbox, 'PO-1')).toEqual([booked.shipmentId])
    expect((await station.run('station.state', {})).notSent).toBe(0)
  })

  it('that the service refuses is rejected with the reason, and does not block the one behind it', async () => {
    const { sandbox, station, submit } = await open()
    await sandbox.fault({
      method: 'POST',
      path: '/book-shipment',
      fault: {
        kind: 'status',
        when: 'before',
        status: 403,
        code: 'INSUFFICIENT_FUNDS',
        message: 'The balance is spent.',
      },
    })
    const first = await submit('PO-1')
    const second = await submit('PO-2')
    const rejected = await inState(station, first.bookingId, 'REJECTED')
    expect(rejected.error).toMatchObject({ code: 'INSUFFICIENT_FUNDS', message: 'The balance is spent.' })
    await inState(station, second.bookingId, 'BOOKED')
    expect(await atService(sandbox, 'PO-1')).toEqual([])
  })

  it('found twice at the service asks which one it is, and never guesses', async () => {
    const { sandbox, station, quote, submit } = await open()
    await sandbox.fault({ method: 'POST', path: '/book-shipment', fault: { kind: 'drop', when: 'after' } })
    // Looks fail until the second shipment is there.
    await sandbox.fault({
      method: 'GET',
      path: '/shipments',
      times: 1000,
      fault: { kind: 'status', when: 'before', status: 500 },
    })
    const { bookingId } = await submit()
    await inState(station, bookingId, 'UNKNOWN')
    const rate = quote.rates[0]
    await fetch(`${sandbox.baseUrl}/book-shipment`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        quoteId: rate?.quoteId,
        selectedRate: { provider: rate?.provider, service: rate?.service },
        consigneeInfo: { companyName: 'Globex Corporation' },
        reference: 'PO-1',
      }),
    })
    await sandbox.clearFaults()
    const asked = await station.run('bookings.check', { bookingId })
    expect(asked.state).toBe('NEEDS_DECISION')
    const both = await atService(sandbox, 'PO-1')
    expect(asked.question).toEqual({ kind: 'duplicate', shipmentIds: expect.arrayContaining(both) })
    await expect(
      station.run('bookings.answer', { bookingId, answer: { answer: 'adopt', shipmentId: 'SHP-another' } }),
    ).rejects.toMatchObject({ code: 'WRONG_STATE' })
    const [chosen = ''] = both
    const booked = await station.run('bookings.answer', { bookingId, answer: { answer: 'adopt', shipmentId: chosen } })
    expect(booked).toMatchObject({ state: 'BOOKED', shipmentId: chosen })
  })

  it('sent while the clock was ahead is put before a person, never passed over', async () => {
    const { sandbox, clock, station, submit } = await open()
    clock.advance(30 * 60_000)
    await sandbox.fault({ method: 'POST', path: '/book-shipment', fault: { kind: 'drop', when: 'after' } })
    await sandbox.fault({
      method: 'GET',
      path: '/shipments',
      times: 1000,
      fault: { kind: 'status', when: 'before', status: 500 },
    })
    const { bookingId } = await submit()
    await station.until('the first look to fail', async () =>
      (await station.run('bookings.get', { bookingId })).error?.code === 'SERVICE_FAILED' ? true : null,
    )
    // The clock is set right, and tracking meets the shipment at an hour that lies before it was sent.
    clock.advance(-30 * 60_000)
    await sandbox.clearFaults()
    const shipmentIds = await atService(sandbox, 'PO-1')
    const [shipmentId = ''] = shipmentIds
    await station.run('shipments.refresh', { shipmentId })
    const asked = await station.run('bookings.check', { bookingId })
    expect(asked).toMatchObject({ state: 'NEEDS_DECISION', question: { kind: 'duplicate', shipmentIds } })
    const adopted = await station.run('bookings.answer', { bookingId, answer: { answer: 'adopt', shipmentId } })
    expect(adopted).toMatchObject({ state: 'BOOKED', shipmentId })
  })

  it('does not adopt other freight that carries the same reference', async () => {
    const { sandbox, station, submit } = await open()
    // Another station that shares the key books its own freight under the same reference, unseen by this one.
    const other = await testStation(sandbox)
    const lighter = await other.run('quotes.request', palletsToChicago({ accessorials: [] }))
    await sandbox.fault({ method: 'POST', path: '/book-shipment', fault: { kind: 'drop', when: 'before' } })
    const { bookingId } = await submit()
    await inState(station, bookingId, 'UNKNOWN')
    const theirs = await other.run('bookings.submit', bookingOf(lighter, { reference: 'PO-1' }))
    await inState(other, theirs.bookingId, 'BOOKED')
    const checked = await station.run('bookings.check', { bookingId })
    expect(checked.state).toBe('UNKNOWN')
    expect(await atService(sandbox, 'PO-1')).toHaveLength(1)
  })

  it('of an expired quote is refused at once', async () => {
    const { clock, submit } = await open()
    clock.advance(3_700_000)
    await expect(submit('PO-2')).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
  })

  it('that is still queued can be given up, one that is booked cannot', async () => {
    const { sandbox, clock, station, submit } = await open()
    await sandbox.close()
    const { bookingId } = await submit('PO-1')
    await station.until('the first attempt', async () =>
      (await station.run('bookings.get', { bookingId })).error ? true : null,
    )
    expect((await station.run('bookings.cancel', { bookingId })).state).toBe('CANCELLED')
    await sandbox.reopen()
    wait(clock, station, 60)
    const second = await submit('PO-2')
    await inState(station, second.bookingId, 'BOOKED')
    expect(await atService(sandbox, 'PO-1')).toEqual([])
    await expect(station.run('bookings.cancel', { bookingId: second.bookingId })).rejects.toMatchObject({
      code: 'WRONG_STATE',
    })
  })
})
