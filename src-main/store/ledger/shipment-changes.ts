import { z } from 'zod'
import type { Cancellation } from '../../../src-shared/station/booking.ts'
import {
  CHANGE_STATES,
  wantedChangeSchema,
  type ChangeState,
  type ShipmentChange,
  type WantedChange,
} from '../../../src-shared/station/change.ts'
import { StationError, stationErrorSchema, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { Clock } from '../../clock.ts'
import type { SqliteDatabase } from '../database.ts'
import { jsonColumn } from '../json-column.ts'
import { statement } from '../statement.ts'
import { inTransaction } from '../transaction.ts'
import { appendAudit, type Actor } from './audit.ts'
import { cancellationSchema } from './booking-row.ts'
import { bookingRows } from './booking-rows.ts'
import { settleWaitingChanges } from './waiting-changes.ts'

const rowSchema = z.object({
  change_id: z.string(),
  environment: z.string(),
  booking_id: z.string().nullable(),
  shipment_id: z.string().nullable(),
  change: jsonColumn(wantedChangeSchema),
  state: z.enum(CHANGE_STATES),
  error: jsonColumn(stationErrorSchema).nullable(),
  cancellation: jsonColumn(cancellationSchema).nullable(),
  attempts: z.int(),
  due_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})

/** A change with what the outbox needs to send it. */
export interface LedgerChange extends ShipmentChange {
  environment: string
  attempts: number
}

export interface NewChange {
  changeId: string
  submissionId: string
  environment: string
  bookingId: string | null
  shipmentId: string | null
  change: WantedChange
  /** A change of a booking that was never sent is done as soon as it is asked for. */
  state?: 'QUEUED' | 'DONE'
}

/** What a transition changes beside the state. */
export interface ChangeMove {
  actor?: Actor
  error?: StationErrorData | null
  cancellation?: Cancellation | null
  attempts?: number
  dueAt?: Date | null
  detail?: Record<string, unknown>
}

/** Who may follow whom. From UNKNOWN back to QUEUED only after a look: a repeated change has no other effect than one. */
export const CHANGE_TRANSITIONS: Record<ChangeState, readonly ChangeState[]> = {
  QUEUED: ['SENDING', 'CANCELLED'],
  SENDING: ['DONE', 'REJECTED', 'UNKNOWN', 'QUEUED'],
  UNKNOWN: ['DONE', 'REJECTED', 'UNKNOWN', 'QUEUED'],
  DONE: [],
  REJECTED: [],
  CANCELLED: [],
}

const IS_OPEN = `state IN ('QUEUED', 'SENDING', 'UNKNOWN')`
/** The first open change of its shipment, once there is a shipment. */
const IS_NEXT = `c.${IS_OPEN} AND c.environment = ? AND c.shipment_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM shipment_change e
    WHERE e.environment = c.environment AND e.shipment_id = c.shipment_id AND e.seq < c.seq AND e.${IS_OPEN})`

export type ChangeStore = ReturnType<typeof changeStore>

/** Changes to shipments in the ledger. Every function is one whole transaction. */
export function changeStore(db: SqliteDatabase, clock: Clock) {
  const one = (where: string, ...values: unknown[]): LedgerChange | null => {
    const row = statement(db, `SELECT c.* FROM shipment_change c WHERE ${where}`).get(...values)
    return row === undefined ? null : toChange(row)
  }
  const mustGet = (changeId: string): LedgerChange => {
    const change = one('c.change_id = ?', changeId)
    if (change) return change
    throw new StationError({ code: 'NOT_FOUND', message: 'There is no such change here.', details: { changeId } })
  }

  function moveNow(changeId: string, from: ChangeState, to: ChangeState, move: ChangeMove): LedgerChange {
    const before = mustGet(changeId)
    if (before.state !== from || !CHANGE_TRANSITIONS[from].includes(to)) throw wrongState(before, to)
    const now = clock.now()
    statement(
      db,
      `UPDATE shipment_change SET state = ?, error = ?, cancellation = ?, attempts = ?, due_at = ?, updated_at = ?
       WHERE change_id = ?`,
    ).run(
      to,
      move.error ? JSON.stringify(move.error) : null,
      move.cancellation ? JSON.stringify(move.cancellation) : null,
      move.attempts ?? before.attempts,
      move.dueAt?.toISOString() ?? null,
      now.toISOString(),
      changeId,
    )
    appendAudit(db, {
      at: now,
      actor: move.actor ?? 'station',
      subjectKind: 'change',
      subjectId: changeId,
      action: to.toLowerCase(),
      detail: { from, ...move.detail, ...(move.error ? { code: move.error.code } : {}) },
    })
    if (to === 'DONE') takeOver(db, before, move.cancellation ?? null, now)
    return mustGet(changeId)
  }

  return {
    /** Adds a change, or gives back the one that this submission made before. */
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
          },
        })
        // The booking may have moved on since the caller looked at it.
        const booking = input.bookingId === null ? null : bookingRows(db).one('b.booking_id = ?', input.bookingId)
        if (booking) settleWaitingChanges(db, clock, booking)
        return mustGet(input.changeId)
      }),

    /** @throws StationError WRONG_STATE (details.state), NOT_FOUND */
    move: (changeId: string, from: ChangeState, to: ChangeState, move: ChangeMove = {}): Promise<LedgerChange> =>
      inTransaction(db, () => moveNow(changeId, from, to, move)),

    /**
     * The oldest change whose turn and time have come: a QUEUED one is SENDING when this resolves, committed before the
     * first byte leaves; an UNKNOWN one is to be looked for. Changes of one shipment go in order.
     * @param except changes that are being worked on
     */
    take: (environment: string, except: readonly string[]): Promise<LedgerChange | null> =>
      inTransaction(db, () => {
        const row = statement(
          db,
          `SELECT c.* FROM shipment_change c
           WHERE ${IS_NEXT} AND c.state <> 'SENDING' AND (c.due_at IS NULL OR c.due_at <= ?)
             AND c.change_id NOT IN (SELECT value FROM json_each(?)) ORDER BY c.seq`,
        ).get(environment, clock.now().toISOString(), JSON.stringify(except))
        if (row === undefined) return null
        const change = toChange(row)
        return change.state === 'QUEUED' ? moveNow(change.changeId, 'QUEUED', 'SENDING', {}) : change
      }),

    nextDueAt: async (environment: string): Promise<Date | null> => {
      const due = statement(
        db,
        `SELECT min(coalesce(c.due_at, '')) FROM shipment_change c WHERE ${IS_NEXT} AND c.state <> 'SENDING'`,
      )
        .pluck()
        .get(environment)
      return typeof due === 'string' ? new Date(due === '' ? 0 : due) : null
    },

    /** SENDING without anybody at it: nobody knows. */
    adoptInterrupted: (except: readonly string[] = []): Promise<number> =>
      inTransaction(db, () => {
        const rows = statement(db, `SELECT change_id FROM shipment_change WHERE ${IS_OPEN} AND state = 'SENDING'`)
          .pluck()
          .all()
        const interrupted = z
          .array(z.string())
          .parse(rows)
          .filter((changeId) => !except.includes(changeId))
        for (const changeId of interrupted) {
          moveNow(changeId, 'SENDING', 'UNKNOWN', { dueAt: clock.now(), detail: { why: 'found at start' } })
        }
        return interrupted.length
      }),

    hasten: (environment: string): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE shipment_change SET due_at = ? WHERE ${IS_OPEN} AND environment = ? AND state IN ('QUEUED', 'UNKNOWN')`,
        ).run(clock.now().toISOString(), environment)
      }),

    get: async (changeId: string): Promise<LedgerChange> => mustGet(changeId),

    ofSubmission: async (submissionId: string) => one('c.submission_id = ?', submissionId),

    /** Newest first. */
    ofBooking: async (bookingId: string, limit: number): Promise<LedgerChange[]> =>
      statement(
        db,
        `SELECT c.* FROM shipment_change c WHERE c.booking_id = ? OR EXISTS (
           SELECT 1 FROM booking b WHERE b.booking_id = ? AND b.shipment_id = c.shipment_id)
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

