import { z } from 'zod'
import { dataOf, pageOf, rowsOf } from '../answer/envelope.ts'
import * as field from '../answer/field.ts'
import { recordAnswer, type RecordAnswer } from '../answer/tracking.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

/** A shipment by one of its two names. */
export type TrackingSubject = { loadId: string } | { trackingNumber: string }

/** GET /tracking, one page of what is under way: records without their events. `limit` at most 100. */
export async function listInTransit(
  transport: Transport,
  query: { page?: number | undefined; limit?: number | undefined; provider?: string | undefined } = {},
): Promise<{ records: RecordAnswer[]; hasNext: boolean }> {
  const { rows, hasNext } = await transport.json(callOf('listInTransit', { query }), pageOf(recordAnswer))
  return { records: rows, hasNext }
}

const failedAnswer = z.object({
  trackingNumber: field.text.transform((reported) => reported ?? ''),
  code: field.text.transform((reported) => reported ?? 'TRACKING_NOT_FOUND'),
  message: field.text.transform((reported) => reported ?? ''),
})
/** The answer is not shown: a plain list of records is read too. */
const manyAnswer = dataOf(
  z.preprocess(
    (reported) => (Array.isArray(reported) ? { shipments: reported } : reported),
    z.object({ shipments: rowsOf(recordAnswer), errors: rowsOf(failedAnswer) }),
  ),
)

/** Records of many tracking numbers, and what the others failed with. */
export interface TrackedMany {
  records: RecordAnswer[]
  errors: z.output<typeof failedAnswer>[]
}

/** POST /track/shipments: at most 100 tracking numbers, each once. Safe to repeat; none asked for, nothing sent. */
export async function trackShipments(transport: Transport, trackingNumbers: readonly string[]): Promise<TrackedMany> {
  if (trackingNumbers.length === 0) return { records: [], errors: [] }
  const { data } = await transport.json(
    callOf('trackShipments', { body: { trackingNumbers: [...trackingNumbers] } }),
    manyAnswer,
  )
  return { records: data.shipments.rows, errors: data.errors.rows }
}

/** POST /track/details: the record with what was booked. Safe to repeat. */
export async function trackDetails(transport: Transport, subject: TrackingSubject): Promise<RecordAnswer> {
  const { data } = await transport.json(callOf('trackDetails', { body: subject }), dataOf(recordAnswer))
  return data
}

/** POST /track/update: asks the carrier again; with `after` (ISO 8601), only newer events. Safe to repeat. */
export async function requestTrackingUpdate(
  transport: Transport,
  request: TrackingSubject & { after?: string | undefined },
): Promise<RecordAnswer> {
  const { data } = await transport.json(callOf('requestTrackingUpdate', { body: request }), dataOf(recordAnswer))
  return data
}
