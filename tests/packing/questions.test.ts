import { describe, expect, it, onTestFinished } from 'vitest'
import { SHIPMENT_STATUSES } from '../../src-shared/freight/shipment.ts'
import { choicesOf, choiceText } from '../../src-shared/station/printing/scan-choice.ts'
import { statusQuestion } from '../../src-shared/station/printing/label-question.ts'
import { anEvent, aShipment } from '../renderer/builders.ts'
import { bookingOutbox } from '../support/booking-outbox.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'
import { freePort } from '../support/free-port.ts'
import { startRawPort } from '../support/raw-port.ts'
import { bookedAt, printedBy, printerAt } from './desk.ts'

const MONTH = 30 * 24 * 60 * 60 * 1000

describe('the status of a shipment', () => {
  it.each(SHIPMENT_STATUSES)('%s asks before a label unless the freight is still on the dock', (status) => {
    const question = statusQuestion(aShipment({ status, actualPickup: null, lastEvent: null }))
    const isQuiet = ['PENDING', 'PICKUP_SCHEDULED', 'EXCEPTION'].includes(status)
    expect(question?.key ?? null).toBe(isQuiet ? null : status)
  })

  it('asks when customs hold it, when it met a problem after pickup, and when its word is not known', () => {
    const lastEvent = anEvent({ status: 'EXCEPTION', exceptionCode: '006', timestamp: '2026-11-19T10:00:00Z' })
    expect(statusQuestion(aShipment({ status: 'EXCEPTION', lastEvent }))).toEqual({
      kind: 'status',
      key: 'CUSTOMS_HOLD',
      at: '2026-11-19T10:00:00Z',
    })
    expect(statusQuestion(aShipment({ status: 'EXCEPTION', actualPickup: '2026-11-19T08:00:00Z' }))?.key).toBe(
      'EXCEPTION',
    )
    expect(statusQuestion(aShipment({ status: 'LOST_AT_SEA' }))?.key).toBe('LOST_AT_SEA')
  })

  it('asks with the day of delivery', () => {
    const delivered = aShipment({ status: 'DELIVERED', actualDelivery: '2026-11-19T16:00:00Z' })
    expect(statusQuestion(delivered)).toEqual({ kind: 'status', key: 'DELIVERED', at: '2026-11-19T16:00:00Z' })
  })
})

/** A shipment that was booked here and is delivered by now. */
async function delivered() {
  const sandbox = await testSandbox()
  const station = await testStation(sandbox)
  const { shipmentId } = await bookedAt(station, { reference: 'PO-1', pickupDate: '2026-10-22' })
  await sandbox.jump(MONTH)
  const status = await station.until('its end', async () => {
    await station.run('shipments.refresh', { shipmentId })
    const { shipment } = await station.run('shipments.get', { shipmentId })
    return shipment.status === 'DELIVERED' || shipment.status === 'RETURNED' ? shipment.status : null
  })
  return { station, shipmentId, status }
}

describe('a label of freight that has arrived', () => {
  it('is printed only with a reason and a yes to that very question', async () => {
    const { station, status } = await delivered()
    const asked = await station.run('pack.scan', { code: 'PO-1' })
    expect(asked).toMatchObject({ kind: 'asks', question: { kind: 'status', key: status } })
    // A reason alone answers another question.
    expect((await station.run('pack.scan', { code: 'PO-1', reprintReason: 'torn' })).kind).toBe('asks')
    expect((await station.run('pack.scan', { code: 'PO-1', despite: [status] })).kind).toBe('asks')
    expect(await station.run('jobs.list', {})).toEqual([])
    const word = { reprintReason: 'for the file', despite: [status] }
    expect(await station.run('pack.scan', { code: 'PO-1', ...word })).toMatchObject({
      kind: 'printing',
      job: { reason: 'for the file', purpose: 'label' },
    })
  })

  it('is told as asking in a list, whatever the reason given for all of it', async () => {
    const { station, shipmentId } = await delivered()
    const { items } = await station.run('printLists.add', { codes: [shipmentId], reprintReason: 'printer jammed' })
    expect(items).toMatchObject([{ job: null, problem: { code: 'ASKS_FIRST' } }])
    expect(await station.run('jobs.list', {})).toEqual([])
  })
})

