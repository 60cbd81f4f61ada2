import { z } from 'zod'
import { isOpen, type BookingMove } from '../../../../src-shared/machine/booking.ts'
import type { LedgerBooking } from '../../ledger/booking/booking-row.ts'
import {
  auditOfMove,
  bookingMoved,
  shipmentClaimed,
  summaryPatch,
  type Lease,
} from '../../ledger/booking/booking-write.ts'
import { toJson } from '../../json-column.ts'
import { settleWaitingChanges } from '../change/waiting-changes.ts'
import { noteBeside, noteValues } from '../note.ts'
import type { SiteQueries } from '../site-database.ts'
import { oneBooking } from './booking-rows.ts'

const permitSchema = z.object({ permit: z.int() })
const claimantSchema = z.object({ reference: z.string() }).optional()

/** The reference of the booking that has this shipment; null: none has. @param but the booking that asks for itself */
export async function claimantOf(
  db: SiteQueries,
  environment: string,
  shipmentId: string,
  but = '',
): Promise<string | null> {
  const sql = 'SELECT reference FROM booking WHERE shipment_id = $1 AND environment = $2 AND booking_id <> $3 LIMIT 1'
  return claimantSchema.parse(await db.one(sql, shipmentId, environment, but))?.reference ?? null
}

/** Under which permit a send goes; null: it is no send. */
interface Written {
  booking: LedgerBooking
  permit: number
}

/**
 * Moves a booking that was locked inside this transaction: the machine says what becomes of it.
 * @param epoch of the sender that takes it to send; absent: it stays
 * @throws StationError WRONG_STATE, SHIPMENT_CLAIMED
 */
export async function moveSiteBooking(
  tx: SiteQueries,
  now: Date,
  before: LedgerBooking,
  move: BookingMove,
  { lease = null, epoch }: { lease?: Lease | null; epoch?: number } = {},
): Promise<Written> {
  const after = bookingMoved(before, move, now, lease)
  // What the service answered is its word; a person may have chosen from a list that is no longer true.
  if (move.to === 'BOOKED' && move.actor === 'operator') {
    const { shipmentId } = move.shipment
    const reference = await claimantOf(tx, before.environment, shipmentId, before.bookingId)
    if (reference !== null) throw shipmentClaimed(shipmentId, reference)
  }
  const { bookingId } = before
  const entry = {
    actor: move.actor ?? 'station',
    subjectKind: 'booking',
    subjectId: bookingId,
    ...auditOfMove(before, move),
  }
  const noted = noteValues(entry, { kind: 'booking', key: bookingId })
  const permit = await write(tx, before, after, lease, epoch ?? null, noted)
  if (isOpen(after)) return { booking: after, permit }
  if (move.to === 'BOOKED') {
    await tx.run(
      `INSERT INTO label_missing (booking_seq, environment, shipment_id)
       SELECT seq, environment, shipment_id FROM booking b WHERE booking_id = $1 AND NOT EXISTS (
         SELECT 1 FROM label l WHERE l.environment = b.environment AND l.shipment_id = b.shipment_id)
       ON CONFLICT DO NOTHING`,
      bookingId,
    )
  }
  if (before.hasOpenChange) await settleWaitingChanges(tx, now, after)
  return { booking: (await oneBooking(tx, 'b.booking_id = $1', bookingId)) ?? after, permit }
}

/** Behind the 21 values of the row. */
const NOTED = noteBeside(22)

async function write(
  tx: SiteQueries,
  before: LedgerBooking,
  after: LedgerBooking,
  lease: Lease | null,
  epoch: number | null,
  noted: readonly unknown[],
): Promise<number> {
  const row = await tx.one(
    `WITH moved AS (UPDATE booking SET state = $2, error = $3, question = $4, shipment_id = $5, tracking_number = $6, pro_number = $7,
       summary = summary || $8::jsonb, quote_expires_at = $9, offer = $10, requotes = $11, sent_at = $12, attempts = $13,
       checks = $14, due_at = $15, lease = $16, leased_until = $17, updated_at = $18, request = $19, load_id = $20,
       epoch = coalesce($21, epoch), permit = CASE WHEN $21::bigint IS NULL THEN permit ELSE permit + 1 END
     WHERE booking_id = $1 RETURNING permit),
    ${NOTED} SELECT permit FROM moved`,
    before.bookingId,
    after.state,
    toJson(after.error),
    toJson(after.question),
    after.shipmentId,
    after.trackingNumber,
    after.proNumber,
    JSON.stringify(summaryPatch(after)),
    after.quoteExpiresAt,
    toJson(after.offer),
    after.requotes,
    after.sentAt,
    after.attempts,
    after.checks,
    after.nextCheckAt,
    after.lease,
    lease?.leasedUntil.toISOString() ?? null,
    after.updatedAt,
    JSON.stringify(after.request),
    after.kind === 'load' ? after.loadId : null,
    epoch,
    ...noted,
  )
  return permitSchema.parse(row).permit
}
