import { z } from 'zod'
import type { Actor } from '../../../src-shared/station/app/audit.ts'
import { acting } from '../../acting.ts'
import { actingStation } from './acting-station.ts'
import type { SiteQueries } from './site-database.ts'

/** What is told of: the key of its row. */
export interface Told {
  kind: 'booking' | 'change' | 'labels' | 'print' | 'record' | 'manifest' | 'approval' | 'errand'
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

/** Beside another statement of the same transaction: these two in a WITH, their values from `first` on. */
export function noteBeside(first: number): string {
  const at = (more: number): string => `$${first + more}`
  return `told AS (INSERT INTO feed_pending (kind, key) SELECT ${at(7)}::text, ${at(8)}::text WHERE ${at(7)}::text IS NOT NULL),
    noted AS (
      INSERT INTO audit (at, actor, station_id, person, subject_kind, subject_id, action, detail)
      VALUES (site_now(), ${at(0)}, ${at(1)}, ${at(2)}, ${at(3)}, ${at(4)}, ${at(5)}, ${at(6)}))`
}

/** The values of `noteBeside`. The station and the person are those for whom it is done. No secrets in `detail`. */
export function noteValues(entry: SiteAuditEntry, told: Told | null): unknown[] {
  const person = entry.actor === 'operator' ? acting() : null
  const detail = { ...entry.detail, ...(person?.approvedBy != null && { approvedBy: person.approvedBy }) }
  return [
    entry.actor,
    actingStation()?.stationId ?? null,
    person ? JSON.stringify({ personId: person.personId, name: person.name }) : null,
    entry.subjectKind,
    entry.subjectId,
    entry.action,
    JSON.stringify(detail),
    told?.kind ?? null,
    told?.key ?? null,
  ]
}

const NOTE = `WITH ${noteBeside(1)} SELECT 1`

/** Writes an audit row, and what every station is to hear, in the transaction of what they tell of. */
export async function note(tx: SiteQueries, entry: SiteAuditEntry, told: Told | null): Promise<void> {
  await tx.run(NOTE, ...noteValues(entry, told))
}
