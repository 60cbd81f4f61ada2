import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { z } from 'zod'
import { ENDPOINTS } from '../../src-shared/freight/endpoints.ts'
import type { trackDetailsSchema } from '../../src-shared/freight/tracking-request.ts'
import { type TrackedShipments } from '../../src-shared/freight/tracking-request.ts'
import { paginationOf, success, successPage } from '../http/answer.ts'
import { FreightFailure } from '../http/failure.ts'
import { jsonAnswer, jsonBody, routeOf } from '../http/route.ts'
import { requireShipment, type ShipmentRecord } from '../shipments/store.ts'
import { assertCarrierKnows, requireTracked } from '../tracking/carrier-system.ts'
import { listInTransit } from '../tracking/in-transit.ts'
import { eventsOf } from '../tracking/store.ts'
import { shipmentTrackingView, trackingView } from '../tracking/view.ts'
import type { Service } from './service.ts'

const inTransitRoute = createRoute({
  ...routeOf(ENDPOINTS.listInTransit),
  request: { query: ENDPOINTS.listInTransit.query },
  responses: { 200: jsonAnswer('A page of tracking records', ENDPOINTS.listInTransit.answer) },
})

const byNumbersRoute = createRoute({
  ...routeOf(ENDPOINTS.trackShipments),
  request: { body: jsonBody(ENDPOINTS.trackShipments.body) },
  responses: { 200: jsonAnswer('Records, and what is not known', ENDPOINTS.trackShipments.answer) },
})

const detailsRoute = createRoute({
  ...routeOf(ENDPOINTS.trackDetails),
  request: { body: jsonBody(ENDPOINTS.trackDetails.body) },
  responses: { 200: jsonAnswer('The tracking record', ENDPOINTS.trackDetails.answer) },
})

const updateRoute = createRoute({
  ...routeOf(ENDPOINTS.requestTrackingUpdate),
  request: { body: jsonBody(ENDPOINTS.requestTrackingUpdate.body) },
  responses: { 200: jsonAnswer('The tracking record, with new events only', ENDPOINTS.requestTrackingUpdate.answer) },
})

export function serveTrackingRequests(app: OpenAPIHono, { db, clock, apiUrl }: Service): void {
  const signatureUrl = (shipmentId: string) => `${apiUrl()}/shipments/${shipmentId}/signature`
  const recordOf = (record: ShipmentRecord) =>
    trackingView(record, eventsOf(db, record.shipmentId, clock.now()), signatureUrl)
  const shipmentOf = ({ loadId, trackingNumber = '' }: z.output<typeof trackDetailsSchema>) =>
    loadId === undefined ? requireTracked(db, trackingNumber) : requireShipment(db, loadId)

  app.openapi(inTransitRoute, (c) => {
    const query = c.req.valid('query')
    const { rows, total } = listInTransit(db, query)
    const records = rows.map((row) => {
      const { events: _, ...record } = recordOf(row)
      return record
    })
    const { page, limit } = query
    return c.json(successPage(clock, records, paginationOf({ page, limit }, total)), 200)
  })

  app.openapi(byNumbersRoute, (c) => {
    const data: TrackedShipments = { shipments: [], errors: [] }
    for (const trackingNumber of new Set(c.req.valid('json').trackingNumbers)) {
      try {
        const record = requireTracked(db, trackingNumber)
        data.shipments.push(shipmentTrackingView(record, eventsOf(db, record.shipmentId, clock.now()), signatureUrl))
      } catch (cause) {
        if (!(cause instanceof FreightFailure)) throw cause
        const { code, message, details } = cause
        data.errors.push({ trackingNumber, code, message, details })
      }
    }
    return c.json(success(clock, data), 200)
  })

  app.openapi(detailsRoute, (c) => {
    const record = shipmentOf(c.req.valid('json'))
    const events = eventsOf(db, record.shipmentId, clock.now())
    return c.json(success(clock, shipmentTrackingView(record, events, signatureUrl)), 200)
  })

  app.openapi(updateRoute, (c) => {
    const { after, ...subject } = c.req.valid('json')
    const record = shipmentOf(subject)
    const now = clock.now()
    assertCarrierKnows(db, record, now)
    const view = recordOf(record)
    const since = after === undefined ? -Infinity : Date.parse(after)
    const events = view.events?.filter(({ timestamp }) => Date.parse(timestamp) > since)
    return c.json(success(clock, { ...view, events }), 200)
  })
}
