import {
  bookingAfter,
  isOpen,
  isQueued,
  mayMoveBooking,
  type BookingMove,
  type BookingState,
} from '../../src-shared/machine/booking.ts'
import { errorData, StationError, wrongState, type StationErrorData } from '../../src-shared/station/error.ts'
import { isSameMoney } from '../../src-shared/station/money.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { appendAudit, supportOf } from '../data/audit/audit.rows.ts'
import { mutableValues } from './booking-row.rows.ts'
import { carrierServiceOf, withOtherTables, type LedgerBooking } from './booking-row.rows.ts'
import { claimantOf } from './claims.rows.ts'
import { settleWaitingChanges } from './changes/waiting-changes.rows.ts'
import { wireAfter } from './wire-body.ts'

/** A booking is one worker's until then. */
export interface Lease {
  lease: string
  leasedUntil: Date
}

/**
 * Moves a booking that was read inside this transaction, and returns it as it is now: the state machine computes the
 * result, so the row is not read again. To be called inside a transaction.
 * @param lease who continues with it
 * @throws StationError WRONG_STATE, SHIPMENT_CLAIMED
 */
export function moveBooking(
  db: SqliteDatabase,
  now: Date,
  before: LedgerBooking,
  move: BookingMove,
  lease: Lease | null = null,
): LedgerBooking {
  const { bookingId, environment } = before
  const after = bookingMoved(before, move, now, lease)
  if (move.to === 'BOOKED') {
    const other = claimantOf(db, environment, move.shipment.shipmentId, bookingId)
    if (other !== null) return moveBooking(db, now, before, anothersShipment(move, other, now), lease)
  }
  write(db, before, after, lease)
  appendAudit(db, {
    at: now,
    actor: move.actor ?? 'station',
    subjectKind: 'booking',
    subjectId: before.bookingId,
    ...auditOfMove(before, move),
  })
  if (isToGiveUp(before, after)) return moveBooking(db, now, after, GIVEN_UP)
  if (isOpen(after)) return after
  if (before.hasOpenChange) settleWaitingChanges(db, now, after)
  return withOtherTables(db, after)
}

/** Only what changed: each column that is named has its indexes written and its triggers asked. */
function write(db: SqliteDatabase, before: LedgerBooking, after: LedgerBooking, lease: Lease | null): void {
  const was = new Map<string, unknown>(Object.entries(columnsOf(before)))
  const changed = Object.entries(columnsOf(after)).filter(([column, value]) => value !== was.get(column))
  const patch = JSON.stringify(summaryPatch(after))
  const isPatched = patch !== JSON.stringify(summaryPatch(before))
  const body = after.request === before.request ? null : JSON.stringify(after.request)
  const sets = [
    ...changed.map(([column]) => `${column} = ?`),
    ...(isPatched ? ['summary = json_patch(summary, ?)'] : []),
    ...(body === null ? [] : ['request = ?']),
    'leased_until = ?',
  ]
  statement(db, `UPDATE booking SET ${sets.join(', ')} WHERE booking_id = ?`).run(
    ...changed.map(([, value]) => value),
    ...(isPatched ? [patch] : []),
    ...(body === null ? [] : [body]),
    lease?.leasedUntil.toISOString() ?? null,
    after.bookingId,
  )
}

/** What a move may change of a row, but for its summary and its body. */
const columnsOf = (booking: LedgerBooking) => ({
  ...mutableValues(booking),
  load_id: booking.kind === 'load' ? booking.loadId : null,
  lease: booking.lease,
  updated_at: booking.updatedAt,
})

/**
 * Where a booking goes that would be BOOKED under a shipment of another one: a shipment is one booking's. A person who chose it
 * is refused. What the service answers with it may have made this booking or not: it is looked for, and a person asked.
 * @param reference whose shipment it is
 * @throws StationError SHIPMENT_CLAIMED
 */
