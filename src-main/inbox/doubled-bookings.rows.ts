import { z } from 'zod'
import { BOOKING_STATES } from '../../src-shared/machine/booking.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { isIn } from '../kernel/sqlite/is-in.ts'
import { statement } from '../kernel/sqlite/statement.ts'

/** While one is sent or looked for, a shipment that carries its reference most likely is its own. */
const SETTLED = ['BOOKED', 'REJECTED', 'CANCELLED'] as const

const rowsSchema = z.array(
  z.object({
    shipmentId: z.string(),
    bookingId: z.string(),
    reference: z.string(),
    state: z.enum(BOOKING_STATES),
    /** The shipment that the booking has; null: none. */
    ownShipmentId: z.string().nullable(),
    /** ISO 8601. */
    createdAt: z.string(),
  }),
)

/** A shipment that is no booking's, and the booking here whose reference it carries. */
export type DoubledBooking = z.output<typeof rowsSchema>[number]

/**
 * Of these shipments those that carry the reference of a booking that left this station, and are no booking's: neither of
 * this station nor of another one of the site. One look-up by index for each.
 */
export function doubledBookings(
  db: SqliteDatabase,
  environment: string,
  shipments: readonly { shipmentId: string; reference: string }[],
): DoubledBooking[] {
  return rowsSchema.parse(
    statement(
      db,
      `SELECT told.value ->> 'shipmentId' AS shipmentId, b.booking_id AS bookingId, b.reference, b.state,
         b.shipment_id AS ownShipmentId, b.created_at AS createdAt
       FROM json_each(@shipments) told CROSS JOIN booking b ON b.reference = told.value ->> 'reference'
       WHERE +b.environment = @environment AND ${isIn('+b.state', SETTLED)}
         AND (b.sent_at IS NOT NULL OR b.shipment_id IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM booking c
           WHERE c.shipment_id = told.value ->> 'shipmentId' AND +c.environment = @environment)
         AND NOT EXISTS (SELECT 1 FROM site_booking s WHERE s.shipment_id = told.value ->> 'shipmentId'
           AND s.booking_id <> b.booking_id AND +s.environment = @environment)`,
    ).all({ shipments: JSON.stringify(shipments), environment }),
  )
}

const sharingSchema = z.array(
  z.object({
    bookingId: z.string(),
    reference: z.string(),
    shipmentId: z.string(),
    /** The references of the other bookings that have it. */
    others: z.string(),
  }),
)

/** A booking whose shipment an older booking here has as well, or one of another station. */
export type SharingBooking = z.output<typeof sharingSchema>[number]

/**
 * Of these shipments those that are more than one booking's: a site's report of a booking is taken as it is, and the
 * site does not know the bookings of a station that sent on its own. One look-up by index for each.
 */
export function sharingBookings(
  db: SqliteDatabase,
  environment: string,
  shipments: readonly { shipmentId: string }[],
): SharingBooking[] {
  return sharingSchema.parse(
    statement(
      db,
      `SELECT * FROM (SELECT b.booking_id AS bookingId, b.reference, b.shipment_id AS shipmentId,
         (SELECT group_concat(reference, ', ') FROM (
           SELECT c.reference FROM booking c
           WHERE c.shipment_id = b.shipment_id AND c.seq < b.seq AND +c.environment = @environment
           UNION ALL SELECT s.reference FROM site_booking s
           WHERE s.shipment_id = b.shipment_id AND s.booking_id <> b.booking_id AND +s.environment = @environment)) AS others
       FROM json_each(@shipments) told CROSS JOIN booking b ON b.shipment_id = told.value ->> 'shipmentId'
       WHERE +b.environment = @environment) WHERE others IS NOT NULL`,
    ).all({ shipments: JSON.stringify(shipments), environment }),
  )
}
