import { z } from 'zod'
import { BOOKING_STATES, NEVER_BOOKED } from '../../../src-shared/machine/booking.ts'
import type { Pickup } from '../../../src-shared/station/booking/pickups.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { isNotIn } from '../../kernel/sqlite/is-in.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { IS_NOT_CALLED_OFF } from '../../booking/booking-row.rows.ts'

/** A pickup as a ledger knows it. */
export type BookedPickup = Omit<Pickup, 'status'>

/** Which pickups are meant. */
export interface PickupQuery {
  environment: string
  /** Days, both meant. */
  from: string
  until: string
  /** The maximum, those of the first days. */
  limit: number
}

const rowsSchema = z.array(
  z.object({
    booking_id: z.string(),
    reference: z.string(),
    state: z.enum(BOOKING_STATES),
    shipment_id: z.string().nullable(),
    carrier: z.string(),
    consignee: z.string(),
    destination: z.string(),
    pickup: z.string(),
  }),
)

/** By day, and within one in the order they were booked, as the index has them: it ends the walk at the limit. */
const SELECT_PICKUPS = `SELECT b.booking_id, b.reference, b.state, b.shipment_id, b.summary ->> 'carrierName' AS carrier,
    b.summary ->> 'consigneeName' AS consignee, b.summary ->> 'destination' AS destination,
    b.summary ->> 'pickupDate' AS pickup
  FROM booking b WHERE b.environment = @environment AND b.summary ->> 'pickupDate' BETWEEN @from AND @until
    AND ${isNotIn('b.state', NEVER_BOOKED)} AND ${IS_NOT_CALLED_OFF}
  ORDER BY b.summary ->> 'pickupDate', b.seq LIMIT @limit`

export type PickupRows = ReturnType<typeof pickupRows>

/** This station's own pickups. */
export function pickupRows(db: SqliteDatabase) {
  return {
    /** By day, then in the order they were booked, without refused and canceled ones. */
    pickups: async (query: PickupQuery): Promise<BookedPickup[]> =>
      toPickups(statement(db, SELECT_PICKUPS).all({ ...query })),
  }
}

/** Rows of a statement that names its columns as SELECT_PICKUPS does. */
export function toPickups(rows: readonly unknown[]): BookedPickup[] {
  return rowsSchema.parse(rows).map((row) => ({
    bookingId: row.booking_id,
    reference: row.reference,
    state: row.state,
    shipmentId: row.shipment_id,
    carrier: row.carrier,
    consigneeName: row.consignee,
    destination: row.destination,
    pickupDate: row.pickup,
  }))
}
