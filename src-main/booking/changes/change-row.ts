import { z } from 'zod'
import { CHANGE_STATES, OPEN_CHANGES } from '../../../src-shared/machine/change.ts'
import { wantedChangeSchema, type ShipmentChange } from '../../../src-shared/station/booking/change.ts'
import { stationErrorSchema } from '../../../src-shared/station/error.ts'
import { isIn } from '../../kernel/sqlite/is-in.ts'
import { jsonColumn } from '../../kernel/sqlite/json-column.ts'
import { cancellationSchema } from '../../../src-shared/station/booking/record.ts'

const rowSchema = z.object({
  change_id: z.string(),
  environment: z.string(),
  booking_id: z.string().nullable(),
  shipment_id: z.string().nullable(),
  change: jsonColumn(wantedChangeSchema),
  state: z.enum(CHANGE_STATES),
  error: jsonColumn(stationErrorSchema).nullable(),
  cancellation: jsonColumn(cancellationSchema).nullable(),
  attempts: z.int(),
  due_at: z.string().nullable(),
  restored_from: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})

/**
 * SQL of both engines: is `e`, another open change of the shipment of `c`, carried out before it? Those of a kind go in order. A
 * cancellation passes updates that are not on their way: one that fails each time would hold it up for ever.
 */
export const PRECEDES = `CASE WHEN e.change ->> 'kind' = c.change ->> 'kind' THEN e.seq < c.seq
    WHEN e.change ->> 'kind' = 'cancel' THEN true ELSE e.state = 'SENDING' END`

/** A change with what the outbox needs to send it. */
export interface LedgerChange extends ShipmentChange {
  environment: string
  attempts: number
  /** The time of the backup that it was open in; null: it was requested since. It is never resent automatically. */
  restoredFrom: string | null
}

/** @throws ZodError for a row that no version of Waybill wrote */
export function toChange(raw: unknown): LedgerChange {
  const row = rowSchema.parse(raw)
  return {
    changeId: row.change_id,
    environment: row.environment,
    bookingId: row.booking_id,
    shipmentId: row.shipment_id,
    change: row.change,
    state: row.state,
    error: row.error,
    cancellation: row.cancellation,
    attempts: row.attempts,
    restoredFrom: row.restored_from,
    nextAt: row.due_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The condition of the index on open changes. */
export const IS_OPEN = isIn('state', OPEN_CHANGES)
