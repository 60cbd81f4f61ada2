import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { trackedShipmentsSchema } from '../../src-shared/freight/tracking-request.ts'
import { trackingRecordSchema } from '../../src-shared/freight/tracking.ts'
import { booked } from './quoting.ts'
import { dataOf, DAY_MS, errorOf, HOUR_MS, useService } from './service.ts'

const service = useService()

describe('shipments in transit', () => {
  test.each(['page=0', 'limit=101', 'limit=x'])('"%s" is refused with its field', async (query) => {
    expect(errorOf(await service.get(`/tracking?${query}`)).details['field']).toBe(query.split('=')[0])
  })
})

describe('tracking many numbers', () => {
  test('answers each that is known in the order asked for, and says which are not', async () => {
    const [first, second] = [await booked(service), await booked(service)]
    const trackingNumbers = [
      second.trackingNumber,
      'NLTF00000000000',
      first.trackingNumber,
      second.trackingNumber,
      'X-1',
    ]
    const answer = await service.post('/track/shipments', { trackingNumbers })
    expect(answer.status).toBe(200)
    const { shipments, errors } = dataOf(answer, trackedShipmentsSchema)
    expect(shipments.map(({ shipmentId }) => shipmentId)).toEqual([second.shipmentId, first.shipmentId])
    expect(shipments[0]?.events).toHaveLength(1)
    expect(errors).toMatchObject([
      {
        trackingNumber: 'NLTF00000000000',
        code: 'TRACKING_NOT_FOUND',
        details: { trackingNumber: 'NLTF00000000000', provider: 'Northline Freight' },
      },
      { trackingNumber: 'X-1', code: 'TRACKING_NOT_FOUND', details: { provider: null } },
    ])
  })

  test.each<[object, string]>([
    [{}, 'trackingNumbers'],
    [{ trackingNumbers: [] }, 'trackingNumbers'],
    [{ trackingNumbers: Array.from({ length: 101 }, (_, index) => `N${index}`) }, 'trackingNumbers'],
    [{ trackingNumbers: ['A', ' '] }, 'trackingNumbers.1'],
  ])('%o is refused with its field', async (body, field) => {
    expect(errorOf(await service.post('/track/shipments', body))).toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field },
    })
  })
})

describe('asking the carrier anew', () => {
  test('is too early until it knows the shipment, and says when to ask again', async () => {
    const { shipmentId, trackingNumber } = await booked(service)
    const early = await service.post('/track/update', { trackingNumber })
    expect(early.status).toBe(404)
    const { code, details } = errorOf(early)
    expect([code, details['reason']]).toEqual(['TRACKING_NOT_AVAILABLE', 'NOT_YET_IN_CARRIER_SYSTEM'])
    await service.jump(z.number().positive().parse(details['retryAfter']) * 1000)
    const record = dataOf(await service.post('/track/update', { trackingNumber }), trackingRecordSchema)
    expect(record).toMatchObject({ shipmentId, status: 'PICKUP_SCHEDULED' })
    expect((await service.post('/track/shipment', { trackingNumber })).status).toBe(200)
  })

  test('answers only the events after the last one that is known', async () => {
    const { shipmentId } = await booked(service)
    await service.jump(HOUR_MS)
    const all = dataOf(await service.post('/track/update', { loadId: shipmentId }), trackingRecordSchema)
    expect(all.events).toHaveLength(2)
    const after = all.events?.[0]?.timestamp
    const none = dataOf(await service.post('/track/update', { loadId: shipmentId, after }), trackingRecordSchema)
    expect(none).toEqual({ ...all, events: [] })
    await service.jump(60 * DAY_MS)
    const later = dataOf(await service.post('/track/update', { loadId: shipmentId, after }), trackingRecordSchema)
    const track = dataOf(await service.get(`/shipments/${shipmentId}/track`), trackingRecordSchema)
    expect(later.events).toEqual(track.events?.slice(0, -2))
    expect(errorOf(await service.post('/track/update', { loadId: shipmentId, after: 'now' })).details['field']).toBe(
      'after',
    )
  })
})
