import { changeAfter, mayMoveChange, type ChangeMove, type ChangeState } from '../../../src-shared/machine/change.ts'
import type { StationError } from '../../../src-shared/station/error.ts'
import { wrongState } from '../../../src-shared/station/error.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { appendAudit, supportOf } from '../../data/audit/audit.rows.ts'
import type { LedgerChange } from './change-row.ts'

/**
 * Moves a change that was read inside this transaction, and returns it as it is now. To be called inside a
 * transaction.
 * @throws StationError WRONG_STATE
 */
export function moveChange(db: SqliteDatabase, now: Date, before: LedgerChange, move: ChangeMove): LedgerChange {
  const after = changeMoved(before, move, now)
  const { changeId, state, shipmentId, error, cancellation, attempts, nextAt, updatedAt } = after
  statement(
    db,
    `UPDATE shipment_change SET state = ?, shipment_id = ?, error = ?, cancellation = ?, attempts = ?, due_at = ?,
       updated_at = ? WHERE change_id = ?`,
  ).run(
    state,
    shipmentId,
    error ? JSON.stringify(error) : null,
    cancellation ? JSON.stringify(cancellation) : null,
    attempts,
    nextAt,
    updatedAt,
    changeId,
  )
  appendAudit(db, {
    at: now,
    actor: move.actor ?? 'station',
    subjectKind: 'change',
    subjectId: changeId,
    ...auditOfChange(before, after, move),
  })
  if (move.to === 'DONE') takeOver(db, after)
  return after
}

/** A change as a move leaves it, in whatever database it is kept. @throws StationError WRONG_STATE */
export function changeMoved(before: LedgerChange, move: ChangeMove, now: Date): LedgerChange {
  if (!mayMoveChange(before, move)) throw refusedMove(before, move.to)
  return { ...before, ...changeAfter(before, move), updatedAt: now.toISOString() }
}

/** The name and the details of a move in the audit row. */
export function auditOfChange(
  before: LedgerChange,
  { state, error }: LedgerChange,
  move: ChangeMove,
): { action: string; detail: Record<string, unknown> } {
  return {
    action: state.toLowerCase(),
    detail: { from: before.state, ...move.detail, ...(error && supportOf(error)) },
  }
}

/** What a change that is DONE means for the booking of its shipment. To be called inside a transaction. */
export function takeOver(
  db: SqliteDatabase,
  { environment, shipmentId, change, cancellation, updatedAt }: LedgerChange,
): void {
  const ofShipment = [updatedAt, environment, shipmentId]
  if (change.kind === 'cancel') {
    // A second cancellation that names no refund leaves the one that the first named. The plus keeps SQLite from an index of
    // the service, which holds every booking ever made there.
    const isFirst = cancellation?.refund ? '' : ` AND cancellation ->> '$.refund' IS NULL`
    statement(
      db,
      `UPDATE booking SET cancellation = ?, updated_at = ? WHERE +environment = ? AND shipment_id = ?${isFirst}`,
    ).run(cancellation ? JSON.stringify(cancellation) : null, ...ofShipment)
    return
  }
  if (change.reference !== undefined) {
    // OR IGNORE: another booking of this ledger has the name already; this one keeps being found by its old one here.
    statement(
      db,
      'UPDATE OR IGNORE booking SET reference = ?, updated_at = ? WHERE +environment = ? AND shipment_id = ?',
    ).run(change.reference, ...ofShipment)
  }
  if (change.consigneeInfo?.companyName !== undefined) {
    statement(
      db,
      `UPDATE booking SET summary = json_patch(summary, ?), updated_at = ? WHERE +environment = ? AND shipment_id = ?`,
    ).run(JSON.stringify({ consigneeName: change.consigneeInfo.companyName }), ...ofShipment)
  }
}

export function refusedMove({ changeId, state }: LedgerChange, to: ChangeState): StationError {
  return wrongState(`This change is ${state} and cannot become ${to}.`, { changeId, state, to })
}
