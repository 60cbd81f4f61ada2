import { whenBookingEnds } from '../../../src-shared/machine/change.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import type { LedgerBooking } from '../booking-row.rows.ts'
import { toChange } from './change-row.ts'
import { moveChange } from './change-write.rows.ts'

/**
 * Changes that waited for the outcome of a booking: they get its shipment and are due, or there is nothing left to
 * change. Nothing happens while the booking is open. To be called inside the transaction that moves the booking.
 */
export function settleWaitingChanges(db: SqliteDatabase, now: Date, booking: LedgerBooking): void {
  const { bookingId, state, shipmentId } = booking
  const waiting = statement(
    db,
    `SELECT * FROM shipment_change WHERE booking_id = ? AND shipment_id IS NULL AND state = 'QUEUED' ORDER BY seq`,
  )
    .all(bookingId)
    .map(toChange)
  for (const change of waiting) {
    const move = whenBookingEnds({ kind: change.change.kind, restoredFrom: change.restoredFrom }, booking, now)
    if (move === null) continue
    const detail = { bookingId, booking: state, ...(state === 'BOOKED' && { shipmentId }) }
    moveChange(db, now, change, { ...move, detail })
  }
}
