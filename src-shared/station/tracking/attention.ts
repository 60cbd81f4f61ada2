import { z } from 'zod'
import { cleanLines } from '../../clean-text.ts'
import { instantSchema } from '../limits.ts'

/** A person's note on a shipment. */
export interface ShipmentNote {
  noteId: string
  text: string
  at: string
  /** Who wrote it: the operator of then, or the station where no operator was set; null: unknown. */
  author: string | null
}

/** A person's handling of a shipment that needed a look. */
export interface ShipmentAttention {
  shipmentId: string
  /** acknowledged: quiet until an event newer than `lastEventId` comes. snoozed: quiet up to `until`. */
  kind: 'acknowledged' | 'snoozed'
  lastEventId: string | null
  until: string | null
  at: string
}

const shipmentId = z.string().min(1, 'shipmentId is required').max(200)

export const noteInputSchema = z.object({
  shipmentId,
  text: z
    .string()
    .overwrite(cleanLines)
    .min(1, 'note must not be empty')
    .max(2000, 'note must be at most 2000 characters'),
})
export const acknowledgeInputSchema = z.object({
  shipmentId,
  /** The newest event that the person has seen, null: there was none; absent: the newest that is known. */
  lastEventId: z.string().max(1_000).nullable().optional(),
})
export const snoozeInputSchema = z.object({ shipmentId, until: instantSchema })