/** What a change that is DONE means for the booking of its shipment. */
function takeOver(db: SqliteDatabase, change: LedgerChange, cancellation: Cancellation | null, now: Date): void {
  const { environment, shipmentId, change: wanted } = change
  const ofShipment = [now.toISOString(), environment, shipmentId]
  if (wanted.kind === 'cancel') {
    statement(db, 'UPDATE booking SET cancellation = ?, updated_at = ? WHERE environment = ? AND shipment_id = ?').run(
      cancellation ? JSON.stringify(cancellation) : null,
      ...ofShipment,
    )
    return
  }
  if (wanted.reference !== undefined) {
    // OR IGNORE: another booking of this ledger has the name already; this one keeps being found by its old one here.
    statement(
      db,
      'UPDATE OR IGNORE booking SET reference = ?, updated_at = ? WHERE environment = ? AND shipment_id = ?',
    ).run(wanted.reference, ...ofShipment)
  }
  if (wanted.consigneeInfo?.companyName !== undefined) {
    statement(
      db,
      `UPDATE booking SET summary = json_patch(summary, ?), updated_at = ? WHERE environment = ? AND shipment_id = ?`,
    ).run(JSON.stringify({ consigneeName: wanted.consigneeInfo.companyName }), ...ofShipment)
  }
}

function toChange(raw: unknown): LedgerChange {
  const row = rowSchema.parse(raw)
  return {
    changeId: row.change_id,
    environment: row.environment,
    bookingId: row.booking_id,
    shipmentId: row.shipment_id,
    change: row.change,
    state: row.state,
    error: row.error,
    cancellation: row.cancellation,
    attempts: row.attempts,
    nextAt: row.due_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function wrongState({ changeId, state }: LedgerChange, to: ChangeState): StationError {
  return new StationError({
    code: 'WRONG_STATE',
    message: `This change is ${state} and cannot become ${to}.`,
    details: { changeId, state, to },
  })
}
