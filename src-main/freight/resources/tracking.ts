import type { EventType, TrackingStatus } from '../../../src-shared/freight/tracking.ts'
import { dataOf, pageOf, type QuarantinedRow } from '../answer/envelope.ts'
import { eventAnswer, recordAnswer, type EventAnswer, type RecordAnswer } from '../answer/tracking.ts'
import { withId } from '../answer/with-id.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

/** GET /shipments/{id}/track. Events newest first. */
export async function trackShipment(transport: Transport, shipmentId: string): Promise<RecordAnswer> {
  const { data } = await transport.json(
    callOf('trackShipment', { words: { id: shipmentId } }),
    dataOf(withId('shipmentId', shipmentId, recordAnswer)),
  )
  return data
}

/** POST /track/shipment: a look-up by tracking number, safe to repeat although it is a POST. */
export async function trackByNumber(transport: Transport, trackingNumber: string): Promise<RecordAnswer> {
  const { data } = await transport.json(callOf('trackByNumber', { body: { trackingNumber } }), dataOf(recordAnswer))
  return data
}

/** Query of GET /tracking/events. `limit` at most 100; times are ISO 8601. */
export interface TrackingEventsQuery {
  shipmentIds?: readonly string[] | undefined
  trackingNumbers?: readonly string[] | undefined
  status?: TrackingStatus | undefined
  eventType?: EventType | undefined
  after?: string | undefined
  before?: string | undefined
  page?: number | undefined
  limit?: number | undefined
}

/** A page of events. */
export interface EventPage {
  events: EventAnswer[]
  /** Rows that cannot be read. */
  quarantined: QuarantinedRow[]
  hasNext: boolean
  /** The service's own time of the answer, ISO 8601; null when it names none. */
  asOf: string | null
}

/** GET /tracking/events, one page, newest first. An empty list of ids or numbers asks for none, and nothing is sent. */
export async function listTrackingEvents(
  transport: Transport,
  { shipmentIds, trackingNumbers, ...query }: TrackingEventsQuery,
): Promise<EventPage> {
  if (shipmentIds?.length === 0 || trackingNumbers?.length === 0)
    return { events: [], quarantined: [], hasNext: false, asOf: null }
  const { rows, quarantined, hasNext, asOf } = await transport.json(
    callOf('listTrackingEvents', {
      query: { ...query, shipmentIds: shipmentIds?.join(','), trackingNumbers: trackingNumbers?.join(',') },
    }),
    pageOf(eventAnswer),
  )
  return { events: rows, quarantined, hasNext, asOf }
}
