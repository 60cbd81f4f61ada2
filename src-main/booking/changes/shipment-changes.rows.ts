import {
  HASTENED_CHANGES,
  isDoubtedChange,
  type ChangeMove,
  type ChangeState,
} from '../../../src-shared/machine/change.ts'
import { isOpen } from '../../../src-shared/machine/booking.ts'
import type { WantedChange } from '../../../src-shared/station/booking/change.ts'
import { notFound } from '../../../src-shared/station/error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { isIn } from '../../kernel/sqlite/is-in.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { appendAudit } from '../../data/audit/audit.rows.ts'
import { SETTINGS_STAND } from '../../data/backup/restorations.rows.ts'
import { bookingRows } from '../booking-row.rows.ts'
import { IS_OPEN, PRECEDES, toChange, type LedgerChange } from './change-row.ts'
import { moveChange, refusedMove } from './change-write.rows.ts'
import { settleWaitingChanges } from './waiting-changes.rows.ts'

export interface NewChange {
  changeId: string
  submissionId: string
  environment: string
  bookingId: string | null
  shipmentId: string | null
  change: WantedChange
  /** A change of a booking that was never sent is done as soon as it is asked for. */
  state?: 'QUEUED' | 'DONE'
  /** Whose approval a rule needed. */
  approvedBy?: string | undefined
}

/** Looking is always allowed. */
const MAY_GO = `(c.state = 'UNKNOWN' OR (c.state = 'QUEUED' AND ${SETTINGS_STAND}))`
/** The next open change of its shipment, once there is a shipment. */
const IS_NEXT = `c.${IS_OPEN} AND c.environment = ? AND c.shipment_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM shipment_change e
    WHERE e.environment = c.environment AND e.shipment_id = c.shipment_id AND e.${IS_OPEN} AND ${PRECEDES})`

/** What may only look. */
export type ChangeReader = Pick<ChangeStore, 'get' | 'ofBooking' | 'ofShipment' | 'ofSubmission'>
export type ChangeStore = ReturnType<typeof changeStore>

/**
 * Changes to shipments in the ledger. Every function is one whole transaction.
 * @param onAdded called for a new one that has not ended, inside its transaction
 */
