import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { successSchema } from '../../src-shared/freight/envelope.ts'
import { shipmentDetailSchema, shipmentQuerySchema, shipmentSummarySchema } from '../../src-shared/freight/shipment.ts'
import { paginationOf, success, successPage } from '../http/answer.ts'
import { jsonAnswer } from '../http/route.ts'
import { listShipments } from '../shipments/list.ts'
import { requireShipment } from '../shipments/store.ts'
import { detailView, summaryView } from '../shipments/view.ts'
import { labelsOf } from './labels.ts'
import type { Service } from './service.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/shipments',
  summary: 'Shipments, a page at a time',
  request: { query: shipmentQuerySchema },
  responses: { 200: jsonAnswer('A page of summaries', successSchema(z.array(shipmentSummarySchema))) },
})

const lookUpRoute = createRoute({
  method: 'get',
  path: '/tracking/lookup/{loadId}',
  summary: 'A shipment in full',
  request: { params: z.object({ loadId: z.string() }) },
  responses: { 200: jsonAnswer('The shipment', successSchema(shipmentDetailSchema)) },
})

export function serveShipments(app: OpenAPIHono, service: Service): void {
  const { db, clock } = service
  app.openapi(listRoute, (c) => {
    const query = c.req.valid('query')
    const { rows, total } = listShipments(db, query)
    const { page, limit } = query
    return c.json(successPage(clock, rows.map(summaryView), paginationOf({ page, limit }, total)), 200)
  })
  app.openapi(lookUpRoute, (c) => {
    const record = requireShipment(db, c.req.valid('param').loadId)
    return c.json(success(clock, detailView(record, labelsOf(service, record, clock.now()))), 200)
  })
}
