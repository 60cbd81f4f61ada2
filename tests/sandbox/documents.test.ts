import { expect, test } from 'vitest'
import { z } from 'zod'
import { documentSchema, type Document } from '../../src-shared/freight/document.ts'
import type { BookedShipment } from '../../src-shared/freight/shipment.ts'
import { booked } from './quoting.ts'
import { dataOf, DAY_MS, errorOf, useService, download } from './service.ts'

const service = useService()

async function documentsOf({ shipmentId }: BookedShipment, query = ''): Promise<Document[]> {
  return dataOf(await service.get(`/shipments/${shipmentId}/documents?${query}`), z.array(documentSchema))
}

test('documents that were made on request are listed while their link lives, and afterwards when expired ones are wanted', async () => {
  const shipment = await booked(service)
  await service.get(`/shipments/${shipment.shipmentId}/labels?format=EPL`)
  expect(await documentsOf(shipment, 'format=EPL')).toHaveLength(1)
  await service.jump(7 * DAY_MS)
  expect(await documentsOf(shipment, 'format=EPL')).toEqual([])
  const [expired] = await documentsOf(shipment, 'format=EPL&includeExpired=true')
  const dead = await service.get(new URL(expired?.url ?? '').href.replace(service.baseUrl, ''))
  expect(errorOf(dead)).toMatchObject({ code: 'DOCUMENT_NOT_FOUND', details: { reason: 'URL_EXPIRED' } })
  const again = dataOf(await service.get(`/documents/${expired?.documentId}`), documentSchema)
  await download(again.downloadUrl)
  expect(await documentsOf(shipment, 'format=EPL')).toHaveLength(1)
  expect(await documentsOf(shipment, 'type=BOL')).toHaveLength(1)
})
