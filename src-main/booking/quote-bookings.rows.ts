import { z } from 'zod'
import { NEVER_BOOKED } from '../../src-shared/machine/booking.ts'
import type { Money } from '../../src-shared/station/money.ts'
import { isNotIn } from '../kernel/sqlite/is-in.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'

const rowSchema = z.object({ bookingId: z.string(), reference: z.string(), state: z.string() })
const rateSchema = z.object({
  provider: z.string().nullable(),
  service: z.string().nullable(),
  total: jsonColumn(z.object({ minor: z.int(), currency: z.string() }).nullable()).nullable(),
})
/** The rate that a booking was made of, as it is booked. */
export interface BookedRate {
  provider: string | null
  service: string | null
  total: Money
}
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

    /**
     * The rate of the newest booking that was made of one of these and not canceled; null: there is none with a
     * price.
     */
    rateOf: async (quoteIds: readonly string[]): Promise<{ quoteId: string; rate: BookedRate } | null> => {
      for (const quoteId of new Set(quoteIds)) {
        const row = statement(
          db,
          `SELECT request ->> '$.selectedRate.provider' AS provider, request ->> '$.selectedRate.service' AS service,
             summary -> '$.total' AS total FROM booking
           WHERE json_extract(request, '$.quoteId') = ? AND ${isNotIn('state', NEVER_BOOKED)} ORDER BY seq DESC LIMIT 1`,
        ).get(quoteId)
        const rate = row === undefined ? null : rateSchema.parse(row)
        if (rate?.total) return { quoteId, rate: { ...rate, total: rate.total } }
      }
      return null
    },
  }
}