describe('a code that several carry', () => {
  it('prints none of them until a person chooses', async () => {
    const station = await testStation(await testSandbox())
    const first = await bookedAt(station, { reference: 'SO-1' })
    const code = first.proNumber ?? ''
    // Another order's reference is the first one's PRO.
    const second = await bookedAt(station, { reference: code })
    const asked = await station.run('pack.scan', { code })
    if (asked.kind !== 'ambiguous') throw new Error(`the scan led to ${asked.kind}`)
    expect(choicesOf(asked).map(({ chosen, reference }) => [chosen, reference])).toEqual([
      [second.shipmentId, code],
      [first.shipmentId, 'SO-1'],
    ])
    expect(choicesOf(asked).map(choiceText)[1]).toBe(`SO-1 · ${first.carrierName} · ${first.consigneeName}, Chicago`)
    const list = await station.run('printLists.add', { codes: [code] })
    expect(list.items).toMatchObject([
      {
        job: null,
        problem: { code: 'ASKS_FIRST', details: { choices: [{ reference: code }, { reference: 'SO-1' }] } },
      },
    ])
    expect(await station.run('jobs.list', {})).toEqual([])

    expect(await station.run('pack.scan', { code, chosen: 'SHP-other' })).toEqual({ kind: 'not-found', code })
    const chosen = { code, chosen: first.shipmentId }
    expect(await station.run('pack.scan', chosen)).toMatchObject({ kind: 'printing', shipment: { reference: 'SO-1' } })
  })

  it('is one order alone once the other is called off', async () => {
    const station = await testStation(await testSandbox())
    const first = await bookedAt(station, { reference: 'SO-1' })
    const code = first.proNumber ?? ''
    await bookedAt(station, { reference: code })
    await station.run('bookings.requestChange', {
      submissionId: 'void-of-SO-1',
      shipmentId: first.shipmentId,
      change: { kind: 'cancel', reason: 'not wanted' },
    })
    await station.until('the cancellation', async () => {
      const { cancellation } = await station.run('bookings.get', { bookingId: first.bookingId })
      return cancellation ? true : null
    })
    expect(await station.run('pack.scan', { code })).toMatchObject({ kind: 'printing', shipment: { reference: code } })
  })

  it('may be of a booking that the service does not have yet', async () => {
    const sandbox = await testSandbox()
    const station = await testStation(sandbox)
    const first = await bookedAt(station, { reference: 'SO-1' })
    const quote = await station.run('quotes.request', palletsToChicago())
    const hold = { reference: first.proNumber ?? '', holdUntil: '2026-12-24', pickupDate: '2026-12-28' }
    const held = await station.run('bookings.submit', bookingOf(quote, hold))
    const code = first.proNumber ?? ''
    expect(await station.run('pack.scan', { code })).toMatchObject({
      kind: 'ambiguous',
      shipments: [{ shipmentId: first.shipmentId }],
      bookings: [{ bookingId: held.bookingId }],
    })
    expect(await station.run('pack.scan', { code, chosen: held.bookingId })).toMatchObject({ kind: 'not-booked' })
  })
})

it('a label that is tried again by itself is on its way: a later scan adds no second one', async () => {
  const sandbox = await testSandbox()
  const station = await testStation(sandbox)
  const port = await freePort()
  const { printerId } = await printerAt(station, { connection: { kind: 'tcp', uri: `tcp://127.0.0.1:${port}` } })
  await bookedAt(station, { reference: 'PO-1' })
  const { jobId } = (await printedBy(station, { code: 'PO-1', printerId })).job
  await station.until('the refusal', async () => {
    const job = await station.run('jobs.get', { jobId })
    return job.state === 'FAILED' ? job : null
  })
  expect(await station.run('pack.scan', { code: 'PO-1', printerId })).toMatchObject({
    kind: 'in-queue',
    job: { jobId },
  })
  const dock = await startRawPort({}, port)
  onTestFinished(() => dock.close())
  await station.until('the label on paper', async () =>
    (await station.run('jobs.get', { jobId })).state === 'SENT' ? true : null,
  )
  expect(await station.run('jobs.list', {})).toHaveLength(1)
})

it('a shipment that is voided has its refund asked for unless a person says otherwise, and the answer comes back', async () => {
  const { station, booked } = await bookingOutbox()
  const voided = async (refundRequested?: boolean) => {
    const { shipmentId } = await booked(`PO-${String(refundRequested)}`)
    const change = {
      kind: 'cancel' as const,
      reason: 'wrong label',
      ...(refundRequested === undefined ? {} : { refundRequested }),
    }
    const submissionId = `void-of-${shipmentId}`
    const { changeId } = await station.run('bookings.requestChange', { submissionId, shipmentId, change })
    return station.until('the cancellation', async () => {
      const changes = await station.run('bookings.changes', { shipmentId })
      return changes.find((one) => one.changeId === changeId && one.state === 'DONE') ?? null
    })
  }
  expect(await voided()).toMatchObject({
    change: { refundRequested: true },
    cancellation: { refund: { currency: 'USD' }, refundStatus: 'PROCESSING' },
  })
  expect(await voided(false)).toMatchObject({ change: { refundRequested: false } })
})
