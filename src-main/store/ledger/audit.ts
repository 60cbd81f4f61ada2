import type { SqliteDatabase } from '../database.ts'
import { statement } from '../statement.ts'

/** `station`: Waybill itself; `operator`: a person asked for it. */
export type Actor = 'station' | 'operator'

export interface AuditEntry {
  at: Date
  actor: Actor
  subjectKind: 'booking' | 'print_job' | 'printer' | 'label' | 'setting' | 'ledger'
  subjectId: string
  /** A past participle of the trade: submitted, sent, booked, rejected, printed ... */
  action: string
  detail?: Record<string, unknown>
}

/** Writes one audit row. To be called inside the transaction of the change it tells of. No secrets in `detail`. */
export function appendAudit(db: SqliteDatabase, entry: AuditEntry): void {
  statement(
    db,
    'INSERT INTO audit (at, actor, subject_kind, subject_id, action, detail) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(
    entry.at.toISOString(),
    entry.actor,
    entry.subjectKind,
    entry.subjectId,
    entry.action,
    JSON.stringify(entry.detail ?? {}),
  )
}
