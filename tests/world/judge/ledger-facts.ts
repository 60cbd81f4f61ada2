import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { BOOKING_STATES } from '../../../src-shared/machine/booking.ts'
import { CHANGE_STATES } from '../../../src-shared/machine/change.ts'
import { jsonColumn } from '../../../src-main/kernel/sqlite/json-column.ts'

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

const changeRow = z
  .object({
    change_id: z.string(),
    booking_id: z.string(),
    change: jsonColumn(z.looseObject({ kind: z.enum(['update', 'cancel']) })),
    state: z.enum(CHANGE_STATES),
  })
  .transform(({ change_id, booking_id, change, state }) => ({
    changeId: change_id,
    bookingId: booking_id,
    kind: change.kind,
    state,
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
export type ChangeFact = z.output<typeof changeRow>
export type AuditFact = z.output<typeof auditRow>

/** What a closed ledger says, read by SQL and not through the code under test. */
export interface LedgerFacts {
  bookings: LedgerFact[]
  changes: ChangeFact[]
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
      changes: z.array(changeRow).parse(db.prepare('SELECT * FROM shipment_change ORDER BY seq').all()),
      audit: z
        .array(auditRow)
        .parse(db.prepare(`SELECT * FROM audit WHERE subject_kind = 'booking' ORDER BY id`).all()),
      integrity: String(db.pragma('integrity_check', { simple: true })),
    }
  } finally {
    db.close()
  }
}
