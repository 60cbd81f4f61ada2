import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { documentSchema, type Document } from '../../src-shared/freight/document.ts'
import type { BookedShipment } from '../../src-shared/freight/shipment.ts'
import { pdfText } from './papers.ts'
import { booked } from './quoting.ts'
import { dataOf, DAY_MS, errorOf, useService, download } from './service.ts'

const service = useService()
const conversion = createConversion()
afterAll(() => conversion.close())

async function documentsOf({ shipmentId }: BookedShipment, query = ''): Promise<Document[]> {
  return dataOf(await service.get(`/shipments/${shipmentId}/documents?${query}`), z.array(documentSchema))
}

async function paperOf(shipment: BookedShipment, type: string): Promise<{ document: Document; bytes: Uint8Array }> {
  const [document] = await documentsOf(shipment, `type=${type}`)
  if (!document) throw new Error(`there is no ${type}`)
  return { document, bytes: (await download(document.downloadUrl)).bytes }
}

/** Barcodes of the first page. */
async function barcodesOf(bytes: Uint8Array): Promise<string[]> {
  const target = { dpi: 203, media: { widthIn: 8.5, heightIn: 11 } } as const
  const [codes = []] = await conversion.readBarcodes(await conversion.preview({ format: 'PDF', bytes }, target))
  return codes.toSorted()
}

describe('the documents of a shipment', () => {
  test('that were made on request are listed while their link lives, and afterwards when expired ones are wanted', async () => {
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
})

describe('a bill of lading', () => {
  test('bears its number and the carrier with the PRO number as barcodes', async () => {
    const shipment = await booked(service, {}, { reference: 'PO-48127', instructions: 'Forklift on site' })
    const { bytes } = await paperOf(shipment, 'BOL')
    const text = await pdfText(bytes)
    const bolNumber = /Bill of Lading Number (\d{17})/.exec(text)?.[1]
    expect(await barcodesOf(bytes)).toEqual([bolNumber, `NLTF${shipment.proNumber}`].sort())
    for (const words of ['Lakeshore Pump & Valve', 'Brightwater Irrigation', 'PO-48127', 'Forklift on site', 'Pumps']) {
      expect(text).toContain(words)
    }
  })
})

describe('a document', () => {
  test('of a cancelled shipment is void, and nothing on it scans', async () => {
    const shipment = await booked(service)
    await service.post(`/update-shipment/${shipment.shipmentId}`, { reason: 'Ordered twice', refundRequested: true })
    for (const type of ['BOL', 'SHIPPING_LABEL']) {
      const { bytes } = await paperOf(shipment, type)
      expect(await pdfText(bytes)).toContain('VOID')
      expect(await barcodesOf(bytes)).toEqual([])
    }
  })
})
