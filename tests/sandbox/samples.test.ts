import { expect, test } from 'vitest'
import { z } from 'zod'
import { shipmentSummarySchema } from '../../src-shared/freight/shipment.ts'
import { dataOf, useService } from './service.ts'

const service = useService({ samples: true })
const list = async () => dataOf(await service.get('/shipments?limit=100'), z.array(shipmentSummarySchema))

test('a second start with samples adds none', async () => {
  expect(await list()).toHaveLength(24)
  await service.restart({ samples: true })
  expect(await list()).toHaveLength(24)
})
