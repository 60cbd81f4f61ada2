import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { paginationSchema } from '../../src-shared/freight/envelope.ts'
import { shipmentDetailSchema } from '../../src-shared/freight/shipment.ts'
import { trackingEventSchema, trackingRecordSchema } from '../../src-shared/freight/tracking.ts'
import { outcomeOf } from '../../src-sandbox/lifecycle/outcome.ts'
import { booked } from './quoting.ts'
import { API_KEY, dataOf, DAY_MS, errorOf, HOUR_MS, useService } from './service.ts'

const service = useService()
const eventPageSchema = z.object({
  data: z.array(trackingEventSchema),
  meta: z.object({ pagination: paginationSchema }),
})
const events = async (query: string) => eventPageSchema.parse((await service.get(`/tracking/events?${query}`)).body)
const trackOf = async (id: string) => dataOf(await service.get(`/shipments/${id}/track`), trackingRecordSchema)
const detailOf = async (id: string) => dataOf(await service.get(`/tracking/lookup/${id}`), shipmentDetailSchema)

describe('a shipment in time', () => {
  test('comes to its end as the clock goes on, step by step, newest event first', async () => {
    const { shipmentId } = await booked(service)
    const seen = new Set<string>()
    let known: string[] = []
    for (let hours = 0; hours < 24 * 30; hours += 6) {
      await service.jump(6 * HOUR_MS)
      const { events: soFar = [], status } = await trackOf(shipmentId)
      const times = soFar?.map(({ timestamp }) => Date.parse(timestamp)) ?? []
      expect(times).toEqual(times.toSorted((a, b) => b - a))
      const ids = soFar?.map(({ eventId }) => eventId) ?? []
      expect(ids.slice(ids.length - known.length)).toEqual(known)
      known = ids
      seen.add(status)
      const detail = await detailOf(shipmentId)
      expect(detail.status).toBe(status === 'LABEL_CREATED' ? 'PENDING' : status)
      expect(detail.actualPickup !== undefined).toBe(soFar?.some((event) => event.status === 'PICKED_UP') ?? false)
    }
    expect([...seen]).toContain('IN_TRANSIT')
    const { status, actualDelivery, events: all } = await trackOf(shipmentId)
    expect(['DELIVERED', 'RETURNED']).toContain(status)
    if (status === 'DELIVERED') expect(actualDelivery).toBe(all?.[0]?.timestamp)
  })
})

describe('the list of events', () => {
  test('ends with a delivery for every shipment booked while fates are smooth, whatever its id would have met', async () => {
    await service.faultApi('POST', '/settings', { fates: 'smooth' })
    const ids: string[] = []
    do ids.push((await booked(service)).shipmentId)
    while (ids.every((id) => outcomeOf(id, false).kind !== 'returned'))
    await service.faultApi('POST', '/settings', { fates: 'mixed' })
    await service.jump(60 * DAY_MS)
    const ended = await events(`shipmentIds=${ids.at(-1) ?? ''}&limit=100`)
    expect(ended.data.map(({ status }) => status)).toContain('DELIVERED')
    expect(ended.data.map(({ status }) => status)).not.toContain('EXCEPTION')
  })
})

test('a delivery names who signed, and links to the signature', async () => {
  const { shipmentId } = await booked(service)
  const early = await service.get(`/shipments/${shipmentId}/signature`)
  expect(errorOf(early).code).toBe('DOCUMENT_NOT_FOUND')
  await service.jump(60 * DAY_MS)
  const delivered = (await events('status=DELIVERED')).data[0]
  expect(delivered?.recipient).toBe('Sam Okafor')
  const response = await fetch(delivered?.signature ?? '', { headers: { authorization: `Bearer ${API_KEY}` } })
  expect(response.headers.get('content-type')).toBe('image/svg+xml')
  expect(await response.text()).toMatch(/^<svg .*<path d="M/)
})
