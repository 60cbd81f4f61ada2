import { z } from 'zod'
import { BOOKING_STATES } from '../../src-shared/machine/booking.ts'
import type { ShipmentReturn } from '../../src-shared/station/tracking/shipment.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'

const rowSchema = z.object({
  bookingId: z.string(),
  reference: z.string(),
  state: z.enum(BOOKING_STATES),
  shipmentId: z.string().nullable(),
})

/** More than is ever sent back of one shipment. */
const MOST_RETURNS = 20

export type ReturnBookings = ReturnType<typeof returnBookings>

/** The bookings that bring a shipment back. */
export function returnBookings(db: SqliteDatabase) {
  return {
    /** Newest first. */
    of: async (environment: string, outwardShipmentId: string): Promise<ShipmentReturn[]> =>
      statement(
        db,
        // The expression of the index, word for word.
        `SELECT booking_id AS bookingId, reference, state, shipment_id AS shipmentId FROM booking
         WHERE environment = ? AND json_extract(summary, '$.returnOf') = ? ORDER BY seq DESC LIMIT ${MOST_RETURNS}`,
      )
        .all(environment, outwardShipmentId)
        .map((row) => rowSchema.parse(row)),
  }
}
