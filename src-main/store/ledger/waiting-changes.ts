import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import type { SqliteDatabase } from '../database.ts'
import { statement } from '../statement.ts'
import { appendAudit } from './audit.ts'
import type { LedgerBooking } from './booking-row.ts'

const rowSchema = z.object({ change_id: z.string(), kind: z.enum(['update', 'cancel']) })

/**
 * Changes that waited for it to be known what became of a booking: they get its shipment and are due, or there is nothing
 * left to change. To be called inside the transaction that moves the booking.
 */
export function settleWaitingChanges(db: SqliteDatabase, clock: Clock, booking: LedgerBooking): void {
  const { bookingId, state, shipmentId } = booking
  if (state !== 'BOOKED' && state !== 'CANCELLED' && state !== 'REJECTED') return
  const waiting = statement(
    db,
    `SELECT change_id, change ->> 'kind' AS kind FROM shipment_change
     WHERE booking_id = ? AND shipment_id IS NULL AND state = 'QUEUED' ORDER BY seq`,
  )
    .all(bookingId)
    .map((row) => rowSchema.parse(row))
  const at = clock.now().toISOString()
  for (const { change_id: changeId, kind } of waiting) {
    const next = state === 'BOOKED' ? 'QUEUED' : kind === 'cancel' ? 'DONE' : 'CANCELLED'
    statement(
      db,
      'UPDATE shipment_change SET state = ?, shipment_id = ?, due_at = ?, updated_at = ? WHERE change_id = ?',
    ).run(next, state === 'BOOKED' ? shipmentId : null, state === 'BOOKED' ? at : null, at, changeId)
    appendAudit(db, {
      at: clock.now(),
      actor: 'station',
      subjectKind: 'change',
      subjectId: changeId,
      action: next.toLowerCase(),
      detail: { from: 'QUEUED', bookingId, booking: state, ...(state === 'BOOKED' ? { shipmentId } : {}) },
    })
  }
}
