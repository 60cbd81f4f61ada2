import { expect } from 'vitest'
import { z } from 'zod'
import { crossingQuoted } from '../crossing.ts'
import { API_KEY, errorOf, useServiceWithSamples } from '../service.ts'
import { TEMPLATE_BODIES } from '../templates.ts'
import { answerFields, dataIn, is, listOf, recordOf, requestFields, row, withValue } from './row.ts'

const service = useServiceWithSamples()
const idOf = async (status: string) =>
  z.string().parse(listOf(dataIn(await service.get(`/shipments?status=${status}`)))[0]['shipmentId'])
const shipmentId = () => idOf('DELIVERED')
const labels = async (query = '') =>
  recordOf(dataIn(await service.get(`/shipments/${await shipmentId()}/labels?${query}`)))
const label = async (query = '') => listOf((await labels(query))['labels'])[0]
const list = async (query = '') =>
  z.array(is.object).parse(dataIn(await service.get(`/shipments/${await shipmentId()}/documents?${query}`)))
const document = async (id: unknown, query = '') =>
  recordOf(dataIn(await service.get(`/documents/${String(id)}?${query}`)))
const ofType = async (type: string) => document(listOf(await list(`type=${type}`))[0]['documentId'])
const file = async (id: unknown, query: string, headers = {}) =>
  fetch(`${service.baseUrl}/documents/${String(id)}?${query}`, {
    headers: { authorization: `Bearer ${API_KEY}`, ...headers },
  })
const generate = async (body: object) =>
  service.post('/documents/generate', { shipmentId: await shipmentId(), ...body })
const invoice = { template: 'COMMERCIAL_INVOICE', ...TEMPLATE_BODIES.COMMERCIAL_INVOICE }

answerFields('Document', async () => document((await label())['documentId']), {
  documentId: is.string,
  type: z.literal('SHIPPING_LABEL'),
  format: z.enum(['PDF', 'PNG', 'ZPL', 'EPL']),
  filename: is.string,
  url: z.url(),
  downloadUrl: z.string().endsWith('&download=true'),
  size: is.integer.positive(),
  contentType: is.string,
  shipmentId: is.string,
  trackingNumber: is.string,
  createdAt: is.timestamp,
  expiresAt: is.timestamp,
  metadata: z.looseObject({ provider: is.string, service: is.string, labelSize: is.string, orientation: is.string }),
})
row('Document', 'expires in POST /track/get-documents', async () => {
  const answer = await service.post('/track/get-documents', { loadId: await shipmentId() })
  expect(is.timestamp.safeParse(listOf(dataIn(answer))[0]['expires']).success).toBe(true)
})
row('Document', 'metadata of a POD', async () => {
  const metadata = z.looseObject({ recipient: is.string, signatureUrl: z.url(), deliveredAt: is.timestamp })
  expect(metadata.safeParse((await ofType('POD'))['metadata']).error).toBeUndefined()
})
for (const type of ['SHIPPING_LABEL', 'BOL', 'POD']) {
  row('Document types', type, async () => {
    const { documentId } = await ofType(type)
    const bytes = new Uint8Array(await (await file(documentId, 'download=true')).arrayBuffer())
    expect(bytes.length).toBe((await document(documentId))['size'])
  })
}
row('Document types', 'CUSTOMS_FORM', async () => {
  const { loadId, cheapest } = await crossingQuoted(service)
  await service.post(`/book/${loadId}`, { quoteId: cheapest('standard').quoteId })
  const found = listOf(dataIn(await service.get(`/shipments/${loadId}/documents?type=CUSTOMS_FORM`)))[0]
  expect(await document(found['documentId'])).toMatchObject({ type: 'CUSTOMS_FORM', format: 'PDF' })
})
for (const template of ['COMMERCIAL_INVOICE', 'PACKING_LIST', 'CERTIFICATE_OF_ORIGIN', 'HAZMAT_DECLARATION'] as const) {
  row('Document types', template, async () => {
    const made = recordOf(dataIn(await generate({ template, ...TEMPLATE_BODIES[template] })))
    expect((await document(made['documentId']))['type']).toBe(template)
  })
}
const BEGINNINGS = { PDF: '%PDF', PNG: '\u0089PNG', ZPL: '^XA', EPL: 'N' }
for (const [format, beginning] of Object.entries(BEGINNINGS)) {
  row('Label formats', format, async () => {
    const { documentId } = await label(`format=${format}`)
    const bytes = Buffer.from(await (await file(documentId, 'download=true')).arrayBuffer()).toString('latin1')
    expect(bytes.trimStart().startsWith(beginning), JSON.stringify(bytes.slice(0, 20))).toBe(true)
  })
}
row('Label formats', 'PDF sizes', async () => {
  for (const size of ['4x6', '8.5x11']) expect((await label(`format=PDF&size=${size}`))['size']).toBe(size)
})
row('Label formats', 'PNG resolutions', async () => {
  for (const dpi of [300, 600, 1200]) {
    const { documentId } = await label(`format=PNG&dpi=${dpi}`)
    expect((await document(documentId))['metadata']).toMatchObject({ dpi })
  }
})

