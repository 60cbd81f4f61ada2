import { expect, test } from 'vitest'
import { z } from 'zod'
import { SHIPMENT_STATUSES } from '../../../src-shared/freight/shipment.ts'
import { booked } from '../quoting.ts'
import { DAY_MS, errorOf, HOUR_MS, useServiceWithSamples } from '../service.ts'
import { answerFields, dataIn, is, listOf, recordOf, requestFields, row } from './row.ts'

const service = useServiceWithSamples()
const list = async (query: string) => z.array(is.object).parse(dataIn(await service.get(`/shipments?${query}`)))
const first = async (query: string) => listOf(await list(query))[0]
const idOf = (record: Record<string, unknown>) => z.string().parse(record['shipmentId'])
const detail = async (id: string) => recordOf(dataIn(await service.get(`/tracking/lookup/${id}`)))
const delivered = async () => detail(idOf(await first('status=DELIVERED')))
const fresh = () => booked(service, {}, { reference: 'PO 4711', instructions: 'Dock 4' })
const change = (id: string, body: unknown) => service.post(`/update-shipment/${id}`, body)
const amount = is.number.positive()

answerFields('Shipment', async () => detail((await fresh()).shipmentId), {
  shipmentId: is.string,
  trackingNumber: is.string,
  proNumber: is.string,
  status: z.literal('PENDING'),
  provider: is.string,
  service: is.string,
  labels: z.array(z.object({ type: is.string, format: is.string, url: z.url(), expires: is.timestamp })).min(1),
  originAddress: z.looseObject({ address1: is.string, postalCode: is.string }),
  destinationAddress: z.looseObject({ address1: is.string, postalCode: is.string }),
  cargo: z.array(z.looseObject({ weight: is.number, description: is.string })).min(1),
  shipperInfo: z.looseObject({ companyName: is.string }),
  consigneeInfo: z.looseObject({ companyName: is.string }),
  reference: z.literal('PO 4711'),
  instructions: z.literal('Dock 4'),
  totalCost: amount,
  currency: z.literal('USD'),
  estimatedPickup: is.timestamp,
  estimatedDelivery: is.timestamp,
  createdAt: is.timestamp,
  updatedAt: is.timestamp,
})
answerFields('Shipment', delivered, { actualPickup: is.timestamp, actualDelivery: is.timestamp })
answerFields('Shipment summary', () => first('status=DELIVERED'), {
  shipmentId: is.string,
  trackingNumber: is.string,
  status: z.literal('DELIVERED'),
  provider: is.string,
  service: is.string,
  totalCost: amount,
  currency: z.literal('USD'),
  estimatedDelivery: is.timestamp,
  actualDelivery: is.timestamp,
  createdAt: is.timestamp,
})
row('States and transitions', 'a booking is PENDING', async () => {
  const { status, labels, estimatedDelivery } = await fresh()
  expect([status, labels?.length, typeof estimatedDelivery]).toEqual(['PENDING', 1, 'string'])
})
row('States and transitions', 'PENDING is updated before pickup', async () => {
  const { shipmentId } = await fresh()
  const before = await detail(shipmentId)
  await service.jump(1000)
  expect(dataIn(await change(shipmentId, { reference: 'PO 4712' }))).toMatchObject({ status: 'PENDING' })
  const after = await detail(shipmentId)
  expect(after['reference']).toBe('PO 4712')
  expect(after['updatedAt']).not.toBe(before['updatedAt'])
})
row('States and transitions', 'PENDING is cancelled before pickup', async () => {
  const { shipmentId, totalCost } = await fresh()
  expect(dataIn(await change(shipmentId, { reason: 'Order changed', refundRequested: true }))).toEqual({
    shipmentId,
    status: 'CANCELLED',
    cancellationReason: 'Order changed',
    refundAmount: totalCost,
    refundStatus: 'PROCESSING',
    cancelledAt: expect.any(String),
  })
  expect(await detail(shipmentId)).toMatchObject({ status: 'CANCELLED' })
})
row('States and transitions', 'nothing changes after pickup', async () => {
  const { shipmentId, status, actualPickup } = await delivered()
  for (const body of [{ reference: 'PO 4713' }, { reason: 'Too late' }]) {
    expect(errorOf(await change(z.string().parse(shipmentId), body))).toMatchObject({
      code: 'SHIPMENT_IMMUTABLE',
      details: { status, pickedUpAt: actualPickup },
    })
  }
})

