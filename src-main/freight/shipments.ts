import { z } from 'zod'
import type { BookingRequest } from '../../src-shared/freight/booking.ts'
import { metaSchema, paginationSchema, successSchema } from '../../src-shared/freight/envelope.ts'
import {
  bookedShipmentSchema,
  shipmentDetailSchema,
  shipmentSummarySchema,
  type BookedShipment,
  type ShipmentDetail,
  type ShipmentQuery,
  type ShipmentSummary,
} from '../../src-shared/freight/shipment.ts'
import type { Transport } from './transport.ts'

const listSchema = z.object({
  success: z.literal(true),
  data: z.array(shipmentSummarySchema),
  meta: metaSchema.extend({ pagination: paginationSchema }),
})

/** POST /book-shipment. Never repeated here: what may be done after a failure is the outbox's rule. */
export async function bookShipment(transport: Transport, request: BookingRequest): Promise<BookedShipment> {
  const { data } = await transport.json(
    { method: 'POST', path: '/book-shipment', body: request, repeatable: 'never' },
    successSchema(bookedShipmentSchema),
  )
  return data
}

/** GET /shipments, one page. */
export async function listShipments(
  transport: Transport,
  query: ShipmentQuery,
): Promise<{ shipments: ShipmentSummary[]; hasNext: boolean; total: number }> {
  const { data, meta } = await transport.json(
    { method: 'GET', path: '/shipments', query, repeatable: 'read' },
    listSchema,
  )
  return { shipments: data, hasNext: meta.pagination.hasNext, total: meta.pagination.total }
}

/** GET /tracking/lookup/{loadId}: the whole shipment. */
export async function lookUpShipment(transport: Transport, shipmentId: string): Promise<ShipmentDetail> {
  const { data } = await transport.json(
    { method: 'GET', path: `/tracking/lookup/${encodeURIComponent(shipmentId)}`, repeatable: 'read' },
    successSchema(shipmentDetailSchema),
  )
  return data
}
