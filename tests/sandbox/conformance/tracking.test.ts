import { expect } from 'vitest'
import { z } from 'zod'
import { EVENT_TYPES, EXCEPTION_REASONS, TRACKING_STATUSES } from '../../../src-shared/freight/tracking.ts'
import { HOUR_MS, useServiceWithSamples } from '../service.ts'
import { answerFields, dataIn, is, listOf, recordOf, row } from './row.ts'

const service = useServiceWithSamples()
const one = async (status: string) => listOf(dataIn(await service.get(`/shipments?status=${status}`)))[0]
const idOf = (record: Record<string, unknown>) => z.string().parse(record['shipmentId'])
const numberOf = (record: Record<string, unknown>) => z.string().parse(record['trackingNumber'])
const track = async (status: string) =>
  recordOf(dataIn(await service.get(`/shipments/${idOf(await one(status))}/track`)))
const events = async (query: string) => z.array(is.object).parse(dataIn(await service.get(`/tracking/events?${query}`)))
const place = z.object({ city: is.string, state: is.string, country: is.string })

answerFields('Tracking record', () => track('DELIVERED'), {
  shipmentId: is.string,
  trackingNumber: is.string,
  proNumber: is.string,
  provider: is.string,
  service: is.string,
  status: z.literal('DELIVERED'),
  statusDescription: is.string,
  estimatedDelivery: is.timestamp,
  actualDelivery: is.timestamp,
  weight: is.number.positive(),
  origin: place,
  destination: place,
  lastUpdated: is.timestamp,
  reference: z.string().nullable(),
  shipmentInfo: z.object({
    totalCost: is.number,
    currency: is.string,
    createdAt: is.timestamp,
    estimatedDelivery: is.timestamp,
  }),
})
row('Tracking record', 'events, newest first', async () => {
  const times = listOf((await track('DELIVERED'))['events']).map((event) => Date.parse(String(event['timestamp'])))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})
row('Tracking record', 'actualDelivery is null until then', async () => {
  expect((await track('IN_TRANSIT'))['actualDelivery']).toBeNull()
})

const deliveredEvent = async () => listOf(await events('status=DELIVERED'))[0]
answerFields('Tracking event', deliveredEvent, {
  eventId: is.string,
  timestamp: is.timestamp,
  status: z.literal('DELIVERED'),
  description: is.string,
  location: place.extend({ address: is.string, postalCode: is.string }),
  facilityType: z.enum(['DELIVERY_VEHICLE', 'DELIVERY_FACILITY', 'PICKUP_LOCATION']),
  shipmentId: is.string,
  trackingNumber: is.string,
  recipient: is.string,
  signature: z.url(),
})
for (const facility of ['DELIVERY_VEHICLE', 'DELIVERY_FACILITY', 'PICKUP_LOCATION']) {
  row('Tracking event', `facilityType ${facility}`, async () => {
    const known = (await events('limit=100')).concat(await events('limit=100&eventType=PICKUP'))
    expect(known.map(({ facilityType }) => facilityType)).toContain(facility)
  })
}
row('Tracking event', 'location.coordinates', async () => {
  const location = z.looseObject({ coordinates: z.object({ latitude: is.number, longitude: is.number }) })
  expect(location.safeParse((await deliveredEvent())['location']).error).toBeUndefined()
})
for (const status of TRACKING_STATUSES) {
  row('Tracking status values', status, async () => {
    for (const event of listOf(await events(`status=${status}`))) expect(event['status']).toBe(status)
    expect((await service.get('/tracking/events?status=LOST')).status).toBe(400)
  })
}
for (const type of EVENT_TYPES) {
  row('Event types', type, async () => {
    for (const event of listOf(await events(`eventType=${type}`))) expect(event['eventType']).toBe(type)
    expect((await service.get('/tracking/events?eventType=LOST')).status).toBe(400)
  })
}