answerFields('Label list', () => labels('combine=true'), {
  shipmentId: is.string,
  trackingNumber: is.string,
  labels: z
    .array(
      z.object({
        documentId: is.string,
        type: z.literal('SHIPPING_LABEL'),
        format: is.string,
        size: is.string,
        url: z.url(),
        downloadUrl: z.url(),
        thumbnailUrl: z.url(),
        createdAt: is.timestamp,
        expiresAt: is.timestamp,
      }),
    )
    .min(1),
  combinedLabel: z.object({ url: z.url(), format: is.string, pageCount: is.integer.positive() }),
})
for (const format of ['pdf', 'png', 'zpl']) {
  row('Document parameters', `GET /documents/{id}, format ${format}`, async () => {
    const { documentId } = await label()
    expect((await document(documentId, `format=${format}`))['format']).toBe(format.toUpperCase())
    expect((await service.get(`/documents/${String(documentId)}?format=epl`)).status).toBe(400)
  })
}
row('Document parameters', 'GET /documents/{id}, download', async () => {
  const { documentId } = await label('format=PDF')
  expect((await file(documentId, 'download=true')).headers.get('content-type')).toBe('application/pdf')
  const png = await file(documentId, 'download=true', { accept: 'image/png' })
  expect(png.headers.get('content-type')).toBe('image/png')
})
row('Document parameters', 'GET /shipments/{id}/documents, type', async () => {
  expect(new Set((await list('type=BOL')).map(({ type }) => type))).toEqual(new Set(['BOL']))
})
row('Document parameters', 'GET /shipments/{id}/documents, format', async () => {
  expect(new Set((await list('format=PDF')).map(({ format }) => format))).toEqual(new Set(['PDF']))
})
row('Document parameters', 'GET /shipments/{id}/documents, includeExpired', async () => {
  expect((await list('includeExpired=true')).length).toBeGreaterThanOrEqual((await list()).length)
  expect((await service.get(`/shipments/${await shipmentId()}/documents?includeExpired=perhaps`)).status).toBe(400)
})
for (const [parameter, values] of Object.entries({ format: ['PDF', 'PNG', 'ZPL', 'EPL'], size: ['4x6', '8.5x11'] })) {
  row('Document parameters', `GET /shipments/{id}/labels, ${parameter}`, async () => {
    const other = parameter === 'size' ? 'format=PDF&' : ''
    for (const value of values) expect((await label(`${other}${parameter}=${value}`))[parameter]).toBe(value)
    expect((await service.get(`/shipments/${await shipmentId()}/labels?${parameter}=other`)).status).toBe(400)
  })
}
row('Document parameters', 'GET /shipments/{id}/labels, combine', async () => {
  expect((await labels('combine=true'))['combinedLabel']).toMatchObject({ url: expect.any(String) })
  expect((await labels('combine=false'))['combinedLabel'] ?? null).toBeNull()
})

