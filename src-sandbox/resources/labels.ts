import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { ENDPOINTS } from '../../src-shared/freight/endpoints.ts'
import { type Label } from '../../src-shared/freight/document.ts'
import { documentOrder } from '../documents/order.ts'
import { documentFor, labelDocuments } from '../documents/store.ts'
import { documentUrl, labelDocumentView, labelView } from '../documents/view.ts'
import { success } from '../http/answer.ts'
import { jsonAnswer, routeOf } from '../http/route.ts'
import { requireShipment, type ShipmentRecord } from '../shipments/store.ts'
import type { Service } from './service.ts'

const labelsRoute = createRoute({
  ...routeOf(ENDPOINTS.listLabels),
  request: { params: z.object({ id: z.string() }), query: ENDPOINTS.listLabels.query },
  responses: { 200: jsonAnswer('The labels', ENDPOINTS.listLabels.answer) },
})

export function serveLabels(app: OpenAPIHono, { db, clock, apiUrl }: Service): void {
  app.openapi(labelsRoute, (c) => {
    const shipment = requireShipment(db, c.req.valid('param').id)
    const { format = shipment.labelFormat, size, dpi, combine = false } = c.req.valid('query')
    const order = documentOrder({ type: 'SHIPPING_LABEL', format, size, dpi })
    const now = clock.now()
    const labels = labelDocuments(db, shipment, order, now)
    const combined = combine ? documentFor(db, shipment.shipmentId, { ...order, piece: 0 }, now) : null
    const data = {
      shipmentId: shipment.shipmentId,
      trackingNumber: shipment.trackingNumber,
      labels: labels.map((label) => labelDocumentView(apiUrl(), label)),
      ...(combined && {
        combinedLabel: { url: documentUrl(apiUrl(), combined), format, pageCount: shipment.pieces },
      }),
    }
    return c.json(success(clock, data), 200)
  })
}

/** `labels` of a Shipment: those it was booked with. */
export function labelsOf({ db, apiUrl }: Service, record: ShipmentRecord, now: number): Label[] {
  const order = documentOrder({ type: 'SHIPPING_LABEL', format: record.labelFormat })
  return labelDocuments(db, record, order, now).map((document) => labelView(apiUrl(), document))
}
