import { z } from 'zod'
import { metaSchema, paginationSchema, successSchema } from '../../src-shared/freight/envelope.ts'
import {
  trackingEventSchema,
  trackingRecordSchema,
  type TrackingRecord,
  type WireTrackingEvent,
} from '../../src-shared/freight/tracking.ts'
import type { Transport } from './transport.ts'

const eventListSchema = z.object({
  success: z.literal(true),
  data: z.array(trackingEventSchema),
  meta: metaSchema.extend({ pagination: paginationSchema }),
})

/** GET /shipments/{id}/track. Events newest first. */
export async function trackShipment(transport: Transport, shipmentId: string): Promise<TrackingRecord> {
  const { data } = await transport.json(
    { method: 'GET', path: `/shipments/${encodeURIComponent(shipmentId)}/track`, repeatable: 'read' },
    successSchema(trackingRecordSchema),
  )
  return data
}

/** POST /track/shipment: a look-up by tracking number, safe to repeat although it is a POST. */
export async function trackByNumber(transport: Transport, trackingNumber: string): Promise<TrackingRecord> {
  const { data } = await transport.json(
    { method: 'POST', path: '/track/shipment', body: { trackingNumber }, repeatable: 'read' },
    successSchema(trackingRecordSchema),
  )
  return data
}

/** GET /tracking/events, one page of at most 100. */
export async function listTrackingEvents(
  transport: Transport,
  query: { after?: string | undefined; page: number; limit: number },
): Promise<{ events: WireTrackingEvent[]; hasNext: boolean }> {
  const { data, meta } = await transport.json(
    { method: 'GET', path: '/tracking/events', query, repeatable: 'read' },
    eventListSchema,
  )
  return { events: data, hasNext: meta.pagination.hasNext }
}
