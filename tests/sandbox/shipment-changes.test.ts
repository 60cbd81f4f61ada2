import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cancelledShipmentSchema, updatedShipmentSchema } from '../../src-shared/freight/shipment-change.ts'
import { shipmentDetailSchema } from '../../src-shared/freight/shipment.ts'
import { trackingRecordSchema } from '../../src-shared/freight/tracking.ts'
import { booked } from './quoting.ts'
import { testReceiver } from './receiver.ts'
import { dataOf, DAY_MS, errorOf, HOUR_MS, useService } from './service.ts'

const service = useService()
const change = (id: string, body: unknown) => service.post(`/update-shipment/${id}`, body)
const detailOf = async (id: string) => dataOf(await service.get(`/tracking/lookup/${id}`), shipmentDetailSchema)
const trackOf = async (id: string) => dataOf(await service.get(`/shipments/${id}/track`), trackingRecordSchema)

describe('updating a shipment', () => {
  test('changes what it names and nothing else', async () => {
    const { shipmentId, createdAt } = await booked(service, {}, { reference: 'OLD', instructions: 'Dock 1' })
    await service.jump(HOUR_MS)
    const answer = await change(shipmentId, { reference: 'NEW', consigneeInfo: { phone: '+1 214 555 0188' } })
    expect(answer.status).toBe(200)
    const updated = dataOf(answer, updatedShipmentSchema)
    expect(updated).toMatchObject({ shipmentId, reference: 'NEW', instructions: 'Dock 1' })
    expect(Date.parse(updated.updatedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt ?? '') + HOUR_MS)
    expect(await detailOf(shipmentId)).toMatchObject({
      reference: 'NEW',
      instructions: 'Dock 1',
      consigneeInfo: { companyName: 'Brightwater Irrigation', contactName: 'Sam Okafor', phone: '+1 214 555 0188' },
    })
    expect((await service.get('/shipments?reference=NEW')).body).toMatchObject({ data: [{ shipmentId }] })
    expect((await service.get('/shipments?reference=OLD')).body).toMatchObject({ data: [] })
  })
})

describe('cancelling a shipment', () => {
  test('leaves it as it was then: nothing more happens to it', async () => {
    const { shipmentId } = await booked(service)
    await change(shipmentId, { reason: 'Order withdrawn', refundRequested: true })
    const { events } = await trackOf(shipmentId)
    await service.jump(60 * DAY_MS)
    expect((await detailOf(shipmentId)).status).toBe('CANCELLED')
    const later = await trackOf(shipmentId)
    expect(later.events).toEqual(events)
    expect(later.statusDescription).toBe('Cancelled before pickup')
    const listed = await service.get('/shipments?status=CANCELLED')
    expect(listed.body).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ shipmentId })]) })
  })

  test('is announced once, however often it is asked for', async () => {
    const receiver = await testReceiver()
    const hook = await service.post('/webhooks', {
      url: receiver.url,
      events: ['shipment.cancelled', 'shipment.created'],
    })
    expect(hook.status).toBe(201)
    const { shipmentId, trackingNumber } = await booked(service)
    for (let count = 0; count < 2; count++) await change(shipmentId, { reason: 'Withdrawn' })
    const next = await booked(service)
    const received = await receiver.count(3)
    expect(received.map(({ payload }) => payload)).toMatchObject([
      { eventType: 'shipment.created', data: { shipmentId } },
      {
        eventType: 'shipment.cancelled',
        data: { shipmentId, trackingNumber, status: 'CANCELLED', cancellationReason: 'Withdrawn' },
      },
      { eventType: 'shipment.created', data: { shipmentId: next.shipmentId } },
    ])
    const { webhookId } = dataOf(hook, z.object({ webhookId: z.string() }))
    await service.call('DELETE', `/webhooks/${webhookId}`)
  })

  test('works when the pickup has been scheduled, and without a refund', async () => {
    const { shipmentId } = await booked(service)
    await service.jump(15 * 60_000)
    expect((await detailOf(shipmentId)).status).toBe('PICKUP_SCHEDULED')
    expect(dataOf(await change(shipmentId, { reason: 'No dock' }), cancelledShipmentSchema)).toMatchObject({
      status: 'CANCELLED',
      refundAmount: 0,
      refundStatus: 'NOT_REQUESTED',
    })
  })

  test('again answers what became of the first time', async () => {
    const { shipmentId } = await booked(service)
    const first = dataOf(await change(shipmentId, { reason: 'A', refundRequested: true }), cancelledShipmentSchema)
    const again = dataOf(await change(shipmentId, { reason: 'B', refundRequested: false }), cancelledShipmentSchema)
    expect(again).toEqual(first)
    await service.jump(DAY_MS)
    const paid = dataOf(await change(shipmentId, { reason: 'A', refundRequested: true }), cancelledShipmentSchema)
    expect(paid).toEqual({ ...first, refundStatus: 'COMPLETED' })
    const update = errorOf(await change(shipmentId, { reference: 'X' }))
    expect(update).toMatchObject({ code: 'SHIPMENT_IMMUTABLE', details: { status: 'CANCELLED', pickedUpAt: null } })
  })
})

test.each<[string, object, string]>([
  ['both at once', { reference: 'R', reason: 'Withdrawn' }, 'reason'],
  ['both at once, with a refund', { instructions: 'I', refundRequested: true }, 'refundRequested'],
  ['nothing', {}, ''],
  ['a refund without a reason', { refundRequested: true }, 'reason'],
  ['an empty reason', { reason: ' ' }, 'reason'],
  ['an empty reference', { reference: ' ' }, 'reference'],
])('a change that asks for %s is refused with its field', async (_, body, field) => {
  const { shipmentId } = await booked(service)
  const answer = await change(shipmentId, body)
  expect(answer.status).toBe(400)
  expect(errorOf(answer)).toMatchObject({ code: 'INVALID_REQUEST', details: { field } })
  expect((await detailOf(shipmentId)).status).toBe('PENDING')
})

test('a shipment that does not exist is not found', async () => {
  for (const body of [{ reference: 'R' }, { reason: 'R' }]) {
    expect(errorOf(await change('SHP-NONE', body)).code).toBe('SHIPMENT_NOT_FOUND')
  }
})

test('a cancellation outlives a restart', async () => {
  const { shipmentId } = await booked(service)
  await change(shipmentId, { reason: 'Withdrawn', refundRequested: true })
  await service.restart()
  expect((await detailOf(shipmentId)).status).toBe('CANCELLED')
  const { cancellationReason } = dataOf(await change(shipmentId, { reason: 'Again' }), cancelledShipmentSchema)
  expect(z.string().parse(cancellationReason)).toBe('Withdrawn')
})
