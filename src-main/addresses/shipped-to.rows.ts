import { z } from 'zod'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

export type ShippedToStore = ReturnType<typeof shippedToStore>

/** Bookings whose consignees are to be in the address book, and what was shipped to each entry last. */
export function shippedToStore(db: SqliteDatabase, clock: Clock) {
  return {
    /** Some of those that are due. */
    due: async (limit: number): Promise<string[]> =>
      z.array(z.string()).parse(statement(db, 'SELECT booking_id FROM shipped_to LIMIT ?').pluck().all(limit)),

    /**
     * It is done; consignees that are shipped to often or lately are suggested first.
     * @param addressId the entry that it shipped to; null: there is none
     */
    done: (bookingId: string, addressId: string | null): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'DELETE FROM shipped_to WHERE booking_id = ?').run(bookingId)
        if (addressId === null) return
        statement(
          db,
          'UPDATE address SET last_booking = @bookingId, uses = uses + 1, used_at = @at WHERE address_id = @addressId',
        ).run({
          bookingId,
          addressId,
          at: clock.now().toISOString(),
        })
      }),

    /** The booking that shipped to this entry last; null: none did. */
    lastTo: async (addressId: string): Promise<string | null> =>
      z
        .string()
        .nullable()
        .optional()
        .parse(statement(db, 'SELECT last_booking FROM address WHERE address_id = ?').pluck().get(addressId)) ?? null,
  }
}
