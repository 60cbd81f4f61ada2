import type { BookingRequest } from '../../../src-shared/freight/booking.ts'
import type { LoadBooking } from '../../../src-shared/freight/load-booking.ts'
import type { ShipmentQuery } from '../../../src-shared/freight/shipment.ts'
import { dataOf, pageOf, type QuarantinedRow } from '../answer/envelope.ts'
import {
  bookingAnswer,
  detailAnswer,
  summaryAnswer,
  type Booked,
  type DetailAnswer,
  type SummaryAnswer,
} from '../answer/shipment.ts'
import { callOf } from '../http/call.ts'
import { withId } from '../answer/with-id.ts'
import type { Transport } from '../http/transport.ts'

/** POST /book-shipment, either form. Never repeated here: what may be done after a failure is the outbox's rule. */
export function bookShipment(transport: Transport, request: BookingRequest): Promise<Booked> {
  return transport.json(callOf('bookShipment', { body: request }), bookingAnswer)
}

/** POST /book/{loadId}: a quote of the load that a shape B or cross-border quote reserved. Never repeated here. */
export async function bookLoad(
  transport: Transport,
  loadId: string,
  request: LoadBooking,
): Promise<Booked & { loadId: string }> {
  const booked = await transport.json(callOf('bookLoad', { words: { loadId }, body: request }), bookingAnswer)
  // `data` is not shown: a service may leave out the load id that it was asked with.
  return { ...booked, loadId: booked.loadId ?? loadId }
}

/** A page of GET /shipments. */
export interface ShipmentListPage {
  shipments: SummaryAnswer[]
  /** Rows that cannot be read. */
  quarantined: QuarantinedRow[]
  hasNext: boolean
  total: number
  /** When the service answered, by its own clock; null when it gave none. */
  asOf: string | null
}

/** GET /shipments, one page. `total` is what is known to exist when the service does not count. */
export async function listShipments(transport: Transport, query: ShipmentQuery): Promise<ShipmentListPage> {
  const page = await transport.json(callOf('listShipments', { query }), pageOf(summaryAnswer))
  const { rows, quarantined, hasNext, total, asOf } = page
  return { shipments: rows, quarantined, hasNext, total: total ?? rows.length, asOf }
}

/** GET /tracking/lookup/{loadId}: the whole shipment. */
export async function lookUpShipment(transport: Transport, shipmentId: string): Promise<DetailAnswer> {
  const { data } = await transport.json(
    callOf('lookUpShipment', { words: { loadId: shipmentId } }),
    dataOf(withId('shipmentId', shipmentId, detailAnswer)),
  )
  return data
}