row('Tracking event list parameters', 'shipmentIds', async () => {
  const ids = [idOf(await one('DELIVERED')), idOf(await one('PENDING'))]
  const found = listOf(await events(`shipmentIds=${ids.join(',')}&limit=100`))
  expect(new Set(found.map(idOf))).toEqual(new Set(ids))
})
row('Tracking event list parameters', 'trackingNumbers', async () => {
  const numbers = [numberOf(await one('DELIVERED')), numberOf(await one('PENDING'))]
  const found = listOf(await events(`trackingNumbers=${numbers.join(',')}&limit=100`))
  expect(new Set(found.map(numberOf))).toEqual(new Set(numbers))
})
row('Tracking event list parameters', 'status', async () => {
  for (const event of listOf(await events('status=DELIVERED'))) expect(event['status']).toBe('DELIVERED')
})
row('Tracking event list parameters', 'eventType', async () => {
  for (const event of listOf(await events('eventType=DELIVERY'))) expect(event['eventType']).toBe('DELIVERY')
})
row('Tracking event list parameters', 'after, before', async () => {
  const middle = String((await deliveredEvent())['timestamp'])
  for (const event of listOf(await events(`after=${middle}`)))
    expect(is.string.parse(event['timestamp']) >= middle).toBe(true)
  for (const event of listOf(await events(`before=${middle}`)))
    expect(is.string.parse(event['timestamp']) < middle).toBe(true)
  const day = middle.slice(0, 10)
  const before = listOf(await events(`before=${day}`)).map((event) => is.string.parse(event['timestamp']))
  expect(before.length).toBeGreaterThan(0)
  for (const moment of before) expect(moment < `${day}T00:00:00`).toBe(true)
})
row('Tracking event list parameters', 'limit', async () => {
  expect(await events('limit=2')).toHaveLength(2)
  expect(await events('')).toHaveLength(25)
  expect((await service.get('/tracking/events?limit=101')).status).toBe(400)
})
row('Tracking event list parameters', 'page', async () => {
  expect(await events('limit=1&page=2')).not.toEqual(await events('limit=1'))
})

row('Endpoints: Tracking', 'POST /track/shipment', async () => {
  const trackingNumber = numberOf(await one('DELIVERED'))
  expect(dataIn(await service.post('/track/shipment', { trackingNumber }))).toMatchObject({ trackingNumber })
  expect((await service.post('/track/shipment', {})).status).toBe(400)
})
row('Endpoints: Tracking', 'GET /shipments/{id}/track', async () => {
  expect(await track('PENDING')).toMatchObject({ shipmentId: idOf(await one('PENDING')), shipmentInfo: {} })
})
row('Endpoints: Tracking', 'GET /tracking/events', async () => {
  expect(recordOf((await service.get('/tracking/events')).body)).toMatchObject({
    meta: { pagination: { page: 1, limit: 25, total: expect.any(Number), hasNext: true, hasPrev: false } },
  })
})
row('Endpoints: More tracking', 'GET /tracking', async () => {
  const underWay = ['PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'EXCEPTION']
  for (const record of listOf(dataIn(await service.get('/tracking')))) expect(underWay).toContain(record['status'])
})
row('Endpoints: More tracking', 'POST /track/shipments', async () => {
  const trackingNumber = numberOf(await one('DELIVERED'))
  const answer = await service.post('/track/shipments', { trackingNumbers: [trackingNumber, 'NONE1'] })
  expect(dataIn(answer)).toMatchObject({ shipments: [{ trackingNumber }], errors: [{ trackingNumber: 'NONE1' }] })
})
row('Endpoints: More tracking', 'POST /track/details', async () => {
  const loadId = idOf(await one('DELIVERED'))
  expect(dataIn(await service.post('/track/details', { loadId }))).toMatchObject({
    shipmentId: loadId,
    shipmentInfo: {},
  })
})
row('Endpoints: More tracking', 'POST /track/update', async () => {
  const loadId = idOf(await one('DELIVERED'))
  expect(dataIn(await service.post('/track/update', { loadId }))).toMatchObject({ shipmentId: loadId })
})

/** A shipment in transit; the clock goes on until there is one. */
const underWay = async () => {
  for (let halfDays = 0; halfDays < 20; halfDays++) {
    const [found] = z.array(is.object).parse(dataIn(await service.get('/shipments?status=IN_TRANSIT')))
    if (found) return idOf(found)
    await service.jump(12 * HOUR_MS)
  }
  throw new Error('no sample comes into transit')
}
// These let time pass, so they come last.
for (const [code, reason] of Object.entries(EXCEPTION_REASONS)) {
  row('Exception codes', code, async () => {
    const id = await underWay()
    await service.faultApi('POST', `/shipments/${id}/exception`, { code })
    const [event] = listOf(await events(`shipmentIds=${id}&status=EXCEPTION`))
    expect(event).toMatchObject({ exceptionCode: code, exceptionReason: reason })
  })
}