export function changeStore(db: SqliteDatabase, clock: Clock, onAdded?: (changeId: string) => void) {
  const one = (where: string, ...values: unknown[]): LedgerChange | null => {
    const row = statement(db, `SELECT c.* FROM shipment_change c WHERE ${where}`).get(...values)
    return row === undefined ? null : toChange(row)
  }
  const mustGet = (changeId: string): LedgerChange => {
    const change = one('c.change_id = ?', changeId)
    if (change) return change
    throw notFound('change', { changeId })
  }

  return {
    /** Adds a change, or returns the one that this submission made before. */
    add: (input: NewChange): Promise<LedgerChange> =>
      inTransaction(db, () => {
        const before = one('c.submission_id = ?', input.submissionId)
        if (before) return before
        const { state = 'QUEUED', change } = input
        const now = clock.now().toISOString()
        statement(
          db,
          `INSERT INTO shipment_change (change_id, submission_id, environment, booking_id, shipment_id, change, state,
             due_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ).run(
          input.changeId,
          input.submissionId,
          input.environment,
          input.bookingId,
          input.shipmentId,
          JSON.stringify(change),
          state,
          state === 'QUEUED' ? now : null,
          now,
          now,
        )
        appendAudit(db, {
          at: clock.now(),
          actor: 'operator',
          subjectKind: 'change',
          subjectId: input.changeId,
          action: 'requested',
          detail: {
            bookingId: input.bookingId,
            shipmentId: input.shipmentId,
            change,
            ...(state === 'DONE' ? { state } : {}),
            ...(input.approvedBy === undefined ? {} : { approvedBy: input.approvedBy }),
          },
        })
        // The booking may have moved on since the caller looked at it.
        const booking = input.bookingId === null ? null : bookingRows(db).one('b.booking_id = ?', input.bookingId)
        if (booking && !isOpen(booking)) settleWaitingChanges(db, clock.now(), booking)
        if (state === 'QUEUED') onAdded?.(input.changeId)
        return mustGet(input.changeId)
      }),

    /** @throws StationError WRONG_STATE (details.state), NOT_FOUND */
    move: (changeId: string, from: ChangeState, move: ChangeMove): Promise<LedgerChange> =>
      inTransaction(db, () => {
        const before = mustGet(changeId)
        if (before.state !== from) throw refusedMove(before, move.to)
        return moveChange(db, clock.now(), before, move)
      }),

    /**
     * The oldest change whose turn and time have come: a QUEUED one is SENDING when this resolves, committed before the
     * first byte leaves; an UNKNOWN one is to be looked for. Changes of one shipment go in order, a cancellation first.
     * @param except changes that are being worked on
     */
    take: (environment: string, except: readonly string[]): Promise<LedgerChange | null> =>
      inTransaction(db, () => {
        const row = statement(
          db,
          `SELECT c.* FROM shipment_change c
           WHERE ${IS_NEXT} AND ${MAY_GO} AND (c.due_at IS NULL OR c.due_at <= ?)
             AND c.change_id NOT IN (SELECT value FROM json_each(?)) ORDER BY c.seq`,
        ).get(environment, clock.now().toISOString(), JSON.stringify(except))
        if (row === undefined) return null
        const change = toChange(row)
        return isDoubtedChange(change) ? change : moveChange(db, clock.now(), change, { to: 'SENDING' })
      }),

    /** When the next one may be taken, beside those that are being worked on; null when none waits for that. */
    nextDueAt: async (environment: string, except: readonly string[]): Promise<Date | null> => {
      const due = statement(
        db,
        `SELECT min(coalesce(c.due_at, '')) FROM shipment_change c
         WHERE ${IS_NEXT} AND ${MAY_GO} AND c.change_id NOT IN (SELECT value FROM json_each(?))`,
      )
        .pluck()
        .get(environment, JSON.stringify(except))
      return typeof due === 'string' ? new Date(due === '' ? 0 : due) : null
    },

    /** SENDING without a worker: the outcome is unknown. */
    adoptInterrupted: (except: readonly string[] = []): Promise<number> =>
      inTransaction(db, () => {
        const interrupted = statement(db, `SELECT * FROM shipment_change WHERE ${IS_OPEN} AND state = 'SENDING'`)
          .all()
          .map(toChange)
          .filter(({ changeId }) => !except.includes(changeId))
        const now = clock.now()
        for (const change of interrupted) {
          moveChange(db, now, change, { to: 'UNKNOWN', dueAt: now, detail: { why: 'found at start' } })
        }
        return interrupted.length
      }),

    hasten: (environment: string): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE shipment_change SET due_at = ? WHERE ${IS_OPEN} AND environment = ? AND ${isIn('state', HASTENED_CHANGES)}`,
        ).run(clock.now().toISOString(), environment)
      }),

    get: async (changeId: string): Promise<LedgerChange> => mustGet(changeId),

    ofSubmission: async (submissionId: string) => one('c.submission_id = ?', submissionId),

    /** Newest first. */
    ofBooking: async (bookingId: string, limit: number): Promise<LedgerChange[]> =>
      statement(
        db,
        `SELECT c.* FROM shipment_change c WHERE c.booking_id = ?
           OR c.shipment_id = (SELECT shipment_id FROM booking WHERE booking_id = ?)
         ORDER BY c.seq DESC LIMIT ?`,
      )
        .all(bookingId, bookingId, limit)
        .map(toChange),

    /** Newest first. */
    ofShipment: async (environment: string, shipmentId: string, limit: number): Promise<LedgerChange[]> =>
      statement(
        db,
        'SELECT c.* FROM shipment_change c WHERE c.environment = ? AND c.shipment_id = ? ORDER BY c.seq DESC LIMIT ?',
      )
        .all(environment, shipmentId, limit)
        .map(toChange),
  }
}
