import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { ENDPOINTS } from '../../src-shared/freight/endpoints.ts'
import { paginationOf, success, successPage } from '../http/answer.ts'
import { jsonAnswer, routeOf } from '../http/route.ts'
import { listShipments } from '../shipments/list.ts'
import { requireShipment } from '../shipments/store.ts'
import { detailView, summaryView } from '../shipments/view.ts'
import { labelsOf } from './labels.ts'
import type { Service } from './service.ts'

const listRoute = createRoute({
  ...routeOf(ENDPOINTS.listShipments),
  request: { query: ENDPOINTS.listShipments.query },
  responses: { 200: jsonAnswer('A page of summaries', ENDPOINTS.listShipments.answer) },
})

const lookUpRoute = createRoute({
  ...routeOf(ENDPOINTS.lookUpShipment),
  request: { params: z.object({ loadId: z.string() }) },
  responses: { 200: jsonAnswer('The shipment', ENDPOINTS.lookUpShipment.answer) },
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
