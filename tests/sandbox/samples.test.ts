import { expect, test } from 'vitest'
import { z } from 'zod'
import { shipmentSummarySchema } from '../../src-shared/freight/shipment.ts'
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

test('a second start adds none', async () => {
  await service.restart({ samples: true })
  expect(await list()).toHaveLength(24)
})
