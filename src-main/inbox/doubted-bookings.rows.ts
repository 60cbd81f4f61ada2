import { z } from 'zod'
import { DOUBTED_BOOKINGS } from '../../src-shared/machine/booking.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { isIn } from '../kernel/sqlite/is-in.ts'
import { statement } from '../kernel/sqlite/statement.ts'

const rowsSchema = z.array(
  z
    .object({
      booking_id: z.string(),
      reference: z.string(),
      state: z.enum(DOUBTED_BOOKINGS),
      question: z.string().nullable(),
      sent_at: z.string().nullable(),
      consignee: z.string().nullable(),
    })
    .transform((row) => ({
      bookingId: row.booking_id,
      reference: row.reference,
      state: row.state,
      question: row.question,
      sentAt: row.sent_at,
      consignee: row.consignee,
    })),
)

/** A booking whose fate is a question: to the service, or to a person. */
export type DoubtedBooking = z.output<typeof rowsSchema>[number]

/** Those of every service. Few are in doubt, however many were ever booked. */
export function doubtedBookings(db: SqliteDatabase, limit: number): DoubtedBooking[] {
  return rowsSchema.parse(
    statement(
      db,
      `SELECT b.booking_id, b.reference, b.state, b.question ->> 'kind' AS question, b.sent_at,
         b.summary ->> 'consigneeName' AS consignee
       FROM booking b INDEXED BY booking_state WHERE ${isIn('b.state', DOUBTED_BOOKINGS)} LIMIT ?`,
    ).all(limit),
  )
}
