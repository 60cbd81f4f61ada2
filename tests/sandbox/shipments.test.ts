import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { paginationSchema } from '../../src-shared/freight/envelope.ts'
import { shipmentSummarySchema } from '../../src-shared/freight/shipment.ts'
import { booked } from './quoting.ts'
import { DAY_MS, palletRequest, useService } from './service.ts'

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
})
