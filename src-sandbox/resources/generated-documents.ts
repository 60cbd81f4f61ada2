import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { ENDPOINTS } from '../../src-shared/freight/endpoints.ts'
import { timestamp } from '../clock.ts'
import { contentOf } from '../documents/content.ts'
import { sourceOf } from '../documents/generate.ts'
import { requireDocument } from '../documents/open.ts'
import { documentOrder } from '../documents/order.ts'
import { deleteDocument, insertGenerated, replaceSource, type DocumentRecord } from '../documents/store.ts'
import { generatedView } from '../documents/view.ts'
import { success } from '../http/answer.ts'
import { invalidField } from '../http/failure.ts'
import { jsonAnswer, jsonBody, routeOf } from '../http/route.ts'
import { requireShipment } from '../shipments/store.ts'
import type { Service } from './service.ts'

const generateRoute = createRoute({
  ...routeOf(ENDPOINTS.generateDocument),
  request: { body: jsonBody(ENDPOINTS.generateDocument.body) },
  responses: { 201: jsonAnswer('The document', ENDPOINTS.generateDocument.answer) },
})

const replaceRoute = createRoute({
  ...routeOf(ENDPOINTS.replaceDocument),
  request: { params: z.object({ id: z.string() }), body: jsonBody(ENDPOINTS.replaceDocument.body) },
  responses: { 200: jsonAnswer('The document', ENDPOINTS.replaceDocument.answer) },
})

const deleteRoute = createRoute({
  ...routeOf(ENDPOINTS.deleteDocument),
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: jsonAnswer('What was deleted, and when', ENDPOINTS.deleteDocument.answer) },
})

export function serveGeneratedDocuments(app: OpenAPIHono, service: Service): void {
  const { db, clock, apiUrl } = service
  const answer = async (document: DocumentRecord, now: number) => {
    const shipment = requireShipment(db, document.shipmentId)
    const { length } = await contentOf(service, document, shipment, now)
    return success(clock, generatedView(apiUrl(), document, shipment, length))
  }

  app.openapi(generateRoute, async (c) => {
    const now = clock.now()
    const body = c.req.valid('json')
    const { shipmentId } = requireShipment(db, body.shipmentId)
    const order = documentOrder({ type: body.template, format: body.format })
    const document = insertGenerated(db, shipmentId, order, sourceOf(body.template, body), now)
    return c.json(await answer(document, now), 201)
  })

  app.openapi(replaceRoute, async (c) => {
    const now = clock.now()
    const { documentId, template } = requireGenerated(requireDocument(db, c.req.valid('param').id))
    const source = sourceOf(template, c.req.valid('json'))
    return c.json(await answer(replaceSource(db, documentId, source, now), now), 200)
  })

  app.openapi(deleteRoute, (c) => {
    const now = clock.now()
    const { documentId } = requireGenerated(requireDocument(db, c.req.valid('param').id))
    deleteDocument(db, documentId, now)
    return c.json(success(clock, { documentId, deletedAt: timestamp(now) }), 200)
  })
}

/**
 * Documents that the service makes from a shipment are records of the carriage; only documents requested by a caller
 * can be changed.
 */
function requireGenerated({ documentId, type, source }: DocumentRecord) {
  if (source !== null) return { documentId, template: source.template }
  throw invalidField('id', `${type} ${documentId} is made from its shipment and cannot be changed or deleted.`, {
    reason: 'DOCUMENT_KEPT',
    documentId,
  })
}
