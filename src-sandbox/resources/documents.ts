import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { ENDPOINTS } from '../../src-shared/freight/endpoints.ts'
import { type LabelFormat } from '../../src-shared/freight/document.ts'
import { contentOf, thumbnailOf } from '../documents/content.ts'
import { listDocuments } from '../documents/list.ts'
import { assertLiveUrl, inFormat, requireDocument } from '../documents/open.ts'
import { subjectOf } from '../documents/subject.ts'
import { CONTENT_TYPES, documentView, filenameOf, loadDocumentView } from '../documents/view.ts'
import { accepted } from '../http/accept.ts'
import { success } from '../http/answer.ts'
import { jsonAnswer, jsonBody, routeOf } from '../http/route.ts'
import { requireShipment } from '../shipments/store.ts'
import type { Service } from './service.ts'

const token = z.string().optional()

const documentRoute = createRoute({
  ...routeOf(ENDPOINTS.getDocument),
  request: { params: z.object({ id: z.string() }), query: ENDPOINTS.getDocument.query.extend({ token }) },
  responses: {
    200: {
      description: 'The document; with download=true its content',
      content: {
        'application/json': { schema: ENDPOINTS.getDocument.answer },
        'application/pdf': { schema: z.string() },
        'image/png': { schema: z.string() },
        'application/octet-stream': { schema: z.string() },
      },
    },
  },
})

const thumbnailRoute = createRoute({
  method: 'get',
  path: '/documents/{id}/thumbnail',
  summary: 'The small picture that `thumbnailUrl` of a label links to',
  request: { params: z.object({ id: z.string() }), query: z.object({ token }) },
  responses: { 200: { description: 'PNG image', content: { 'image/png': { schema: z.string() } } } },
})

const listRoute = createRoute({
  ...routeOf(ENDPOINTS.listShipmentDocuments),
  request: { params: z.object({ id: z.string() }), query: ENDPOINTS.listShipmentDocuments.query },
  responses: { 200: jsonAnswer('The documents', ENDPOINTS.listShipmentDocuments.answer) },
})

const ofLoadRoute = createRoute({
  ...routeOf(ENDPOINTS.getDocuments),
  request: { body: jsonBody(ENDPOINTS.getDocuments.body) },
  responses: { 200: jsonAnswer('The documents', ENDPOINTS.getDocuments.answer) },
})

export function serveDocuments(app: OpenAPIHono, service: Service): void {
  const { db, clock, apiUrl } = service
  app.openapi(documentRoute, async (c) => {
    const now = clock.now()
    const { token, format, dpi, download = false } = c.req.valid('query')
    const asked = requireDocument(db, c.req.valid('param').id)
    if (token !== undefined) assertLiveUrl(asked, token, now)

    const shipment = requireShipment(db, asked.shipmentId)
    const accept = download ? c.req.header('accept') : undefined
    const wanted = format === undefined ? acceptedFormat(asked.format, accept) : FORMATS_BY_NAME[format]
    const document = inFormat(db, asked, wanted, dpi, now)
    const content = await contentOf(service, document, shipment, now)
    if (!download) {
      const subject = subjectOf(db, shipment, document.source, now)
      return c.json(success(clock, documentView(apiUrl(), document, subject, content.length)), 200)
    }
    return new Response(new Uint8Array(content), {
      headers: {
        'Content-Type': CONTENT_TYPES[document.format],
        'Content-Disposition': `attachment; filename="${filenameOf(document, shipment)}"`,
        'Cache-Control': 'private, no-store',
      },
    })
  })

  app.openapi(thumbnailRoute, async (c) => {
    const now = clock.now()
    const { token } = c.req.valid('query')
    const document = requireDocument(db, c.req.valid('param').id)
    if (token !== undefined) assertLiveUrl(document, token, now)
    const png = await thumbnailOf(service, document, requireShipment(db, document.shipmentId), now)
    return c.body(new Uint8Array(png), 200, { 'Content-Type': 'image/png', 'Cache-Control': 'private, no-store' })
  })

  app.openapi(listRoute, async (c) => {
    const now = clock.now()
    const shipment = requireShipment(db, c.req.valid('param').id)
    const documents = []
    for (const document of listDocuments(db, shipment, c.req.valid('query'), now)) {
      const { length } = await contentOf(service, document, shipment, now)
      documents.push(documentView(apiUrl(), document, subjectOf(db, shipment, document.source, now), length))
    }
    return c.json(success(clock, documents), 200)
  })

  app.openapi(ofLoadRoute, (c) => {
    const shipment = requireShipment(db, c.req.valid('json').loadId)
    const documents = listDocuments(db, shipment, {}, clock.now())
    return c.json(
      success(
        clock,
        documents.map((document) => loadDocumentView(apiUrl(), document)),
      ),
      200,
    )
  })
}

/** Formats are in lower case in the query of a document and in upper case everywhere else. */
const FORMATS_BY_NAME = { pdf: 'PDF', png: 'PNG', zpl: 'ZPL' } as const satisfies Record<string, LabelFormat>

/** The format that a download's Accept header names; printer languages have no content type of their own to be named by. */
function acceptedFormat(own: LabelFormat, header: string | undefined): LabelFormat {
  const type = accepted(header, CONTENT_TYPES[own], [CONTENT_TYPES.PDF, CONTENT_TYPES.PNG])
  if (type === undefined) return own
  return type === CONTENT_TYPES.PDF ? 'PDF' : 'PNG'
}
