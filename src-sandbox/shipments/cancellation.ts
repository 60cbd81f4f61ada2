import { z } from 'zod'
import type { SandboxDatabase } from '../database.ts'
import { statement } from '../statement.ts'

const rowSchema = z
  .object({
    shipment_id: z.string(),
    reason: z.string(),
    cancelled_at: z.number(),
    refund_cents: z.number().nullable(),
    refund_due_at: z.number().nullable(),
  })
  .transform((row) => ({
    shipmentId: row.shipment_id,
    reason: row.reason,
    cancelledAt: row.cancelled_at,
    refund:
      row.refund_cents === null || row.refund_due_at === null
        ? null
        : { cents: row.refund_cents, dueAt: row.refund_due_at },
  }))

/** That a shipment was canceled; `refund` is null when none was asked for. */
export type Cancellation = z.output<typeof rowSchema>

export function insertCancellation(db: SandboxDatabase, shipmentId: string, reason: string, now: number): void {
  statement(db, 'INSERT INTO cancellation (shipment_id, reason, cancelled_at) VALUES (?, ?, ?)').run(
    shipmentId,
    reason,
    now,
  )
}

export function findCancellation(db: SandboxDatabase, shipmentId: string): Cancellation | undefined {
  return rowSchema.optional().parse(
    statement(
      db,
      `SELECT c.shipment_id, c.reason, c.cancelled_at, e.cents AS refund_cents, e.due_at AS refund_due_at
       FROM cancellation c LEFT JOIN account_entry e ON e.shipment_id = c.shipment_id AND e.kind = 'REFUND'
       WHERE c.shipment_id = ?`,
    ).get(shipmentId),
  )
}
