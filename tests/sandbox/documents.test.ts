import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createConversion } from '../../src-main/conversion/conversion.ts'
import { fateOf } from '../../src-sandbox/life/fate.ts'
import {
  documentSchema,
  labelListSchema,
  loadDocumentSchema,
  type Document,
} from '../../src-shared/freight/document.ts'
import type { BookedShipment } from '../../src-shared/freight/shipment.ts'
import { pdfPages, pdfText, pngSizeOf } from './papers.ts'
import { booked } from './quoting.ts'
import { API_KEY, dataOf, DAY_MS, errorOf, palletRequest, useService } from './service.ts'

const service = useService()
const conversion = createConversion()
afterAll(() => conversion.close())

const CANADA = {
  destinationAddress: {
    address1: '100 rue Peel',
    city: 'Montreal',
    state: 'QC',
    postalCode: 'H3A1A1',
    country: 'CA' as const,
    companyName: 'Équipements Brébeuf',
    contactName: 'Zoë Gagné',
  },
}

async function documentsOf({ shipmentId }: BookedShipment, query = ''): Promise<Document[]> {
  return dataOf(await service.get(`/shipments/${shipmentId}/documents?${query}`), z.array(documentSchema))
}

async function download(url: string | null | undefined, headers: Record<string, string> = {}) {
  const response = await fetch(url ?? '', { headers: { authorization: `Bearer ${API_KEY}`, ...headers } })
  expect(response.status).toBe(200)
  return { bytes: new Uint8Array(await response.arrayBuffer()), headers: response.headers }
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

/** A shipment that is delivered, smoothly or late, once its days have passed. */
async function delivered(kind: 'smooth' | 'late'): Promise<BookedShipment> {
  for (;;) {
    const shipment = await booked(service, {}, { reference: 'PO-POD' })
    if (fateOf(shipment.shipmentId, false).kind !== kind) continue
    await service.jump(30 * DAY_MS)
    return shipment
  }
}

describe('the documents of a shipment', () => {
  test('are its labels and its bill of lading, with all that the interface names', async () => {
    const shipment = await booked(service)
    const documents = await documentsOf(shipment)
    expect(documents.map(({ type, format }) => [type, format])).toEqual([
      ['SHIPPING_LABEL', 'PDF'],
      ['BOL', 'PDF'],
    ])
    for (const document of documents) {
      const { bytes } = await download(document.downloadUrl)
      expect(document).toMatchObject({
        shipmentId: shipment.shipmentId,
        trackingNumber: shipment.trackingNumber,
        contentType: 'application/pdf',
        size: bytes.length,
        metadata: { provider: 'Northline Freight', service: 'LTL_STANDARD' },
      })
      expect(document.filename).toMatch(/^[\w.-]+\.pdf$/)
      expect(Date.parse(document.expiresAt ?? '') - Date.parse(document.createdAt ?? '')).toBe(7 * DAY_MS)
    }
  })

  test('have a customs form across a border only', async () => {
    const types = async (shipment: BookedShipment) => (await documentsOf(shipment)).map(({ type }) => type)
    expect(await types(await booked(service))).not.toContain('CUSTOMS_FORM')
    expect(await types(await booked(service, CANADA))).toContain('CUSTOMS_FORM')
  })

  test('are found by type and format', async () => {
    const shipment = await booked(service, {}, { labelFormat: 'ZPL' })
    expect((await documentsOf(shipment, 'type=BOL')).map(({ type }) => type)).toEqual(['BOL'])
    expect((await documentsOf(shipment, 'format=ZPL')).map(({ type }) => type)).toEqual(['SHIPPING_LABEL'])
    expect(await documentsOf(shipment, 'type=POD')).toEqual([])
    const answer = await service.get(`/shipments/${shipment.shipmentId}/documents?includeExpired=perhaps`)
    expect(errorOf(answer).details['field']).toBe('includeExpired')
    const untyped = await service.get(`/shipments/${shipment.shipmentId}/documents?type=POSTCARD`)
    expect(errorOf(untyped).details['field']).toBe('type')
    expect(errorOf(await service.get('/shipments/SHP-NONE/documents')).code).toBe('SHIPMENT_NOT_FOUND')
  })

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

  test('are told in short by the load id', async () => {
    const shipment = await booked(service)
    const answer = await service.post('/track/get-documents', { loadId: shipment.shipmentId })
    const documents = dataOf(answer, z.array(loadDocumentSchema))
    expect(documents.map(({ type }) => type)).toEqual(['SHIPPING_LABEL', 'BOL'])
    for (const document of documents) {
      expect(Object.keys(document).sort()).toEqual(['createdAt', 'documentId', 'expires', 'format', 'type', 'url'])
      await download(`${document.url}&download=true`)
    }
    expect(errorOf(await service.post('/track/get-documents', { loadId: 'X' })).code).toBe('SHIPMENT_NOT_FOUND')
    expect(errorOf(await service.post('/track/get-documents', {})).details['field']).toBe('loadId')
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

  test('marks hazardous materials, and tells class and NMFC item', async () => {
    const cargo = palletRequest().cargo.map((line) => ({ ...line, hazmat: true, nmfcCode: '149980' }))
    const { bytes } = await paperOf(await booked(service, { cargo }), 'BOL')
    const text = await pdfText(bytes)
    expect(text).toMatch(/500 X Pumps .* 149980 85/)
    expect(text).toContain('HAZARDOUS MATERIALS')
  })

  test('takes as many lines as are booked, on supplement pages', async () => {
    const [line] = palletRequest().cargo
    const cargo = Array.from({ length: 100 }, (_, index) => ({
      ...{ weight: 20, length: 20, width: 20, height: 20, quantity: 1, freightClass: '85' as const, ...line },
      weight: 20,
      description: `Line ${index + 1} ${'of many words '.repeat(index % 12)}end${index + 1}`,
    }))
    const { bytes } = await paperOf(await booked(service, { cargo }), 'BOL')
    const [front = '', ...supplement] = await pdfPages(bytes)
    expect(front).toContain('SEE ATTACHED SUPPLEMENT PAGE')
    const rest = supplement.join(' ')
    for (const { description } of cargo) expect(rest).toContain(description.split(' ').at(-1))
    expect(rest).toContain(`Page ${supplement.length + 1} of ${supplement.length + 1}`)
  })
})

describe('a proof of delivery', () => {
  test('is there once the shipment is signed for, and not before', async () => {
    const shipment = await booked(service)
    expect(await documentsOf(shipment, 'type=POD')).toEqual([])
  })

  test('says who received the freight, and when', async () => {
    const shipment = await delivered('smooth')
    const { document, bytes } = await paperOf(shipment, 'POD')
    const metadata = z
      .object({ recipient: z.string(), signatureUrl: z.string(), deliveredAt: z.string() })
      .parse(document.metadata)
    const text = await pdfText(bytes)
    expect(text).toContain(metadata.recipient)
    expect(text).toContain('EXCEPTIONS NOTED None')
    expect(text).toContain(metadata.deliveredAt.slice(0, 16).replace('T', ' '))
    expect(text).toContain(shipment.proNumber)
    const { headers } = await download(metadata.signatureUrl)
    expect(headers.get('content-type')).toContain('image/svg+xml')
  })
})

describe('a proof of a late delivery', () => {
  test('says what went wrong on the way', async () => {
    const shipment = await delivered('late')
    const { bytes } = await paperOf(shipment, 'POD')
    expect(await pdfText(bytes)).toMatch(/EXCEPTIONS NOTED \d{4}-\d{2}-\d{2} (Delivery attempted|Delayed|Damage found)/)
  })
})

describe('a customs form', () => {
  test('names both parties, the goods, their codes and what they are worth', async () => {
    const cargo = palletRequest().cargo.map((line) => ({ ...line, quantity: 2, value: 1200.5, satCode: '40151500' }))
    const { bytes } = await paperOf(await booked(service, { ...CANADA, cargo }), 'CUSTOMS_FORM')
    const text = await pdfText(bytes)
    for (const words of ['Lakeshore Pump & Valve', 'Équipements Brébeuf', '40151500', '2,401.00 USD']) {
      expect(text).toContain(words)
    }
  })
})

describe('a document', () => {
  test('comes in the content type that a download accepts', async () => {
    const shipment = await booked(service)
    const { document } = await paperOf(shipment, 'BOL')
    const png = await download(document.downloadUrl, { accept: 'image/png' })
    expect(png.headers.get('content-type')).toBe('image/png')
    expect(pngSizeOf(png.bytes)).toEqual({ width: 2550, height: 3300 })
    for (const accept of ['*/*', 'application/json', 'application/pdf, image/png;q=0.5', 'text/plain']) {
      const { headers } = await download(document.downloadUrl, { accept })
      expect(headers.get('content-type')).toBe('application/pdf')
    }
    const named = await download(`${document.downloadUrl}&format=pdf`, { accept: 'image/png' })
    expect(named.headers.get('content-type')).toBe('application/pdf')
  })

  test('is not made in a printer language unless it is a label', async () => {
    const { document } = await paperOf(await booked(service), 'BOL')
    const answer = await service.get(`/documents/${document.documentId}?format=zpl`)
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({ code: 'DOCUMENT_GENERATION_FAILED', details: { template: 'BOL' } })
  })

  test('on a letter page is not made in a printer language', async () => {
    const { shipmentId } = await booked(service)
    const list = dataOf(await service.get(`/shipments/${shipmentId}/labels?size=8.5x11`), labelListSchema)
    const answer = await service.get(`/documents/${list.labels[0]?.documentId}?format=zpl`)
    expect(errorOf(answer)).toMatchObject({ code: 'INVALID_REQUEST', details: { field: 'format' } })
  })

  test('shows the shipment as it stands after an update, under the same id', async () => {
    const shipment = await booked(service)
    const before = await paperOf(shipment, 'BOL')
    await service.post(`/update-shipment/${shipment.shipmentId}`, { reference: 'PO-CHANGED' })
    const after = await paperOf(shipment, 'BOL')
    expect(after.document.documentId).toBe(before.document.documentId)
    expect(await pdfText(before.bytes)).not.toContain('PO-CHANGED')
    expect(await pdfText(after.bytes)).toContain('PO-CHANGED')
  })

  test('of a cancelled shipment is void, and nothing on it scans', async () => {
    const shipment = await booked(service)
    await service.post(`/update-shipment/${shipment.shipmentId}`, { reason: 'Ordered twice', refundRequested: true })
    for (const type of ['BOL', 'SHIPPING_LABEL']) {
      const { bytes } = await paperOf(shipment, type)
      expect(await pdfText(bytes)).toContain('VOID')
      expect(await barcodesOf(bytes)).toEqual([])
    }
  })

  test('that the service made from a shipment can be neither deleted nor changed', async () => {
    const { document } = await paperOf(await booked(service), 'BOL')
    for (const answer of [
      await service.call('DELETE', `/documents/${document.documentId}`),
      await service.call('PUT', `/documents/${document.documentId}`, { data: {} }),
    ]) {
      expect(answer.status).toBe(400)
      expect(errorOf(answer)).toMatchObject({ code: 'INVALID_REQUEST', details: { reason: 'DOCUMENT_KEPT' } })
    }
    expect((await service.get(`/documents/${document.documentId}`)).status).toBe(200)
  })
})
