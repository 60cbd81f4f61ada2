import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { successSchema } from '../../src-shared/freight/envelope.ts'
import {
  trackingEventSchema,
  trackingEventsQuerySchema,
  trackingRecordSchema,
  trackShipmentSchema,
} from '../../src-shared/freight/tracking.ts'
import { signatureSvg } from '../documents/signature.ts'
import { paginationOf, success, successPage } from '../http/answer.ts'
import { FreightFailure } from '../http/failure.ts'
import { jsonAnswer, jsonBody } from '../http/route.ts'
import { requireShipment } from '../shipments/store.ts'
import { requireTracked } from '../tracking/carrier-system.ts'
import { eventsOf, listEvents } from '../tracking/store.ts'
import { listedEventView, shipmentTrackingView, trackingView } from '../tracking/view.ts'
import type { Service } from './service.ts'

const byNumberRoute = createRoute({
  method: 'post',
  path: '/track/shipment',
  summary: 'Track by tracking number',
  request: { body: jsonBody(trackShipmentSchema) },
  responses: { 200: jsonAnswer('The tracking record', successSchema(trackingRecordSchema)) },
})

const byShipmentRoute = createRoute({
  method: 'get',
  path: '/shipments/{id}/track',
  summary: 'Track by shipment id',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: jsonAnswer('The tracking record', successSchema(trackingRecordSchema)) },
})

const eventsRoute = createRoute({
  method: 'get',
  path: '/tracking/events',
  summary: 'Tracking events of all shipments, newest first',
  request: { query: trackingEventsQuerySchema },
  responses: { 200: jsonAnswer('A page of events', successSchema(z.array(trackingEventSchema))) },
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
