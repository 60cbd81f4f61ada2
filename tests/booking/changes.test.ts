import { describe, expect, it } from 'vitest'
import type { ShipmentChange, WantedChange } from '../../src-shared/station/booking/change.ts'
import { bookingOutbox } from '../support/booking-outbox.ts'

type Desk = Awaited<ReturnType<typeof bookingOutbox>>

const CANCEL: WantedChange = { kind: 'cancel', reason: 'The customer called', refundRequested: true }
let submissions = 0

const ask = (desk: Desk, subject: { bookingId: string } | { shipmentId: string }, change: WantedChange) =>
  desk.station.run('bookings.requestChange', { submissionId: `change-form-${++submissions}`, ...subject, change })

/** What becomes of the next change of this shipment at the service. */
const onChange = (desk: Desk, shipmentId: string, fault: Parameters<Desk['onBooking']>[0]) =>
  desk.sandbox.fault({ method: 'POST', path: `/update-shipment/${shipmentId}`, fault })

function ended(desk: Desk, { changeId, bookingId, shipmentId }: ShipmentChange): Promise<ShipmentChange> {
  const query = bookingId === null ? { shipmentId: shipmentId ?? '' } : { bookingId }
  return desk.station.until('the change', async () => {
    const found = (await desk.station.run('bookings.changes', query)).find((change) => change.changeId === changeId)
    return found && ['DONE', 'REJECTED', 'CANCELLED'].includes(found.state) ? found : null
  })
}

