import { z } from 'zod'
import { notFound, wrongState } from '../../src-shared/station/error.ts'
import type { Refund } from '../../src-shared/station/spend/spend.ts'
import type { Clock } from '../kernel/clock.ts'
import { currentUser } from '../kernel/current-user.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'
import { cancellationSchema } from '../../src-shared/station/booking/record.ts'

/** The service's word for a refund that was paid. */
const COMPLETED = 'COMPLETED'

const rowSchema = z.object({
  seq: z.int(),
  bookingId: z.string(),
  reference: z.string(),
  carrierName: z.string(),
  proNumber: z.string().nullable(),
  cancellation: jsonColumn(cancellationSchema),
  at: z.string().nullable(),
  notedBy: z.string().nullable(),
})

const SELECT = `SELECT b.seq, b.booking_id AS bookingId, b.reference, b.summary ->> '$.carrierName' AS carrierName,
    b.pro_number AS proNumber, b.cancellation, r.at, r.noted_by AS notedBy
  FROM booking b LEFT JOIN refund_received r ON r.booking_seq = b.seq`

function refundOf(raw: unknown): Refund | null {
  const { cancellation, at, ...row } = rowSchema.parse(raw)
  const { refund, refundStatus, cancelledAt } = cancellation
  return refund && { ...row, refund, cancelledAt, isReceived: at !== null || refundStatus === COMPLETED }
}

/** Refunds of canceled bookings, and who confirmed them. */
export function refundStore(db: SqliteDatabase, clock: Clock) {
  return {
    /** Newest booking first. @param before the seq that the page before ended with */
    list: async (environment: string, before: number | undefined, limit: number): Promise<Refund[]> =>
      statement(
        db,
        `${SELECT} WHERE b.environment = @environment AND b.cancellation IS NOT NULL AND b.seq < @before
           AND b.cancellation ->> '$.refund.minor' IS NOT NULL ORDER BY b.seq DESC LIMIT @limit`,
      )
        .all({ environment, before: before ?? Number.MAX_SAFE_INTEGER, limit })
        .flatMap((row) => refundOf(row) ?? []),

    /** @throws StationError NOT_FOUND, WRONG_STATE */
    note: (bookingId: string, isReceived: boolean): Promise<Refund> =>
      inTransaction(db, () => {
        const read = () =>
          statement(db, `${SELECT} WHERE b.booking_id = ? AND b.cancellation IS NOT NULL`).get(bookingId)
        const row = read()
        if (row === undefined) throw notFound('cancelled booking', { bookingId })
        const before = refundOf(row)
        if (!before) throw wrongState('No refund is due for this booking.', { bookingId })
        const now = clock.now()
        if (before.isReceived === isReceived) return before
        if (isReceived)
          statement(db, 'INSERT INTO refund_received (booking_seq, at, noted_by) VALUES (?, ?, ?)').run(
            before.seq,
            now.toISOString(),
            currentUser()?.name ?? null,
          )
        else statement(db, 'DELETE FROM refund_received WHERE booking_seq = ?').run(before.seq)
        appendAudit(db, {
          at: now,
          actor: 'operator',
          subjectKind: 'booking',
          subjectId: bookingId,
          action: isReceived ? 'refund received' : 'refund due again',
          detail: { refund: before.refund },
        })
        return refundOf(read()) ?? before
      }),
  }
}
export type RefundStore = ReturnType<typeof refundStore>
