import { z } from 'zod'
import { moneySchema } from '../../src-shared/station/booking/record.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { IS_NOT_CALLED_OFF } from '../booking/booking-row.rows.ts'

const rowSchema = z.object({
  bookingId: z.string(),
  reference: z.string(),
  carrierName: z.string(),
  /** The price that a person agreed to. */
  agreed: jsonColumn(moneySchema),
  /** The price that the service charged instead. */
  charged: jsonColumn(moneySchema),
})

/** A booking that was charged otherwise than it was quoted. */
export type ChargedBooking = z.output<typeof rowSchema>

/**
 * Those whose pickup is still to come, so that they can be canceled. One look into the index of pickup days.
 * @param from the first day, YYYY-MM-DD
 * @param isMeant which of them are looked for; `limit` counts these alone
 */
export function chargedBookings(
  db: SqliteDatabase,
  environment: string,
  from: string,
  isMeant: (booking: ChargedBooking) => boolean,
  limit: number,
): ChargedBooking[] {
  const rows = statement(
    db,
    `SELECT b.booking_id AS bookingId, b.reference, b.summary ->> 'carrierName' AS carrierName,
         coalesce(b.summary -> '$.agreed', b.summary -> '$.total') AS agreed, b.summary -> '$.charged' AS charged
       FROM booking b INDEXED BY booking_pickup
       WHERE b.environment = ? AND b.summary ->> 'pickupDate' >= ? AND b.state = 'BOOKED' AND ${IS_NOT_CALLED_OFF}
         AND b.summary -> '$.charged' IS NOT NULL`,
  ).iterate(environment, from)
  const found: ChargedBooking[] = []
  for (const row of rows) {
    const booking = rowSchema.parse(row)
    if (isMeant(booking) && found.push(booking) >= limit) break
  }
  return found
}
