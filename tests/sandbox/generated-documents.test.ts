import { describe, expect, test } from 'vitest'
import {
  generatedDocumentSchema,
  TEMPLATES,
  type GeneratedDocument,
  type Template,
} from '../../src-shared/freight/document-generate.ts'
import { pdfText } from './papers.ts'
import { booked } from './quoting.ts'
import { dataOf, errorOf, useService, download } from './service.ts'
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

const bytesOf = async ({ documentId }: GeneratedDocument) =>
  (await download(`${service.baseUrl}/documents/${documentId}?download=true`)).bytes
const textOf = async (document: GeneratedDocument) => pdfText(await bytesOf(document))

/** The invoice with some of its data changed. */
const invoice = (changes: object) => ({ data: { ...TEMPLATE_BODIES.COMMERCIAL_INVOICE.data, ...changes } })

describe('a document of a template', () => {
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
})
