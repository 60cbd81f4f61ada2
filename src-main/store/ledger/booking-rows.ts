import { StationError } from '../../../src-shared/station/error.ts'
import type { SqliteDatabase } from '../database.ts'
import { statement } from '../statement.ts'
import { SELECT_BOOKING, toBooking, type LedgerBooking } from './booking-row.ts'

/** Single bookings, for the stores that read and move them; a condition names the row `b`. */
export function bookingRows(db: SqliteDatabase) {
  function one(where: string, ...values: unknown[]): LedgerBooking | null {
    const row = statement(db, `${SELECT_BOOKING} WHERE ${where}`).get(...values)
    return row === undefined ? null : toBooking(row)
  }

  return {
    one,
    /** @throws StationError NOT_FOUND */
    mustGet: (bookingId: string): LedgerBooking => {
      const booking = one('b.booking_id = ?', bookingId)
      if (booking) return booking
      throw new StationError({ code: 'NOT_FOUND', message: 'There is no such booking here.', details: { bookingId } })
    },
  }
}