row('Endpoints: Shipments', 'GET /shipments', async () => {
  expect((await list('')).length).toBeGreaterThan(1)
})
row('Endpoints: Shipments', 'GET /tracking/lookup/{loadId}', async () => {
  const { shipmentId } = await fresh()
  expect(await detail(shipmentId)).toMatchObject({ shipmentId })
})
const changing = { send: async (body: unknown) => change((await fresh()).shipmentId, body) }
const updating = { ...changing, body: () => ({ instructions: 'Ring the bell', reference: 'PO 1' }) }
requestFields('Endpoints: Changes', updating, {
  reference: { good: 'PO 2', bad: 2 },
  instructions: { good: 'Ring twice', bad: 2 },
  consigneeInfo: { good: { phone: '+1 214 555 0100' }, bad: { phone: 7 } },
})
const cancelling = { ...changing, body: () => ({ reason: 'Order changed', refundRequested: true }) }
requestFields('Endpoints: Changes', cancelling, {
  reason: { good: 'Sold out', bad: 7, isRequired: true },
  refundRequested: { good: false, bad: 'no' },
})
row('Endpoints: Changes', 'POST /update-shipment/{loadId}, update', async () => {
  const { shipmentId } = await fresh()
  expect(dataIn(await change(shipmentId, { reference: 'PO 2' }))).toEqual({
    shipmentId,
    status: 'PENDING',
    reference: 'PO 2',
    instructions: 'Dock 4',
    updatedAt: expect.any(String),
  })
})
test('an update answers only the texts that there are', async () => {
  const { shipmentId } = await booked(service)
  expect(Object.keys(recordOf(dataIn(await change(shipmentId, { instructions: 'Dock 4' }))))).not.toContain('reference')
})
row('Endpoints: Changes', 'POST /update-shipment/{loadId}, cancel', async () => {
  const { shipmentId } = await fresh()
  const answer = await change(shipmentId, { reason: 'Order changed' })
  expect([answer.status, dataIn(answer)]).toEqual([200, expect.objectContaining({ shipmentId, status: 'CANCELLED' })])
})

row('Shipment list parameters', 'page', async () => {
  const [one, two] = [await list('limit=1'), await list('limit=1&page=2')]
  expect([one.length, two.length]).toEqual([1, 1])
  expect(idOf(listOf(one)[0])).not.toBe(idOf(listOf(two)[0]))
})
row('Shipment list parameters', 'limit', async () => {
  expect(await list('limit=2')).toHaveLength(2)
  expect((await service.get('/shipments?limit=101')).status).toBe(400)
  expect(recordOf((await service.get('/shipments')).body)).toMatchObject({ meta: { pagination: { limit: 25 } } })
})
row('Shipment list parameters', 'status', async () => {
  expect(new Set((await list('status=DELIVERED')).map((one) => one['status']))).toEqual(new Set(['DELIVERED']))
})
for (const parameter of ['provider', 'trackingNumber', 'reference']) {
  row('Shipment list parameters', parameter, async () => {
    const wanted = await detail((await fresh()).shipmentId)
    const value = z.string().parse(wanted[parameter])
    const found = listOf(await list(`${parameter}=${encodeURIComponent(value)}&limit=100`))
    expect(found.map(idOf)).toContain(idOf(wanted))
    for (const one of found) expect((await detail(idOf(one)))[parameter]).toBe(value)
    expect(await list(`${parameter}=nothing-of-that-name`)).toEqual([])
    // Nothing asked for is not everything.
    if (parameter === 'reference') expect(await list('reference=')).toEqual([])
  })
}
row('Shipment list parameters', 'createdAfter', async () => {
  const { createdAt } = await fresh()
  for (const one of listOf(await list(`createdAfter=${createdAt}`))) {
    expect(Date.parse(z.string().parse(one['createdAt']))).toBeGreaterThanOrEqual(Date.parse(createdAt ?? ''))
  }
})
row('Shipment list parameters', 'createdBefore', async () => {
  const { createdAt, shipmentId } = await fresh()
  const day = new Date(Date.parse(createdAt ?? '') - DAY_MS).toISOString()
  const found = listOf(await list(`createdBefore=${day}&limit=100`))
  expect(found.map(idOf)).not.toContain(shipmentId)
  for (const one of found) expect(Date.parse(z.string().parse(one['createdAt']))).toBeLessThan(Date.parse(day))
})
row('Shipment list parameters', 'sort', async () => {
  const costs = (await list('sort=totalCost&order=asc')).map((one) => z.number().parse(one['totalCost']))
  expect(costs).toEqual(costs.toSorted((a, b) => a - b))
  for (const sort of ['createdAt', 'deliveryDate']) expect((await list(`sort=${sort}`)).length).toBeGreaterThan(0)
  expect((await service.get('/shipments?sort=weight')).status).toBe(400)
})
row('Shipment list parameters', 'order', async () => {
  const costs = (await list('sort=totalCost&order=desc')).map((one) => z.number().parse(one['totalCost']))
  expect(costs).toEqual(costs.toSorted((a, b) => b - a))
  expect((await service.get('/shipments?order=up')).status).toBe(400)
})
answerFields(
  'Pagination of shipments',
  async () => recordOf(recordOf((await service.get('/shipments?limit=2')).body)['meta'])['pagination'],
  {
    page: z.literal(1),
    limit: z.literal(2),
    total: is.integer,
    pages: is.integer,
    hasNext: z.literal(true),
    hasPrev: z.literal(false),
  },
)

for (const status of SHIPMENT_STATUSES.filter((one) => one !== 'OUT_FOR_DELIVERY')) {
  row('Shipment statuses', status, async () => {
    if (status === 'CANCELLED') await change((await fresh()).shipmentId, { reason: 'Order changed' })
    for (const one of listOf(await list(`status=${status}`))) expect(one['status']).toBe(status)
  })
}
// On a day when nobody delivers, the clock has to go on; so this one comes last.
row('Shipment statuses', 'OUT_FOR_DELIVERY', async () => {
  await fresh()
  let found = await list('status=OUT_FOR_DELIVERY')
  for (let hours = 0; hours < 240 && found.length === 0; hours++) {
    await service.jump(HOUR_MS)
    found = await list('status=OUT_FOR_DELIVERY')
  }
  expect(listOf(found)[0]['status']).toBe('OUT_FOR_DELIVERY')
})
