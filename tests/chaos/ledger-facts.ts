import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { BOOKING_STATES } from '../../src-shared/station/booking.ts'
import { jsonColumn } from '../../src-main/store/json-column.ts'

const bookingRow = z
  .object({
    booking_id: z.string(),
    submission_id: z.string(),
    state: z.enum(BOOKING_STATES),
    reference: z.string(),
    shipment_id: z.string().nullable(),
    question: jsonColumn(z.looseObject({ kind: z.string() })).nullable(),
    error: jsonColumn(z.looseObject({ code: z.string() })).nullable(),
  })
  .transform(({ booking_id, submission_id, shipment_id, question, error, ...row }) => ({
    ...row,
    bookingId: booking_id,
    submissionId: submission_id,
    shipmentId: shipment_id,
    question: question?.kind ?? null,
    error: error?.code ?? null,
  }))

const auditRow = z
  .object({
    id: z.int(),
    at: z.string(),
    actor: z.string(),
    subject_id: z.string(),
    action: z.string(),
    detail: jsonColumn(z.record(z.string(), z.unknown())),
  })
  .transform(({ subject_id, ...row }) => ({ ...row, subjectId: subject_id }))

export type LedgerFact = z.output<typeof bookingRow>
export type AuditFact = z.output<typeof auditRow>

/** What a closed ledger says, read by SQL and not through the code under test. */
export interface LedgerFacts {
  bookings: LedgerFact[]
  /** Of bookings, in the order they were written. */
  audit: AuditFact[]
  /** `ok`, or what SQLite found wrong. */
  integrity: string
}

export function readLedger(dataDir: string): LedgerFacts {
  const file = join(dataDir, 'ledger.db')
  if (!existsSync(file)) throw new Error(`there is no ledger in ${dataDir}`)
  const db = new Database(file, { readonly: true })
  try {
    return {
      bookings: z.array(bookingRow).parse(db.prepare('SELECT * FROM booking ORDER BY seq').all()),
      audit: z
        .array(auditRow)
        .parse(db.prepare(`SELECT * FROM audit WHERE subject_kind = 'booking' ORDER BY id`).all()),
      integrity: String(db.pragma('integrity_check', { simple: true })),
    }
  } finally {
    db.close()
  }
}
