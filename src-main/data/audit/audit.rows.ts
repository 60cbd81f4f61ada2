import type { Actor, AuditSubjectKind } from '../../../src-shared/station/app/audit.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { currentUser } from '../../kernel/current-user.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'

export type { Actor } from '../../../src-shared/station/app/audit.ts'

export interface AuditEntry {
  at: Date
  actor: Actor
  subjectKind: AuditSubjectKind
  subjectId: string
  /** A past participle of the trade: submitted, sent, booked, rejected, printed ... */
  action: string
  detail?: Record<string, unknown>
  /** Who did it, where that is not who is signed in: they are just coming, or going. */
  operator?: string | undefined
}

/**
 * Writes one audit row. To be called inside the transaction of the change it records. No secrets in `detail`. The
 * operator is who is signed in, or the name in Settings; a later change of the name changes no old row.
 */
export function appendAudit(db: SqliteDatabase, entry: AuditEntry): void {
  const person = entry.actor === 'operator' ? currentUser() : null
  const detail = {
    ...entry.detail,
    ...(person?.approvedBy != null && { approvedBy: person.approvedBy }),
    ...(person?.tokenId !== undefined && { tokenId: person.tokenId }),
  }
  statement(
    db,
    `INSERT INTO audit (at, actor, subject_kind, subject_id, action, detail, station, operator)
     VALUES (?, ?, ?, ?, ?, ?,
       (SELECT json_extract(value, '$.stationName') FROM setting WHERE name = 'settings' AND json_valid(value)),
       coalesce(?, (SELECT json_extract(value, '$.operatorName') FROM setting WHERE name = 'settings' AND json_valid(value))))`,
  ).run(
    entry.at.toISOString(),
    entry.actor,
    entry.subjectKind,
    entry.subjectId,
    entry.action,
    JSON.stringify(detail),
    entry.operator ?? person?.name ?? null,
  )
}

/** What an audit row keeps of an error: its code, and the id under which the service's people find the request. */
export function supportOf({ code, details }: StationErrorData): { code: string; requestId?: string } {
  const { requestId } = details
  return { code, ...(typeof requestId === 'string' && { requestId }) }
}
