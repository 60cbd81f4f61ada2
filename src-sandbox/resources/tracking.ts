import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { ENDPOINTS } from '../../src-shared/freight/endpoints.ts'
import { signatureSvg } from '../documents/signature.ts'
import { paginationOf, success, successPage } from '../http/answer.ts'
import { FreightFailure } from '../http/failure.ts'
import { jsonAnswer, jsonBody, routeOf } from '../http/route.ts'
import { requireShipment } from '../shipments/store.ts'
import { requireTracked } from '../tracking/carrier-system.ts'
import { eventsOf, listEvents } from '../tracking/store.ts'
import { listedEventView, shipmentTrackingView, trackingView } from '../tracking/view.ts'
import type { Service } from './service.ts'

const byNumberRoute = createRoute({
  ...routeOf(ENDPOINTS.trackByNumber),
  request: { body: jsonBody(ENDPOINTS.trackByNumber.body) },
  responses: { 200: jsonAnswer('The tracking record', ENDPOINTS.trackByNumber.answer) },
})

const byShipmentRoute = createRoute({
  ...routeOf(ENDPOINTS.trackShipment),
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: jsonAnswer('The tracking record', ENDPOINTS.trackShipment.answer) },
})

const eventsRoute = createRoute({
  ...routeOf(ENDPOINTS.listTrackingEvents),
  request: { query: ENDPOINTS.listTrackingEvents.query },
  responses: { 200: jsonAnswer('A page of events', ENDPOINTS.listTrackingEvents.answer) },
})

const signatureRoute = createRoute({
  method: 'get',
  path: '/shipments/{id}/signature',
  summary: 'The image that `signature` of a delivered event links to',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: { description: 'SVG image', content: { 'image/svg+xml': { schema: z.string() } } } },
})

export function serveTracking(app: OpenAPIHono, { db, clock, apiUrl }: Service): void {
  const signatureUrl = (shipmentId: string) => `${apiUrl()}/shipments/${shipmentId}/signature`

  app.openapi(byNumberRoute, (c) => {
    const { trackingNumber } = c.req.valid('json')
    const record = requireTracked(db, trackingNumber)
    return c.json(success(clock, trackingView(record, eventsOf(db, record.shipmentId, clock.now()), signatureUrl)), 200)
  })

  app.openapi(byShipmentRoute, (c) => {
    const record = requireShipment(db, c.req.valid('param').id)
    const events = eventsOf(db, record.shipmentId, clock.now())
    return c.json(success(clock, shipmentTrackingView(record, events, signatureUrl)), 200)
  })

  app.openapi(eventsRoute, (c) => {
    const query = c.req.valid('query')
    const { rows, total } = listEvents(db, query, clock.now())
    const { pages: _, ...pagination } = paginationOf({ page: query.page, limit: query.limit }, total)
    const events = rows.map((event) => listedEventView(event, signatureUrl))
    return c.json(successPage(clock, events, pagination), 200)
  })

  app.openapi(signatureRoute, (c) => {
    const record = requireShipment(db, c.req.valid('param').id)
    const delivery = eventsOf(db, record.shipmentId, clock.now()).find(({ recipient }) => recipient !== null)
    if (!delivery?.recipient) {
      throw new FreightFailure('DOCUMENT_NOT_FOUND', `${record.shipmentId} has not been signed for.`, {
        status: record.status,
      })
    }
    return c.body(signatureSvg(record.shipmentId, delivery.recipient), 200, { 'Content-Type': 'image/svg+xml' })
  })
}
