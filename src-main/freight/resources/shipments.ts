import type { BookingRequest } from '../../../src-shared/freight/booking.ts'
import type { LoadBooking } from '../../../src-shared/freight/load-booking.ts'
import { bookedLoadSchema } from '../../../src-shared/freight/load-booking.ts'
import {
  bookedShipmentSchema,
  shipmentDetailSchema,
  shipmentSummarySchema,
  type BookedShipment,
  type ShipmentDetail,
  type ShipmentQuery,
  type ShipmentSummary,
} from '../../../src-shared/freight/shipment.ts'
import { dataOf, pageOf } from '../http/envelope.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

/** POST /book-shipment, either form. Never repeated here: what may be done after a failure is the outbox's rule. */
export async function bookShipment(transport: Transport, request: BookingRequest): Promise<BookedShipment> {
  const { data } = await transport.json(callOf('bookShipment', { body: request }), dataOf(bookedShipmentSchema))
  return data
}

/** `data` of POST /book/{loadId} is not shown: a service may leave out the load id that it was asked with. */
const bookedByLoadSchema = bookedLoadSchema.partial({ loadId: true })
export type BookedByLoad = BookedShipment & { loadId: string; bolNumber?: string | null | undefined }

/** POST /book/{loadId}: a quote of the load that a shape B or cross-border quote reserved. Never repeated here. */
export async function bookLoad(transport: Transport, loadId: string, request: LoadBooking): Promise<BookedByLoad> {
  const { data } = await transport.json(
    callOf('bookLoad', { words: { loadId }, body: request }),
    dataOf(bookedByLoadSchema),
  )
  return { ...data, loadId: data.loadId ?? loadId }
}

/** GET /shipments, one page. `total` is what is known to exist when the service does not count. */
export async function listShipments(
  transport: Transport,
  query: ShipmentQuery,
): Promise<{ shipments: ShipmentSummary[]; hasNext: boolean; total: number }> {
  const { rows, hasNext, total } = await transport.json(
    callOf('listShipments', { query }),
    pageOf(shipmentSummarySchema),
  )
  return { shipments: rows, hasNext, total: total ?? rows.length }
}

/** GET /tracking/lookup/{loadId}: the whole shipment. */
export async function lookUpShipment(transport: Transport, shipmentId: string): Promise<ShipmentDetail> {
  const { data } = await transport.json(
    callOf('lookUpShipment', { words: { loadId: shipmentId } }),
    dataOf(shipmentDetailSchema),
  )
  return data
}