answerFields('Document generation', async () => dataIn(await generate(invoice)), {
  documentId: is.string,
  type: z.literal('COMMERCIAL_INVOICE'),
  filename: is.string,
  url: z.url(),
  size: is.integer.positive(),
  createdAt: is.timestamp,
  expiresAt: is.timestamp,
})
const send = (body: unknown) => generate(recordOf(body))
requestFields(
  'Document generation',
  { send, body: () => invoice },
  {
    template: { good: 'COMMERCIAL_INVOICE', bad: 'INVOICE', isRequired: true },
    format: { good: 'PNG', bad: 'GIF' },
  },
)
row('Document generation', 'shipmentId', async () => {
  expect(errorOf(await generate({ ...invoice, shipmentId: 'SHP-NONE' })).code).toBe('SHIPMENT_NOT_FOUND')
})
const REQUIRED = {
  COMMERCIAL_INVOICE: ['seller', 'buyer', 'items', 'totals'],
  PACKING_LIST: ['items', 'packaging', 'weights'],
  CERTIFICATE_OF_ORIGIN: ['items', 'originCountry', 'certification'],
  HAZMAT_DECLARATION: ['hazmatDetails', 'classifications'],
} as const
for (const template of ['COMMERCIAL_INVOICE', 'PACKING_LIST', 'CERTIFICATE_OF_ORIGIN', 'HAZMAT_DECLARATION'] as const) {
  row('Document generation', `data of ${template}`, async () => {
    const body = { template, ...TEMPLATE_BODIES[template] }
    expect((await generate(body)).status).toBe(201)
    for (const field of REQUIRED[template]) {
      expect(errorOf(await send(withValue(body, ['data', field], undefined)))).toMatchObject({
        code: 'DOCUMENT_GENERATION_FAILED',
        details: { template, errors: expect.arrayContaining([expect.stringContaining(field)]) },
      })
    }
  })
}
row('Document generation', 'templateData of CUSTOM_FORM', async () => {
  const body = { template: 'CUSTOM_FORM', ...TEMPLATE_BODIES.CUSTOM_FORM }
  expect((await generate(body)).status).toBe(201)
  for (const field of ['title', 'fields']) {
    expect((await send(withValue(body, ['templateData', field], undefined))).status).toBe(400)
  }
})

row('Endpoints: Documents', 'GET /documents/{id}', async () => {
  const { documentId } = await label()
  expect(await document(documentId)).toMatchObject({ documentId })
})
row('Endpoints: Documents', 'GET /shipments/{id}/documents', async () => {
  expect((await list()).map(({ type }) => type)).toEqual(expect.arrayContaining(['SHIPPING_LABEL', 'BOL', 'POD']))
})
row('Endpoints: Documents', 'POST /track/get-documents', async () => {
  const answer = await service.post('/track/get-documents', { loadId: await shipmentId() })
  const element = z.object({ documentId: is.string, type: is.string, format: is.string, url: z.url() })
  for (const one of listOf(dataIn(answer))) expect(element.safeParse(one).error).toBeUndefined()
})
row('Endpoints: Labels', 'GET /shipments/{id}/labels', async () => {
  expect((await labels())['shipmentId']).toBe(await shipmentId())
})
row('Endpoints: Generated documents', 'POST /documents/generate', async () => {
  expect((await generate(invoice)).status).toBe(201)
})
row('Endpoints: Generated documents', 'PUT /documents/{id}', async () => {
  const { documentId } = recordOf(dataIn(await generate(invoice)))
  const answer = await service.call('PUT', `/documents/${String(documentId)}`, { data: invoice.data })
  expect(dataIn(answer)).toMatchObject({ documentId, type: 'COMMERCIAL_INVOICE' })
})
row('Endpoints: Generated documents', 'DELETE /documents/{id}', async () => {
  const { documentId } = recordOf(dataIn(await generate(invoice)))
  expect((await service.call('DELETE', `/documents/${String(documentId)}`)).status).toBe(200)
  expect(errorOf(await service.get(`/documents/${String(documentId)}`)).code).toBe('DOCUMENT_NOT_FOUND')
})
