import { HASTENED_BOOKINGS, type BookingMove, type BookingState } from '../../src-shared/machine/booking.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { isIn } from '../kernel/sqlite/is-in.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'
import { SETTINGS_STAND } from '../data/backup/restorations.rows.ts'
import { holdOf } from './booking-edit.ts'
import {
  bookingRows,
  COLUMNS,
  IS_LOOKED_FOR,
  IS_OPEN,
  SELECT_BOOKING,
  toBooking,
  type LedgerBooking,
} from './booking-row.rows.ts'
import { moveBooking, refusedMove, type Lease } from './booking-write.rows.ts'

/**
 * Open bookings of a service, by name of their index: left to choose, SQLite would take one that holds every booking of the
 * service, however old.
 */
const OPEN_OF = `booking b INDEXED BY booking_open WHERE b.${IS_OPEN} AND b.environment = ?`
const SELECT_READY = `SELECT ${COLUMNS} FROM ${OPEN_OF} AND (b.due_at IS NULL OR b.due_at <= ?)
  AND (b.leased_until IS NULL OR b.leased_until <= ?)`
const TO_SEND = `b.state = 'QUEUED' AND (b.held_until IS NULL OR b.held_until <= ?) AND ${SETTINGS_STAND}`

/**
 * Keeps a QUEUED booking here until that moment, or no longer. To be called inside a transaction.
 * @throws StationError WRONG_STATE, NOT_FOUND
 */
export function holdBooking(
  db: SqliteDatabase,
  now: Date,
  bookingId: string,
  hold: { day: string; until: Date } | null,
): LedgerBooking {
  const at = now.toISOString()
  const { day, until, after, note } = holdOf(bookingRows(db).mustGet(bookingId), hold, at)
  statement(
    db,
    'UPDATE booking SET hold_until = ?, held_until = ?, due_at = ?, updated_at = ? WHERE booking_id = ?',
  ).run(day, until, at, at, bookingId)
  appendAudit(db, { at: now, ...note })
  return after
}

/** How bookings get from state to state, each step with its audit row in one transaction. */
export function bookingMoves(db: SqliteDatabase, clock: Clock) {
  const { mustGet } = bookingRows(db)

  /** For work on what another statement has read. */
  function leaseTo(taker: Lease, booking: LedgerBooking): LedgerBooking {
    statement(db, 'UPDATE booking SET lease = ?, leased_until = ? WHERE booking_id = ?').run(
      taker.lease,
      taker.leasedUntil.toISOString(),
      booking.bookingId,
    )
    return { ...booking, lease: taker.lease }
  }

  return {
    /**
     * Moves a booking from one state to another.
     * @throws StationError WRONG_STATE (details.state) when it is not in `from` any more or is another's to move,
     * SHIPMENT_CLAIMED, NOT_FOUND
     */
    move: (bookingId: string, from: BookingState, move: BookingMove): Promise<LedgerBooking> =>
      inTransaction(db, () => {
        const before = mustGet(bookingId)
        if (before.state !== from) throw refusedMove(before, move.to)
        return moveBooking(db, clock.now(), before, move)
      }),

    /**
     * The oldest QUEUED bookings whose time has come, at most this many, each for the caller alone. One that
     * `isReady` is SENDING when this resolves, committed before the first byte leaves; any other stays QUEUED and is
     * leased.
     */
    takeToSend: (
      environment: string,
      taker: Lease & { most: number; isReady: (booking: LedgerBooking, now: Date) => boolean },
    ): Promise<LedgerBooking[]> =>
      inTransaction(db, () => {
        const now = clock.now()
        const at = now.toISOString()
        return statement(db, `${SELECT_READY} AND ${TO_SEND} ORDER BY b.seq LIMIT ?`)
          .all(environment, at, at, at, taker.most)
          .map(toBooking)
          .map((booking) =>
            taker.isReady(booking, now)
              ? moveBooking(db, now, booking, { to: 'SENDING', sentAt: now }, taker)
              : leaseTo(taker, booking),
          )
      }),

    /** The oldest booking that is to be looked for now, for the caller alone; null when there is none. */
    takeToLook: (environment: string, taker: Lease): Promise<LedgerBooking | null> =>
      inTransaction(db, () => {
        const at = clock.now().toISOString()
        const row = statement(db, `${SELECT_READY} AND ${IS_LOOKED_FOR} ORDER BY b.due_at, b.seq LIMIT 1`).get(
          environment,
          at,
          at,
        )
        return row === undefined ? null : leaseTo(taker, toBooking(row))
      }),

    /** When the next booking may be sent, or looked for; null when none waits for that. */
    nextDueAt: async (environment: string, work: 'send' | 'look'): Promise<Date | null> => {
      const due = statement(
        db,
        `SELECT min(max(coalesce(b.due_at, ''), coalesce(b.leased_until, ''), ${work === 'send' ? `coalesce(b.held_until, '')` : `''`}))
         FROM ${OPEN_OF} AND ${work === 'send' ? `b.state = 'QUEUED' AND ${SETTINGS_STAND}` : IS_LOOKED_FOR}`,
      )
        .pluck()
        .get(environment)
      return typeof due === 'string' ? new Date(due === '' ? 0 : due) : null
    },

    /**
     * SENDING without a worker: the station died, or one of our faults came, before the answer. The outcome is
     * unknown. What else was taken and has no worker is free again.
     * @param running of a live process: what it works on now, and the lease under which it has taken all; absent at
     * start
     * @returns how many may continue now that could not before
     */
    adoptInterrupted: (running?: { except: readonly string[]; lease: string }): Promise<number> =>
      inTransaction(db, () => {
        const now = clock.now()
        const except = JSON.stringify(running?.except ?? [])
        const freed = statement(
          db,
          `UPDATE booking INDEXED BY booking_open SET lease = NULL, leased_until = NULL
           WHERE ${IS_OPEN} AND lease IS NOT NULL AND state <> 'SENDING' AND (? IS NULL OR lease = ?)
             AND booking_id NOT IN (SELECT value FROM json_each(?))`,
        ).run(running?.lease ?? null, running?.lease ?? null, except).changes
        const interrupted = statement(
          db,
          `${SELECT_BOOKING} WHERE b.${IS_OPEN} AND b.state = 'SENDING'
             AND b.booking_id NOT IN (SELECT value FROM json_each(?))`,
        )
          .all(except)
          .map(toBooking)
        const why = running ? 'found after a fault' : 'found at start'
        for (const booking of interrupted) {
          moveBooking(db, now, booking, { to: 'UNKNOWN', checks: 0, dueAt: now, detail: { why } })
        }
        return freed + interrupted.length
      }),

    /**
     * Sets QUEUED and UNKNOWN bookings due now: the network is back online, or a person asked. One on hold stays on
     * hold.
     */
    hasten: (environment: string): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE booking INDEXED BY booking_open SET due_at = ? WHERE ${IS_OPEN} AND environment = ? AND ${isIn('state', HASTENED_BOOKINGS)}`,
        ).run(clock.now().toISOString(), environment)
      }),

    /**
     * Keeps a QUEUED booking here until that moment, or no longer.
     * @throws StationError WRONG_STATE, NOT_FOUND
     */
    hold: (bookingId: string, hold: { day: string; until: Date } | null): Promise<LedgerBooking> =>
      inTransaction(db, () => holdBooking(db, clock.now(), bookingId, hold)),
  }
}