export function anothersShipment(
  move: Extract<BookingMove, { to: 'BOOKED' }>,
  reference: string,
  now: Date,
): BookingMove {
  const { shipmentId } = move.shipment
  const error = shipmentClaimed(shipmentId, reference)
  if (move.actor === 'operator') throw error
  return { to: 'UNKNOWN', error: error.toData(), attempts: 0, checks: 0, dueAt: now }
}

/**
 * A booking as a move leaves it, in either database.
 * @param lease who continues with it
 * @throws StationError WRONG_STATE
 */
export function bookingMoved(
  before: LedgerBooking,
  move: BookingMove,
  now: Date,
  lease: Lease | null = null,
): LedgerBooking {
  if (!mayMoveBooking(before, move)) throw refusedMove(before, move.to)
  const wire = move.to === 'QUEUED' ? wireAfter(before, move) : before
  return {
    ...before,
    ...wire,
    ...(wire.request === before.request ? {} : carrierServiceOf(wire)),
    ...bookingAfter(before, move, now),
    lease: lease?.lease ?? null,
    updatedAt: now.toISOString(),
  }
}

/** It was to be canceled while it was sent, and nothing of it was taken: it is not sent again. */
export const isToGiveUp = (before: LedgerBooking, after: LedgerBooking): boolean =>
  before.state === 'SENDING' && isQueued(after) && after.sentAt === null && after.hasWaitingCancel

export const GIVEN_UP = { to: 'CANCELLED', detail: { why: 'cancelled' } } as const satisfies BookingMove

/** The name and the details of a move in the audit row. */
export function auditOfMove(
  before: LedgerBooking,
  move: BookingMove,
): { action: string; detail: Record<string, unknown> } {
  return {
    action: 'action' in move && move.action ? move.action : move.to.toLowerCase(),
    detail: {
      from: before.state,
      ...detailOf(before, move),
      ...move.detail,
      ...(move.error && supportOf(move.error)),
    },
  }
}

/** What a move may change of the summary. An unknown price is left out: a null would take the key away. */
export function summaryPatch({
  total,
  agreed,
  charged,
  carrierName,
  pickupDate,
}: LedgerBooking): Record<string, unknown> {
  return { ...(total && { total }), ...(agreed && { agreed }), ...(charged && { charged }), carrierName, pickupDate }
}

function detailOf(before: LedgerBooking, move: BookingMove): Record<string, unknown> {
  if (move.to === 'NEEDS_DECISION') return { question: move.question.kind }
  if (move.to !== 'BOOKED') return {}
  const { shipment, charged } = move
  return {
    shipmentId: shipment.shipmentId,
    ...(charged && !isSameMoney(before.total, charged) && { total: before.total, charged }),
  }
}

/** @param reference whose shipment it is */
export function shipmentClaimed(shipmentId: string, reference: string): StationError {
  return new StationError({
    code: 'SHIPMENT_CLAIMED',
    message: `${shipmentId} already belongs to ${reference}. Check this booking again.`,
    details: { shipmentId, reference },
  })
}

/** One booking and more than one shipment, or a shipment of one that has ended. @param shipmentIds in any order */
export function bookedTwice(
  { bookingId, reference }: Pick<LedgerBooking, 'bookingId' | 'reference'>,
  shipmentIds: readonly string[],
): StationErrorData {
  const named = [...new Set(shipmentIds)].sort()
  return errorData({
    code: 'BOOKED_TWICE',
    message: `${reference} may have been booked twice: ${named.join(', ')}. If you need only one, cancel the other with the carrier.`,
    details: { bookingId, reference, shipmentIds: named },
  })
}

export function refusedMove(booking: LedgerBooking, to: BookingState): StationError {
  return wrongState(`Booking ${booking.reference} is ${booking.state} and cannot become ${to}.`, {
    bookingId: booking.bookingId,
    state: booking.state,
    to,
  })
}
