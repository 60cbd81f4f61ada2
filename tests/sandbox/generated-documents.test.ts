import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  deletedDocumentSchema,
  generatedDocumentSchema,
  TEMPLATES,
  type GeneratedDocument,
  type Template,
} from '../../src-shared/freight/document-generate.ts'
import { documentSchema } from '../../src-shared/freight/document.ts'
import { pdfPages, pdfText, pngSizeOf } from './papers.ts'
import { booked } from './quoting.ts'
import { API_KEY, dataOf, errorOf, useService } from './service.ts'
import { TEMPLATE_BODIES } from './templates.ts'

const service = useService()

const generate = async (template: string, body: object, format = 'PDF', shipmentId?: string) =>
  service.post('/documents/generate', {
    template,
    format,
    shipmentId: shipmentId ?? (await booked(service)).shipmentId,
    ...body,
  })

async function generated(template: Template, body: object = TEMPLATE_BODIES[template]): Promise<GeneratedDocument> {
  const answer = await generate(template, body)
  expect(answer.status).toBe(201)
  return dataOf(answer, generatedDocumentSchema)
}

async function bytesOf({ documentId }: GeneratedDocument, query = ''): Promise<Uint8Array> {
  const response = await fetch(`${service.baseUrl}/documents/${documentId}?download=true${query}`, {
    headers: { authorization: `Bearer ${API_KEY}` },
  })
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}

const textOf = async (document: GeneratedDocument) => pdfText(await bytesOf(document))

/** The invoice with some of its data changed. */
const invoice = (changes: object) => ({ data: { ...TEMPLATE_BODIES.COMMERCIAL_INVOICE.data, ...changes } })

describe('a document of a template', () => {
  test.each(TEMPLATES)('%s is made, listed and downloaded', async (template) => {
    const { shipmentId } = await booked(service)
    const answer = await generate(template, TEMPLATE_BODIES[template], 'PDF', shipmentId)
    const document = dataOf(answer, generatedDocumentSchema)
    const bytes = await bytesOf(document)
    expect(document).toMatchObject({ type: template, format: 'PDF', size: bytes.length })
    expect(document.filename).toMatch(/^[\w.-]+\.pdf$/)
    const list = dataOf(
      await service.get(`/shipments/${shipmentId}/documents?type=${template}`),
      z.array(documentSchema),
    )
    expect(list.map(({ documentId }) => documentId)).toEqual([document.documentId])
  })

  test('says what it was filled with', async () => {
    const said: Record<Template, string[]> = {
      COMMERCIAL_INVOICE: ['LP-2026-1187', 'Équipements Brébeuf', 'Zoë Gagné', '8413.70', '5,517.60', 'DAP Montreal'],
      PACKING_LIST: ['Centrifugal pump', '48 x 40 x 48', 'LP 1-2', '1,120 lb'],
      CERTIFICATE_OF_ORIGIN: ['Certifies as producer', '2026-01-01 to 2026-12-31', '8413.70', 'Dana Whitfield'],
      HAZMAT_DECLARATION: ['+1 800 555 0199', 'UN1133', 'MARINE POLLUTANT', 'PG II', '4 drums'],
      CUSTOM_FORM: ['Dock appointment', '4, north side'],
    }
    for (const template of TEMPLATES) {
      const text = await textOf(await generated(template))
      for (const words of said[template]) expect(text).toContain(words)
    }
  })

  test('can be a picture, and a picture of one that is kept as PDF', async () => {
    const body = TEMPLATE_BODIES.PACKING_LIST
    const document = dataOf(await generate('PACKING_LIST', body, 'PNG'), generatedDocumentSchema)
    expect(pngSizeOf(await bytesOf(document))).toEqual({ width: 2550, height: 3300 })
    const asPdf = await generated('PACKING_LIST')
    expect(pngSizeOf(await bytesOf(asPdf, '&format=png&dpi=600'))).toEqual({ width: 5100, height: 6600 })
    expect(await textOf(asPdf)).toContain('PACKING LIST')
  })

  test('may be made many times, each with an id of its own', async () => {
    const { shipmentId } = await booked(service)
    for (const _ of [1, 2]) await generate('PACKING_LIST', TEMPLATE_BODIES.PACKING_LIST, 'PDF', shipmentId)
    const answer = await service.get(`/shipments/${shipmentId}/documents?type=PACKING_LIST`)
    expect(new Set(dataOf(answer, z.array(documentSchema)).map(({ documentId }) => documentId)).size).toBe(2)
  })

  test('goes on over several pages with nothing left out', async () => {
    const fields = Array.from({ length: 120 }, (_, index) => ({
      name: `field${index}`,
      label: `Field number ${index}`,
      value: `Value ${index}`,
    }))
    const document = await generated('CUSTOM_FORM', { templateData: { title: 'Long form', fields } })
    const pages = await pdfPages(await bytesOf(document))
    expect(pages.length).toBeGreaterThan(2)
    for (const { value } of fields) expect(pages.join(' ')).toContain(value)
  })

  test('is the same bytes after a restart', async () => {
    const document = await generated('COMMERCIAL_INVOICE')
    const before = await bytesOf(document)
    await service.restart()
    expect(await bytesOf(document)).toEqual(before)
  })
})

