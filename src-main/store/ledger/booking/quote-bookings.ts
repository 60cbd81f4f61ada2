import { z } from 'zod'
import type { SqliteDatabase } from '../../database.ts'
import { statement } from '../../statement.ts'

const rowSchema = z.object({ bookingId: z.string(), reference: z.string(), state: z.string() })
export type QuoteBookingRow = z.infer<typeof rowSchema>

export type BookingsOfQuotes = ReturnType<typeof bookingsOfQuotes>

/** Which bookings were made of a quote, by the ids it is booked under. */
export function bookingsOfQuotes(db: SqliteDatabase) {
  // The expression of the index, word for word.
  const sql = `SELECT booking_id AS bookingId, reference, state FROM booking
    WHERE json_extract(request, '$.quoteId') = ? ORDER BY seq DESC`
  return {
    of: async (quoteIds: readonly string[]): Promise<QuoteBookingRow[]> =>
      [...new Set(quoteIds)].flatMap((id) =>
        statement(db, sql)
          .all(id)
          .map((row) => rowSchema.parse(row)),
      ),
  }
}