describe('cancelling a booking', () => {
  it('that is booked cancels the shipment and shows the refund', async () => {
    const desk = await bookingOutbox()
    const { bookingId, shipmentId, total } = await desk.booked()
    const asked = await ask(desk, { bookingId }, CANCEL)
    expect(asked).toMatchObject({ state: 'QUEUED', shipmentId })
    const { state, cancellation } = await ended(desk, asked)
    expect(state).toBe('DONE')
    expect(cancellation).toMatchObject({ reason: 'The customer called', refund: total, refundStatus: 'PROCESSING' })
    expect((await desk.station.run('bookings.get', { bookingId })).cancellation).toEqual(cancellation)
    expect(await desk.atService('PO-1')).toMatchObject([{ status: 'CANCELLED' }])
  })

  it('twice is done twice and refused never', async () => {
    const desk = await bookingOutbox()
    const { bookingId } = await desk.booked()
    const first = await ended(desk, await ask(desk, { bookingId }, CANCEL))
    const second = await ended(desk, await ask(desk, { bookingId }, CANCEL))
    expect([first.state, second.state]).toEqual(['DONE', 'DONE'])
  })

  it('takes its label off those that are not printed: the count is as long as its list', async () => {
    const desk = await bookingOutbox()
    const { run, until } = desk.station
    const kept = await desk.booked('PO-1')
    const gone = await desk.booked('PO-2')
    const unprinted = () => run('shipments.unprinted', {})
    await until('both labels', async () => ((await unprinted()).shipmentIds.length === 2 ? true : null))
    const asked = await ask(desk, { bookingId: gone.bookingId }, CANCEL)
    await ended(desk, asked)
    const { shipmentIds } = await until('one label', async () => {
      const found = await unprinted()
      return found.shipmentIds.length === 1 ? found : null
    })
    expect(shipmentIds).toEqual([kept.shipmentId])
    const { found } = await run('shipments.lookupMany', { codes: shipmentIds })
    expect(found.flatMap(({ shipments }) => shipments)).toHaveLength(shipmentIds.length)
  })

  it('that the service refuses because it is cancelled already is done, and keeps the refund', async () => {
    const desk = await bookingOutbox()
    const { bookingId, shipmentId, total } = await desk.booked()
    await ended(desk, await ask(desk, { bookingId }, CANCEL))
    await onChange(desk, shipmentId, { kind: 'status', when: 'before', status: 409, code: 'SHIPMENT_IMMUTABLE' })
    expect(await ended(desk, await ask(desk, { bookingId }, CANCEL))).toMatchObject({ state: 'DONE', error: null })
    // The second answer names no refund: what the first one named stands.
    expect((await desk.station.run('bookings.get', { bookingId })).cancellation).toMatchObject({ refund: total })
    expect(await desk.station.run('spend.refunds', {})).toMatchObject([{ bookingId, refund: total }])
  })

  it('that was sent before and meets a conflict is looked at: it is done where the shipment is canceled, else refused', async () => {
    const desk = await bookingOutbox()
    const states: unknown[] = []
    for (const when of ['after', 'before'] as const) {
      const { bookingId, shipmentId } = await desk.booked(`PO-${when}`)
      await onChange(desk, shipmentId, { kind: 'drop', when: 'before' })
      await onChange(desk, shipmentId, { kind: 'status', when, status: 409, code: 'CONFLICT' })
      const { state, error } = await ended(desk, await ask(desk, { bookingId }, CANCEL))
      states.push([state, error?.code, (await desk.atService(`PO-${when}`))[0]?.status])
    }
    expect(states).toEqual([
      ['DONE', undefined, 'CANCELLED'],
      ['REJECTED', 'CONFLICT', 'PENDING'],
    ])
  })

  it.each([
    ['after it was carried out', { kind: 'drop', when: 'after' }],
    ['before it was carried out', { kind: 'drop', when: 'before' }],
  ] as const)('whose answer was lost %s is looked for, and ends as asked', async (_when, fault) => {
    const desk = await bookingOutbox()
    const { bookingId, shipmentId, total } = await desk.booked()
    await onChange(desk, shipmentId, fault)
    const done = await ended(desk, await ask(desk, { bookingId }, CANCEL))
    expect(done).toMatchObject({ state: 'DONE', cancellation: { refund: total } })
    expect(await desk.atService('PO-1')).toMatchObject([{ status: 'CANCELLED' }])
  })

  it('that is still queued gives it up here and sends nothing', async () => {
    const desk = await bookingOutbox()
    await desk.sandbox.close()
    const { bookingId } = await desk.submit()
    await desk.failed(bookingId)
    expect(await ask(desk, { bookingId }, CANCEL)).toMatchObject({ state: 'DONE', shipmentId: null })
    expect(await desk.station.run('bookings.get', { bookingId })).toMatchObject({ state: 'CANCELLED' })
    await desk.sandbox.reopen()
    desk.wait(120)
    await expect(ask(desk, { bookingId }, CANCEL)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    expect(await desk.atService('PO-1')).toEqual([])
  })

  it('of which nobody knows whether it was booked is remembered, and cancels what is found', async () => {
    const desk = await bookingOutbox()
    const { bookingId } = await desk.unanswered()
    const asked = await ask(desk, { bookingId }, CANCEL)
    expect(asked).toMatchObject({ state: 'QUEUED', shipmentId: null })
    await desk.sandbox.clearFaults()
    await desk.station.run('bookings.check', { bookingId })
    expect(await ended(desk, asked)).toMatchObject({ state: 'DONE' })
    expect(await desk.atService('PO-1')).toMatchObject([{ status: 'CANCELLED' }])
  })

  it('of which nothing is found after the look at five minutes gives it up without a question', async () => {
    const desk = await bookingOutbox()
    await desk.onBooking({ kind: 'drop', when: 'before' })
    const { bookingId } = await desk.submit()
    await desk.inState(bookingId, 'UNKNOWN')
    const asked = await ask(desk, { bookingId }, CANCEL)
    desk.clock.advance(5 * 60_000)
    for (let look = 0; look < 4; look++) await desk.station.run('bookings.check', { bookingId })
    expect(await desk.inState(bookingId, 'CANCELLED')).toMatchObject({ shipmentId: null })
    expect(await ended(desk, asked)).toMatchObject({ state: 'DONE', cancellation: null })
  })
})

describe('updating a booking', () => {
  it('writes the words into the shipment, and its reference is found here afterwards', async () => {
    const desk = await bookingOutbox()
    const { bookingId, shipmentId } = await desk.booked()
    const change: WantedChange = {
      kind: 'update',
      reference: 'PO-1-B',
      instructions: 'Dock 4',
      consigneeInfo: { companyName: 'Initech' },
    }
    expect(await ended(desk, await ask(desk, { bookingId }, change))).toMatchObject({ state: 'DONE' })
    expect(await desk.sandbox.get(`/tracking/lookup/${shipmentId}`)).toMatchObject({
      data: { reference: 'PO-1-B', instructions: 'Dock 4', consigneeInfo: { companyName: 'Initech' } },
    })
    const now = await desk.station.run('bookings.get', { bookingId })
    expect(now).toMatchObject({ reference: 'PO-1-B', consigneeName: 'Initech' })
  })

  it('after pickup is rejected with the status, and does not block the next', async () => {
    const desk = await bookingOutbox()
    const { bookingId, shipmentId } = await desk.booked()
    await onChange(desk, shipmentId, { kind: 'status', when: 'before', status: 409, code: 'SHIPMENT_IMMUTABLE' })
    const first = await ask(desk, { bookingId }, { kind: 'update', instructions: 'Dock 4' })
    const second = await ask(desk, { bookingId }, { kind: 'update', instructions: 'Dock 5' })
    expect(await ended(desk, first)).toMatchObject({ state: 'REJECTED', error: { code: 'SHIPMENT_IMMUTABLE' } })
    expect(await ended(desk, second)).toMatchObject({ state: 'DONE' })
    expect(await desk.sandbox.get(`/tracking/lookup/${shipmentId}`)).toMatchObject({ data: { instructions: 'Dock 5' } })
  })

  it('goes in order, also when the first one’s answer was lost', async () => {
    const desk = await bookingOutbox()
    const { bookingId, shipmentId } = await desk.booked()
    await onChange(desk, shipmentId, { kind: 'drop', when: 'before' })
    const changes = []
    for (const instructions of ['one', 'two', 'three']) {
      changes.push(await ask(desk, { bookingId }, { kind: 'update', instructions }))
    }
    for (const change of changes) expect(await ended(desk, change)).toMatchObject({ state: 'DONE' })
    expect(await desk.sandbox.get(`/tracking/lookup/${shipmentId}`)).toMatchObject({ data: { instructions: 'three' } })
  })

  it('that was sent before and meets a conflict is looked at: it is done where the shipment has the words', async () => {
    const desk = await bookingOutbox()
    const { bookingId, shipmentId } = await desk.booked()
    await onChange(desk, shipmentId, { kind: 'drop', when: 'before' })
    await onChange(desk, shipmentId, { kind: 'status', when: 'after', status: 409, code: 'CONFLICT' })
    const asked = await ask(desk, { bookingId }, { kind: 'update', instructions: 'Dock 4' })
    expect(await ended(desk, asked)).toMatchObject({ state: 'DONE', error: null })
  })

  it('that is still queued changes what will be sent', async () => {
    const desk = await bookingOutbox()
    await desk.sandbox.close()
    const { bookingId } = await desk.submit()
    await desk.failed(bookingId)
    await ask(desk, { bookingId }, { kind: 'update', reference: 'PO-9', instructions: 'Dock 4' })
    await desk.sandbox.reopen()
    desk.wait(60)
    const { shipmentId } = await desk.inState(bookingId, 'BOOKED')
    expect(await desk.sandbox.get(`/tracking/lookup/${shipmentId}`)).toMatchObject({
      data: { reference: 'PO-9', instructions: 'Dock 4' },
    })
  })

  it('is refused when it names nothing, or a shipment that is not known here', async () => {
    const desk = await bookingOutbox()
    await expect(ask(desk, { shipmentId: 'SHP-none' }, CANCEL)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ask(desk, { shipmentId: 'SHP-none' }, { kind: 'update' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'change: give at least one of reference, instructions, consigneeInfo, and pickupDate',
    })
    await expect(
      ask(desk, { bookingId: 'b' }, { kind: 'cancel', reason: ' ', refundRequested: false }),
    ).rejects.toMatchObject({ message: 'change.reason: a reason is required to cancel' })
  })
})

describe('the day of pickup', () => {
  const onDay = (pickupDate: string): WantedChange => ({ kind: 'update', pickupDate })

  it('of what waits to be sent is changed here, and is the day that is sent', async () => {
    const desk = await bookingOutbox()
    await desk.sandbox.close()
    const { bookingId } = await desk.submit('PO-1', { pickupDate: '2026-11-23' })
    await desk.failed(bookingId)
    expect(await ask(desk, { bookingId }, onDay('2026-11-24'))).toMatchObject({ state: 'DONE', error: null })
    const { run } = desk.station
    expect(await run('bookings.get', { bookingId })).toMatchObject({ state: 'QUEUED', pickupDate: '2026-11-24' })
    await desk.sandbox.reopen()
    desk.wait(120)
    await desk.inState(bookingId, 'BOOKED')
    const [sent] = await desk.atService('PO-1')
    const { shipment } = await run('shipments.refresh', { shipmentId: sent?.shipmentId ?? '' })
    expect(shipment.estimatedPickup?.slice(0, 10)).toBe('2026-11-24')
  })

  it('is refused on a weekend, in the past, before the end of a hold, and of what the service has', async () => {
    const desk = await bookingOutbox()
    const held = await desk.submit('PO-H', { pickupDate: '2026-11-25', holdUntil: '2026-11-24' })
    const { bookingId } = held
    for (const [day, says] of [
      ['2026-11-28', 'weekend'],
      ['2026-11-26', 'Thanksgiving'],
      ['2026-01-02', 'has passed'],
      ['2026-11-23', 'on hold until 2026-11-24'],
    ] as const) {
      await expect(ask(desk, { bookingId }, onDay(day))).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining(says),
      })
    }
    expect(await desk.station.run('bookings.get', { bookingId })).toMatchObject({ pickupDate: '2026-11-25' })
    const booked = await desk.booked('PO-2')
    await expect(ask(desk, { bookingId: booked.bookingId }, onDay('2026-11-25'))).rejects.toMatchObject({
      code: 'WRONG_STATE',
      details: { state: 'BOOKED' },
    })
    expect(await desk.station.run('bookings.changes', { bookingId: booked.bookingId })).toEqual([])
  })
})
