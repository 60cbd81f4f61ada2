import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import { LEASE_LOST_AFTER_S } from './sender/leader-lease.rows.ts'
import type { SiteQueries } from './site-database.ts'

const rowSchema = z.object({ kept: z.string(), now: z.string(), has_sender: z.boolean(), unsynced: z.int() })

/** The timeline that the site has followed, the one that the database is on, and what holds up sends. */
export async function currentTimeline(
  db: SiteQueries,
): Promise<{ kept: string; now: string; hasSender: boolean; unsynced: number }> {
  const row = rowSchema.parse(
    await db.one(
      `SELECT s.timeline AS kept, site_timeline() AS now,
         coalesce(s.beat_at >= site_now() - make_interval(secs => $1), false) AS has_sender,
         (SELECT count(*) FROM station WHERE revoked_at IS NULL AND synced_to IS DISTINCT FROM s.timeline) AS unsynced
       FROM sender s`,
      LEASE_LOST_AFTER_S,
    ),
  )
  return { kept: row.kept, now: row.now, hasSender: row.has_sender, unsynced: row.unsynced }
}

/**
 * Reports from before a fail-over may be lost until every station is in step: nothing can be confirmed as the first.
 * @throws StationError SITE_NEEDED
 */
export async function assertInStep(tx: SiteQueries, message: string): Promise<void> {
  const { kept, now, unsynced } = await currentTimeline(tx)
  if (kept === now && unsynced === 0) return
  throw new StationError({ code: 'SITE_NEEDED', message, details: { unsynced } })
}
