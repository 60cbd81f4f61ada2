import type { BookingRequest } from '../../src-shared/freight/booking.ts'
import type { LabelFormat } from '../../src-shared/freight/document.ts'
import type { QuoteRequest } from '../../src-shared/freight/quote.ts'
import type { ShipmentQuery } from '../../src-shared/freight/shipment.ts'
import { fetchLabels } from './documents.ts'
import { requestQuote } from './quotes.ts'
import { bookShipment, listShipments, lookUpShipment } from './shipments.ts'
import { listTrackingEvents, trackByNumber, trackShipment } from './tracking.ts'
import { createTransport, type FreightAccess, type TransportOptions } from './transport.ts'

export type FreightClient = ReturnType<typeof createFreightClient>

/** The freight service as functions. Every one rejects with a FreightError and nothing else. */
export function createFreightClient(access: FreightAccess, options: TransportOptions) {
  const transport = createTransport(access, options)
  return {
    requestQuote: (request: QuoteRequest) => requestQuote(transport, request),
    bookShipment: (request: BookingRequest) => bookShipment(transport, request),
    listShipments: (query: ShipmentQuery) => listShipments(transport, query),
    lookUpShipment: (shipmentId: string) => lookUpShipment(transport, shipmentId),
    fetchLabels: (shipmentId: string, format: LabelFormat) => fetchLabels(transport, shipmentId, format),
    trackShipment: (shipmentId: string) => trackShipment(transport, shipmentId),
    trackByNumber: (trackingNumber: string) => trackByNumber(transport, trackingNumber),
    listTrackingEvents: (query: { after?: string | undefined; page: number; limit: number }) =>
      listTrackingEvents(transport, query),
  }
}