describe('a document that cannot be made', () => {
  test.each([
    ['COMMERCIAL_INVOICE', ['data.seller', 'data.buyer', 'data.items', 'data.totals']],
    ['PACKING_LIST', ['data.items', 'data.packaging', 'data.weights']],
    ['CERTIFICATE_OF_ORIGIN', ['data.items', 'data.originCountry', 'data.certification']],
    ['HAZMAT_DECLARATION', ['data.hazmatDetails', 'data.classifications']],
    ['CUSTOM_FORM', ['templateData.title', 'templateData.fields']],
  ])('%s: names everything that is missing', async (template, fields) => {
    for (const body of [{}, { data: {}, templateData: {} }]) {
      const answer = await generate(template, body)
      expect(answer.status).toBe(400)
      expect(errorOf(answer)).toMatchObject({
        code: 'DOCUMENT_GENERATION_FAILED',
        details: { template, errors: fields.map((field) => `${field}: is required`) },
      })
    }
  })

  test('names a field within an item by its place', async () => {
    const items = [TEMPLATE_BODIES.COMMERCIAL_INVOICE.data.items[0], { quantity: 1, unitPrice: 1, totalPrice: 1 }]
    expect(errorOf(await generate('COMMERCIAL_INVOICE', invoice({ items }))).details['errors']).toContain(
      'data.items.1.description: is required',
    )
  })

  test.each([
    [
      'an item',
      invoice({ items: [{ description: 'A', quantity: 2, unitPrice: 3, totalPrice: 7 }] }),
      'items.0.totalPrice',
    ],
    [
      'the subtotal',
      invoice({ totals: { subtotal: 5096.41, tax: 0, shipping: 0, total: 5096.41, currency: 'USD' } }),
      'totals.subtotal',
    ],
    [
      'the total',
      invoice({ totals: { subtotal: 5096.4, tax: 0, shipping: 1, total: 5096.4, currency: 'USD' } }),
      'totals.total',
    ],
  ])('%s of an invoice does not add up', async (_, body, field) => {
    const answer = await generate('COMMERCIAL_INVOICE', body)
    expect(errorOf(answer)).toMatchObject({ code: 'DOCUMENT_GENERATION_FAILED', details: { field: `data.${field}` } })
  })

  test('a unit price may have been rounded to the cent', async () => {
    const items = [{ description: 'Washers', quantity: 1000, unitPrice: 0.33, totalPrice: 333.33 }]
    const totals = { subtotal: 333.33, total: 333.33, currency: 'USD' }
    await generated('COMMERCIAL_INVOICE', invoice({ items, totals }))
  })

  test('a net weight above the gross weight is refused, and so is a form with a field twice', async () => {
    const weights = { net: 10, gross: 9 }
    const list = await generate('PACKING_LIST', { data: { ...TEMPLATE_BODIES.PACKING_LIST.data, weights } })
    expect(errorOf(list).details['field']).toBe('data.weights.net')
    const field = { name: 'a', label: 'A', value: 'x' }
    const form = await generate('CUSTOM_FORM', { templateData: { title: 'T', fields: [field, field] } })
    expect(errorOf(form).details['field']).toBe('templateData.fields.1.name')
  })

  test('an unknown template, format or shipment is refused', async () => {
    const body = TEMPLATE_BODIES.PACKING_LIST
    expect(errorOf(await generate('POSTCARD', body)).details['field']).toBe('template')
    expect(errorOf(await generate('PACKING_LIST', body, 'DOCX')).details['field']).toBe('format')
    expect(errorOf(await generate('PACKING_LIST', body, 'ZPL')).code).toBe('DOCUMENT_GENERATION_FAILED')
    expect(errorOf(await generate('PACKING_LIST', body, 'PDF', 'SHP-NONE')).code).toBe('SHIPMENT_NOT_FOUND')
  })
})

describe('a generated document', () => {
  test('can be given other data: same id, new link, new content', async () => {
    const document = await generated('COMMERCIAL_INVOICE')
    const answer = await service.call('PUT', `/documents/${document.documentId}`, invoice({ invoiceNumber: 'LP-NEW' }))
    const changed = dataOf(answer, generatedDocumentSchema)
    expect(changed).toMatchObject({ documentId: document.documentId, type: 'COMMERCIAL_INVOICE' })
    expect(await textOf(changed)).toContain('LP-NEW')
    const old = await service.get((document.url ?? '').replace(service.baseUrl, ''))
    expect(errorOf(old)).toMatchObject({ code: 'DOCUMENT_NOT_FOUND', details: { reason: 'URL_INVALID' } })
    const broken = await service.call('PUT', `/documents/${document.documentId}`, { data: {} })
    expect(errorOf(broken).code).toBe('DOCUMENT_GENERATION_FAILED')
    expect(await textOf(changed)).toContain('LP-NEW')
  })

  test('can be deleted, once', async () => {
    const { documentId, url } = await generated('PACKING_LIST')
    const path = `/documents/${documentId}`
    expect(dataOf(await service.call('DELETE', path), deletedDocumentSchema).documentId).toBe(documentId)
    for (const answer of [
      await service.get(path),
      await service.get((url ?? '').replace(service.baseUrl, '')),
      await service.get(`${path}/thumbnail`),
      await service.call('PUT', path, TEMPLATE_BODIES.PACKING_LIST),
      await service.call('DELETE', path),
    ]) {
      expect(answer.status).toBe(404)
      expect(errorOf(answer)).toMatchObject({ code: 'DOCUMENT_NOT_FOUND', details: { reason: 'DOCUMENT_DELETED' } })
    }
    expect(errorOf(await service.call('DELETE', '/documents/DOC-NONE')).code).toBe('DOCUMENT_NOT_FOUND')
  })

  test('prints the letters of western Europe, and a question mark for one that its font lacks', async () => {
    const fields = [{ name: 'n', label: 'Nombre', value: 'Muñoz Łódź Ångström 𒀀𒁀' }]
    const text = await textOf(await generated('CUSTOM_FORM', { templateData: { title: 'Formulario', fields } }))
    expect(text).toContain('Muñoz')
    expect(text).toContain('Ångström')
    expect(text).toContain('??')
  })
})
