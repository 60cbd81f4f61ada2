import { z } from 'zod'
import type { Actor } from '../../src-shared/station/app/audit.ts'
import { currentUser } from '../kernel/current-user.ts'
import { toJson } from '../kernel/sqlite/json-column.ts'
import { actingStation } from './acting-station.ts'
import type { SiteQueries } from './site-database.ts'

/** The subject of a report: the key of its row. */
export interface Reported {
  kind: 'booking' | 'change' | 'labels' | 'print' | 'record' | 'manifest' | 'approval' | 'forgotten'
  key: string
}

export interface SiteAuditEntry {
  actor: Actor
  subjectKind: string
  subjectId: string
  action: string
  detail?: Record<string, unknown>
}

const nowSchema = z.object({ now: z.string() })

/** The database's time, of this transaction. */
export async function siteNow(db: SiteQueries): Promise<Date> {
  return new Date(nowSchema.parse(await db.one('SELECT site_now() AS now')).now)
}

/** An entry as its row has it. The station and the person are those for whom it is done. No secrets in `detail`. */
export function noteRow({ actor, subjectKind, subjectId, action, detail }: SiteAuditEntry) {
  const person = actor === 'operator' ? currentUser() : null
  return {
    ...{ actor, subjectKind, subjectId, action },
    stationId: actingStation()?.stationId ?? null,
    person: person && { personId: person.personId, name: person.name },
    detail: { ...detail, ...(person?.approvedBy != null && { approvedBy: person.approvedBy }) },
  }
}

const NOTE = `WITH told AS (INSERT INTO feed_pending (kind, key) SELECT $8::text, $9::text WHERE $8::text IS NOT NULL)
  INSERT INTO audit (at, actor, station_id, person, subject_kind, subject_id, action, detail)
  VALUES (site_now(), $1, $2, $3, $4, $5, $6, $7)`

/** Writes an audit row, and the report to every station, in the transaction of the change that they record. */
export async function note(tx: SiteQueries, entry: SiteAuditEntry, reported: Reported | null): Promise<void> {
  const { actor, stationId, person, subjectKind, subjectId, action, detail } = noteRow(entry)
  await tx.run(
    NOTE,
    ...[actor, stationId, toJson(person), subjectKind, subjectId, action, JSON.stringify(detail)],
    ...[reported?.kind ?? null, reported?.key ?? null],
  )
}
