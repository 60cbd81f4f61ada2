import type { ChangeMove } from '../../../src-shared/machine/change.ts'
import { isReference } from '../booking.site.rows.ts'
import { auditOfChange, changeMoved } from './change-write.rows.ts'
import type { LedgerChange } from './change-row.ts'
import { note } from '../../site-server/note.rows.ts'
import type { SiteQueries } from '../../site-server/site-database.ts'

/**
 * Moves a change that was locked inside this transaction, and returns it as it is now.
 * @throws StationError WRONG_STATE
 */
export async function moveSiteChange(
  tx: SiteQueries,
  now: Date,
  before: LedgerChange,
  move: ChangeMove,
): Promise<LedgerChange> {
  const after = changeMoved(before, move, now)
  const { changeId, state, shipmentId, error, cancellation, attempts, nextAt, updatedAt } = after
  await tx.run(
    `UPDATE shipment_change SET state = $2, shipment_id = $3, error = $4, cancellation = $5, attempts = $6, due_at = $7,
       updated_at = $8 WHERE change_id = $1`,
    changeId,
    state,
    shipmentId,
    error ? JSON.stringify(error) : null,
    cancellation ? JSON.stringify(cancellation) : null,
    attempts,
    nextAt,
    updatedAt,
  )
  const reported = { kind: 'change', key: changeId } as const
  await note(
    tx,
    {
      actor: move.actor ?? 'station',
      subjectKind: 'change',
      subjectId: changeId,
      ...auditOfChange(before, after, move),
    },
    reported,
  )
  if (move.to === 'DONE') await takeOver(tx, after)
  return after
}

/** What a change that is DONE means for the booking of its shipment. */
async function takeOver(
  tx: SiteQueries,
  { environment, shipmentId, change, cancellation, updatedAt }: LedgerChange,
): Promise<void> {
  const set = async (assignment: string, value: unknown, where = '') => {
    await tx.run(
      `WITH changed AS (UPDATE booking b SET ${assignment}, updated_at = $1
         WHERE b.shipment_id = $2 AND b.environment = $3 ${where} RETURNING booking_id)
       INSERT INTO feed_pending (kind, key) SELECT 'booking', booking_id FROM changed`,
      updatedAt,
      shipmentId,
      environment,
      value,
    )
  }
  if (change.kind === 'cancel') {
    // A second cancellation that names no refund leaves the one that the first named.
    const isFirst = cancellation?.refund ? '' : `AND b.cancellation ->> 'refund' IS NULL`
    await set('cancellation = $4', cancellation ? JSON.stringify(cancellation) : null, isFirst)
    return
  }
  if (change.reference !== undefined) {
    // Another booking of the site has the name already: this one keeps being found by its old one here.
    await set(
      'reference = $4::text',
      change.reference,
      `AND NOT EXISTS (SELECT 1 FROM booking o WHERE o.environment = $3 AND ${isReference('$4::text', 'o')}
         AND o.booking_id <> b.booking_id)`,
    )
  }
  if (change.consigneeInfo?.companyName !== undefined) {
    await set(`summary = summary || $4::jsonb`, JSON.stringify({ consigneeName: change.consigneeInfo.companyName }))
  }
}
