import { OPEN_CHANGES } from '../../src-shared/machine/change.ts'
import { notFound } from '../../src-shared/station/error.ts'
import { isIn } from '../kernel/sqlite/is-in.ts'
import { toBooking, type LedgerBooking } from './booking-row.rows.ts'
import type { SiteQueries } from '../site-server/site-database.ts'

/** What other tables have for a row `b`, in the form of the ledger. */
const OF_OTHER_TABLES = `
  (EXISTS (SELECT 1 FROM label l WHERE l.environment = b.environment AND l.shipment_id = b.shipment_id))::int AS has_label,
  (EXISTS (SELECT 1 FROM shipment_change c
    WHERE c.booking_id = b.booking_id AND c.state = 'QUEUED' AND c.change ->> 'kind' = 'cancel'))::int AS has_waiting_cancel,
  (EXISTS (SELECT 1 FROM shipment_change c
    WHERE c.booking_id = b.booking_id AND ${isIn('c.state', OPEN_CHANGES)}))::int AS has_open_change`

/** What `toBooking` takes of a row `b`; the same columns as in a ledger, so that one reader serves both. */
export const COLUMNS = `b.*, ${OF_OTHER_TABLES}`
const SELECT_BOOKING = `SELECT ${COLUMNS} FROM booking b`

/** As the unique index has it, which is used for nothing written otherwise: case is folded, and the bytes decide. */
export const FOLDED_REFERENCE = 'lower(reference) COLLATE "C"'

/** The condition that a booking has the reference which is bound to `parameter`. @param table its alias where there are others */
export const isReference = (parameter: string, table = 'booking'): string =>
  `lower(${table}.reference) COLLATE "C" = lower(${parameter})`

/** The booking on this condition; null when there is none. */
export async function oneBooking(db: SiteQueries, where: string, ...values: unknown[]): Promise<LedgerBooking | null> {
  const row = await db.one(`${SELECT_BOOKING} WHERE ${where}`, ...values)
  return row === undefined ? null : toBooking(row)
}

/** Locked until the transaction ends, and read as it is then. @throws StationError NOT_FOUND */
export async function lockBooking(tx: SiteQueries, bookingId: string): Promise<LedgerBooking> {
  const booking = await oneBooking(tx, 'b.booking_id = $1 FOR UPDATE OF b', bookingId)
  if (booking) return booking
  throw notFound('booking', { bookingId })
}
