import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bookedShipmentSchema, shipmentDetailSchema, shipmentSummarySchema } from '../../src-shared/freight/shipment.ts'
import { booked, quoted } from './quoting.ts'
import { dataOf, useService } from './service.ts'

const service = useService()
const NORTHLINE = { provider: 'Northline Freight', service: 'LTL_STANDARD' }

describe('booking from a quote', () => {
  test('the same reference twice makes two shipments, both found by it', async () => {
    const first = await booked(service, {}, { reference: 'TWICE' })
    const second = await booked(service, {}, { reference: 'TWICE' })
    const found = dataOf(await service.get('/shipments?reference=TWICE'), z.array(shipmentSummarySchema))
    expect(found.map(({ shipmentId }) => shipmentId).sort()).toEqual([first.shipmentId, second.shipmentId].sort())
  })
})

test('shipments, quotes and the numbers go on after a restart', async () => {
  const before = await booked(service, {}, { reference: 'BEFORE' })
  const { quoteId } = await quoted(service)
  const url = before.labels?.[0]?.url ?? ''
  await service.restart()
  const after = dataOf(await service.post('/book-shipment', { quoteId, selectedRate: NORTHLINE }), bookedShipmentSchema)
  expect(Number(after.proNumber?.slice(0, -1))).toBe(Number(before.proNumber?.slice(0, -1)) + 1)
  const detail = dataOf(await service.get(`/tracking/lookup/${before.shipmentId}`), shipmentDetailSchema)
  expect(detail.reference).toBe('BEFORE')
  expect(new URL(detail.labels?.[0]?.url ?? '').search).toBe(new URL(url).search)
})
