import { expect, test } from 'vitest'
import { z } from 'zod'
import { shipmentDetailSchema, shipmentSummarySchema } from '../../src-shared/freight/shipment.ts'
import { dataOf, useService } from './service.ts'

const service = useService({ samples: true })
const list = async () => dataOf(await service.get('/shipments?limit=100'), z.array(shipmentSummarySchema))

test('a first start with samples has shipments in every state that this hour allows', async () => {
  const shipments = await list()
  expect(shipments).toHaveLength(24)
  const statuses = new Set(shipments.map(({ status }) => status))
  for (const status of ['PENDING', 'PICKUP_SCHEDULED', 'EXCEPTION', 'DELIVERED', 'RETURNED']) {
    expect(statuses).toContain(status)
  }
})

test('the samples are shipments like any other: priced, labelled, with a past', async () => {
  for (const { shipmentId, createdAt } of await list()) {
    const detail = dataOf(await service.get(`/tracking/lookup/${shipmentId}`), shipmentDetailSchema)
    expect(detail.totalCost).toBeGreaterThan(0)
    expect(detail.labels?.length).toBeGreaterThan(0)
    expect(detail.reference).toMatch(/^PO-\d{5}$/)
    expect(Date.parse(createdAt ?? '')).toBeLessThan(service.now())
  }
})

test('a second start adds none', async () => {
  await service.restart({ samples: true })
  expect(await list()).toHaveLength(24)
})
