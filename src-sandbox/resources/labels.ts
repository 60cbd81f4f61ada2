import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { labelListSchema, labelQuerySchema, type Label } from '../../src-shared/freight/document.ts'
import { successSchema } from '../../src-shared/freight/envelope.ts'
import { assertCanRender } from '../documents/renderers.ts'
import { documentFor, labelDocuments } from '../documents/store.ts'
import { documentUrl, labelDocumentView, labelView } from '../documents/view.ts'
import { success } from '../http/answer.ts'
import { invalidField } from '../http/failure.ts'
import { jsonAnswer } from '../http/route.ts'
import { requireShipment, type ShipmentRecord } from '../shipments/store.ts'
import type { Service } from './service.ts'

const labelsRoute = createRoute({
  method: 'get',
  path: '/shipments/{id}/labels',
  summary: 'The labels of a shipment, one a piece',
  request: { params: z.object({ id: z.string() }), query: labelQuerySchema },
  responses: { 200: jsonAnswer('The labels', successSchema(labelListSchema)) },
})

export function serveLabels(app: OpenAPIHono, { db, clock, apiUrl }: Service): void {
  app.openapi(labelsRoute, (c) => {
    const shipment = requireShipment(db, c.req.valid('param').id)
    const { format = shipment.labelFormat, size = '4x6', combine = false } = c.req.valid('query')
    assertCanRender('SHIPPING_LABEL', format)
    if (size !== '4x6' && format !== 'PDF') throw invalidField('size', `${format} labels are made in 4x6 only.`)
    const now = clock.now()
    const labels = labelDocuments(db, shipment, { format, size }, now)
    const combined = combine
      ? documentFor(db, shipment.shipmentId, { type: 'SHIPPING_LABEL', format, size, piece: 0 }, now)
      : null
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
  const order = { format: record.labelFormat, size: '4x6' } as const
  return labelDocuments(db, record, order, now).map((document) => labelView(apiUrl(), document))
}
