import { z } from 'zod'
import { errorBodySchema } from '../../../src-shared/freight/error.ts'
import { trackingRecordSchema, type TrackingRecord } from '../../../src-shared/freight/tracking.ts'
import { dataOf, pageOf } from '../http/envelope.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

/** A shipment by one of its two names. */
export type TrackingSubject = { loadId: string } | { trackingNumber: string }

/** GET /tracking, one page of what is under way: records without their events. `limit` at most 100. */
export async function listInTransit(
  transport: Transport,
  query: { page?: number | undefined; limit?: number | undefined; provider?: string | undefined } = {},
): Promise<{ records: TrackingRecord[]; hasNext: boolean }> {
  const { rows, hasNext } = await transport.json(callOf('listInTransit', { query }), pageOf(trackingRecordSchema))
  return { records: rows, hasNext }
}

const failedSchema = errorBodySchema.extend({ trackingNumber: z.string() })
/** The answer is not shown: a plain list of records is read too. */
const manySchema = dataOf(
  z.union([
    z.object({ shipments: z.array(trackingRecordSchema), errors: z.array(failedSchema).nullish() }),
    z.array(trackingRecordSchema).transform((shipments) => ({ shipments, errors: [] })),
  ]),
)

/** Records of many tracking numbers, and what the others failed with. */
export interface TrackedMany {
  records: TrackingRecord[]
  errors: z.output<typeof failedSchema>[]
}

/** POST /track/shipments: at most 100 tracking numbers, each once. Safe to repeat; none asked for, nothing sent. */
export async function trackShipments(transport: Transport, trackingNumbers: readonly string[]): Promise<TrackedMany> {
  if (trackingNumbers.length === 0) return { records: [], errors: [] }
  const { data } = await transport.json(
    callOf('trackShipments', { body: { trackingNumbers: [...trackingNumbers] } }),
    manySchema,
  )
  return { records: data.shipments, errors: data.errors ?? [] }
}

/** POST /track/details: the record with what was booked. Safe to repeat. */
export async function trackDetails(transport: Transport, subject: TrackingSubject): Promise<TrackingRecord> {
  const { data } = await transport.json(callOf('trackDetails', { body: subject }), dataOf(trackingRecordSchema))
  return data
}

/** POST /track/update: asks the carrier anew; with `after` (ISO 8601), only newer events. Safe to repeat. */
export async function requestTrackingUpdate(
  transport: Transport,
  request: TrackingSubject & { after?: string | undefined },
): Promise<TrackingRecord> {
  const { data } = await transport.json(
    callOf('requestTrackingUpdate', { body: request }),
    dataOf(trackingRecordSchema),
  )
  return data
}
