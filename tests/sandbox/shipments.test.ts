import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { paginationSchema } from '../../src-shared/freight/envelope.ts'
import { shipmentSummarySchema } from '../../src-shared/freight/shipment.ts'
import { booked } from './quoting.ts'
import { DAY_MS, errorOf, palletRequest, useService } from './service.ts'

const service = useService()
const pageSchema = z.object({ data: z.array(shipmentSummarySchema), meta: z.object({ pagination: paginationSchema }) })
const list = async (query: string) => pageSchema.parse((await service.get(`/shipments?${query}`)).body)

/** Ten shipments, heavier and dearer one after the other, the last three a day later. */
const ids: string[] = []
let middle = ''
beforeAll(async () => {
  for (let index = 1; index <= 10; index++) {
    if (index === 8) {
      await service.jump(DAY_MS)
      middle = z.object({ meta: z.object({ timestamp: z.string() }) }).parse((await service.get('/shipments')).body)
        .meta.timestamp
    }
    const [line] = palletRequest().cargo
    const cargo = line ? [{ ...line, weight: 400 * index, freightClass: '70' as const }] : []
    const { shipmentId } = await booked(service, { cargo }, { reference: `REF-${index}` })
    ids.push(shipmentId)
  }
})

describe('the list of shipments', () => {
  test('starts with the newest, 25 a page', async () => {
    const { data, meta } = await list('')
    expect(data.map(({ shipmentId }) => shipmentId)).toEqual(ids.toReversed())
    expect(meta.pagination).toEqual({ page: 1, limit: 25, total: 10, pages: 1, hasNext: false, hasPrev: false })
  })

  test('is cut into pages that together are the whole', async () => {
    const seen: string[] = []
    for (let page = 1; page <= 4; page++) {
      const { data, meta } = await list(`limit=3&page=${page}&order=asc`)
      expect(meta.pagination).toEqual({ page, limit: 3, total: 10, pages: 4, hasNext: page < 4, hasPrev: page > 1 })
      seen.push(...data.map(({ shipmentId }) => shipmentId))
    }
    expect(seen).toEqual(ids)
    expect((await list('limit=3&page=99')).data).toEqual([])
  })

  test('is sorted by price and by delivery, either way', async () => {
    const costs = (await list('sort=totalCost&order=asc')).data.map(({ totalCost }) => totalCost ?? 0)
    expect(costs).toEqual(costs.toSorted((a, b) => a - b))
    const dearestFirst = (await list('sort=totalCost')).data.map(({ totalCost }) => totalCost ?? 0)
    expect(dearestFirst).toEqual(costs.toReversed())
    const deliveries = (await list('sort=deliveryDate&order=asc')).data.map(
      (row) => row.actualDelivery ?? row.estimatedDelivery ?? '',
    )
    expect(deliveries).toEqual(deliveries.toSorted())
  })

  test('is filtered by reference, tracking number, provider and status', async () => {
    const { data: one } = await list('reference=REF-4')
    expect(one.map(({ shipmentId }) => shipmentId)).toEqual([ids[3]])
    expect((await list(`trackingNumber=${one[0]?.trackingNumber}`)).data).toEqual(one)
    expect((await list('provider=Northline%20Freight')).meta.pagination.total).toBe(10)
    expect((await list('provider=Union%20Vale')).data).toEqual([])
    for (const status of ['PENDING', 'PICKUP_SCHEDULED', 'PICKED_UP']) {
      for (const row of (await list(`status=${status}`)).data) expect(row.status).toBe(status)
    }
    expect((await list('reference=REF')).data).toEqual([])
  })

  test('an empty reference finds nothing, not everything', async () => {
    expect((await list('reference=')).data).toEqual([])
  })

  test('ranges of time that touch leave none out and none twice', async () => {
    const earlier = (await list(`createdBefore=${middle}`)).data
    const later = (await list(`createdAfter=${middle}`)).data
    expect(earlier).toHaveLength(7)
    expect(later).toHaveLength(3)
    expect((await list('createdAfter=2020-01-01&createdBefore=2020-12-31')).data).toEqual([])
  })

  test.each([
    'page=0',
    'page=x',
    'page=1.5',
    'limit=0',
    'limit=101',
    'status=LOST',
    'sort=colour',
    'order=up',
    'createdAfter=yesterday',
    'createdBefore=2026-13-01',
    'page=1&page=2',
  ])('"%s" is refused with its field', async (query) => {
    const answer = await service.get(`/shipments?${query}`)
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({ code: 'INVALID_REQUEST', details: { field: query.split('=')[0] } })
  })
})

test.each(['SHP-NONE', '%00', '..%2F..', "'%20OR%201=1", 'x'.repeat(3000)])(
  'a shipment that does not exist is not found: %s',
  async (id) => {
    for (const path of [`/tracking/lookup/${id}`, `/shipments/${id}/track`, `/shipments/${id}/labels`]) {
      const answer = await service.get(path)
      expect(answer.status).toBe(404)
      expect(errorOf(answer).code).toBe('SHIPMENT_NOT_FOUND')
    }
  },
)
