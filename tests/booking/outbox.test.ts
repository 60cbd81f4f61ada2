import { describe, expect, it } from 'vitest'
import { bookingOutbox } from '../support/booking-outbox.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testStation } from '../support/test-station.ts'

describe('a booking', () => {
  it('is answered at once as saved here, then booked, with its label kept', async () => {
    const { station, submit, inState, atService } = await bookingOutbox()
    const submitted = await submit()
    expect(submitted).toMatchObject({ state: 'QUEUED', reference: 'PO-1', shipmentId: null })
    const booked = await inState(submitted.bookingId, 'BOOKED')
    expect(await atService('PO-1')).toMatchObject([{ shipmentId: booked.shipmentId }])
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
    const { submit, inState, onBooking, atService } = await bookingOutbox()
    await onBooking(fault)
    const { bookingId } = await submit()
    const booked = await inState(bookingId, 'BOOKED')
    expect(await atService('PO-1')).toMatchObject([{ shipmentId: booked.shipmentId }])
  })

  it('whose request was lost is looked for four times, and then a person is asked', async () => {
    const { station, submit, inState, onBooking, wait, atService } = await bookingOutbox()
    await onBooking({ kind: 'drop', when: 'before' })
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
      wait(seconds)
    }
    const asked = await inState(bookingId, 'NEEDS_DECISION')
    expect(asked.question).toEqual({ kind: 'not-found', checks: 4 })
    expect(await atService('PO-1')).toEqual([])

    const again = await station.run('bookings.answer', { bookingId, answer: { answer: 'send-again' } })
    expect(again.state).toBe('QUEUED')
    const booked = await inState(bookingId, 'BOOKED')
    expect(await atService('PO-1')).toMatchObject([{ shipmentId: booked.shipmentId }])
  })

  it('is adopted as soon as the service can be asked again', async () => {
    const { sandbox, submit, inState, onBooking, losesLooks, wait, atService } = await bookingOutbox()
    // The answer is lost, and so is every look for it.
    await onBooking({ kind: 'drop', when: 'after' })
    await losesLooks({ kind: 'status', when: 'before', status: 404, code: 'SHIPMENT_NOT_FOUND' })
    const { bookingId } = await submit()
    const unknown = await inState(bookingId, 'UNKNOWN')
    expect(unknown.checks).toBe(0)
    await sandbox.clearFaults()
    wait(15)
    const booked = await inState(bookingId, 'BOOKED')
    expect(await atService('PO-1')).toMatchObject([{ shipmentId: booked.shipmentId }])
  })

  it('waits, surely unsent, while the service is down, and goes when it is back', async () => {
    const { sandbox, station, submit, inState, failed, wait, atService } = await bookingOutbox()
    await sandbox.close()
    const { bookingId } = await submit()
    expect(await failed(bookingId)).toMatchObject({ state: 'QUEUED', error: { code: 'SERVICE_UNREACHABLE' } })
    expect((await station.run('station.state', {})).notSent).toBe(1)
    await sandbox.reopen()
    wait(2)
    const booked = await inState(bookingId, 'BOOKED')
    expect(await atService('PO-1')).toMatchObject([{ shipmentId: booked.shipmentId }])
    expect((await station.run('station.state', {})).notSent).toBe(0)
  })

  it('that the service refuses is rejected with the reason, and does not block the one behind it', async () => {
    const { submit, inState, onBooking, atService } = await bookingOutbox()
    await onBooking({
      kind: 'status',
      when: 'before',
      status: 403,
      code: 'INSUFFICIENT_FUNDS',
      message: 'The balance is spent.',
    })
    const first = await submit('PO-1')
    const second = await submit('PO-2')
    const rejected = await inState(first.bookingId, 'REJECTED')
    expect(rejected.error).toMatchObject({ code: 'INSUFFICIENT_FUNDS', message: 'The balance is spent.' })
    await inState(second.bookingId, 'BOOKED')
    expect(await atService('PO-1')).toEqual([])
  })

  it('found twice at the service asks which one it is, and never guesses', async () => {
    const { sandbox, station, unanswered, bookPast, atService } = await bookingOutbox()
    const { bookingId } = await unanswered()
    await bookPast('PO-1')
    await sandbox.clearFaults()
    const asked = await station.run('bookings.check', { bookingId })
    expect(asked.state).toBe('NEEDS_DECISION')
    const both = (await atService('PO-1')).map(({ shipmentId }) => shipmentId)
    expect(asked.question).toEqual({ kind: 'duplicate', shipmentIds: expect.arrayContaining(both) })
    await expect(
      station.run('bookings.answer', { bookingId, answer: { answer: 'adopt', shipmentId: 'SHP-another' } }),
    ).rejects.toMatchObject({ code: 'WRONG_STATE' })
    const [chosen = ''] = both
    const booked = await station.run('bookings.answer', { bookingId, answer: { answer: 'adopt', shipmentId: chosen } })
    expect(booked).toMatchObject({ state: 'BOOKED', shipmentId: chosen })
  })

  it('sent while the clock was ahead is put before a person, never passed over', async () => {
    const { sandbox, clock, station, submit, onBooking, losesLooks, atService } = await bookingOutbox()
    clock.advance(30 * 60_000)
    await onBooking({ kind: 'drop', when: 'after' })
    await losesLooks()
    const { bookingId } = await submit()
    await station.until('the first look to fail', async () =>
      (await station.run('bookings.get', { bookingId })).error?.code === 'SERVICE_FAILED' ? true : null,
    )
    // The clock is set right, and tracking meets the shipment at an hour that lies before it was sent.
    clock.advance(-30 * 60_000)
    await sandbox.clearFaults()
    const shipmentIds = (await atService('PO-1')).map((shipment) => shipment.shipmentId)
    const [shipmentId = ''] = shipmentIds
    await station.run('shipments.refresh', { shipmentId })
    const asked = await station.run('bookings.check', { bookingId })
    expect(asked).toMatchObject({ state: 'NEEDS_DECISION', question: { kind: 'duplicate', shipmentIds } })
    const adopted = await station.run('bookings.answer', { bookingId, answer: { answer: 'adopt', shipmentId } })
    expect(adopted).toMatchObject({ state: 'BOOKED', shipmentId })
  })

  it('does not adopt other freight that carries the same reference', async () => {
    const { sandbox, station, submit, inState, onBooking, atService } = await bookingOutbox()
    // Another station that shares the key books its own freight under the same reference, unseen by this one.
    const other = await testStation(sandbox)
    const lighter = await other.run('quotes.request', palletsToChicago({ accessorials: [] }))
    await onBooking({ kind: 'drop', when: 'before' })
    const { bookingId } = await submit()
    await inState(bookingId, 'UNKNOWN')
    const theirs = await other.run('bookings.submit', bookingOf(lighter, { reference: 'PO-1' }))
    await other.until('BOOKED', async () =>
      (await other.run('bookings.get', { bookingId: theirs.bookingId })).state === 'BOOKED' ? true : null,
    )
    const checked = await station.run('bookings.check', { bookingId })
    expect(checked.state).toBe('UNKNOWN')
    expect(await atService('PO-1')).toHaveLength(1)
  })

  it('of an expired quote is refused at once', async () => {
    const { clock, submit } = await bookingOutbox()
    clock.advance(3_700_000)
    await expect(submit('PO-2')).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
  })

  it('that is still queued can be given up, one that is booked cannot', async () => {
    const { sandbox, station, submit, inState, failed, wait, atService } = await bookingOutbox()
    await sandbox.close()
    const { bookingId } = await submit('PO-1')
    await failed(bookingId)
    expect((await station.run('bookings.cancel', { bookingId })).state).toBe('CANCELLED')
    await sandbox.reopen()
    wait(60)
    const second = await submit('PO-2')
    await inState(second.bookingId, 'BOOKED')
    expect(await atService('PO-1')).toEqual([])
    await expect(station.run('bookings.cancel', { bookingId: second.bookingId })).rejects.toMatchObject({
      code: 'WRONG_STATE',
    })
  })
})
