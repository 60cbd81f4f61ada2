import { z } from 'zod'
import type { SiteQueries } from '../site/site-database.ts'
import { COMPANY_FORM } from './published.ts'

/** A site's sender beats every two seconds; one whose last beat here is older is told as behind. */
const BEHIND_AFTER_S = 60

const rowSchema = z.object({
  site_id: z.string(),
  site_name: z.string(),
  beat_at: z.string().nullable(),
  behind_s: z.number().nullable(),
  company_form: z.int().nullable(),
  is_enabled: z.boolean().nullable(),
  is_connected: z.boolean(),
  copying: z.int(),
  errors: z.int(),
})

/** How far a company has read a site. */
export interface SiteStanding {
  siteId: string
  siteName: string
  /** The last beat of the site's sender that has come here: everything before it has, too. Null: none yet. */
  asOf: string | null
  behindS: number | null
  standing: 'in step' | 'copying' | 'behind' | 'stopped'
  /** Why it is not in step, and what to do; null: it is. */
  why: string | null
}

/** Every site that is followed, and why one lags. @throws StationError DATABASE_AWAY */
export async function siteStandings(db: SiteQueries): Promise<SiteStanding[]> {
  const rows = await db.all(
    `SELECT c.site_id, c.site_name, s.beat_at, extract(epoch FROM site_now() - s.beat_at)::float8 AS behind_s, s.company_form,
       b.subenabled AS is_enabled, EXISTS (
         SELECT 1 FROM pg_stat_subscription w WHERE w.subid = b.oid AND w.relid IS NULL AND w.pid IS NOT NULL) AS is_connected,
       (SELECT count(*) FROM pg_subscription_rel r WHERE r.srsubid = b.oid AND r.srsubstate NOT IN ('s', 'r')) AS copying,
       coalesce((SELECT e.apply_error_count + e.sync_error_count FROM pg_stat_subscription_stats e WHERE e.subid = b.oid), 0)
         AS errors
     FROM site c LEFT JOIN sender s ON s.site_id = c.site_id
     LEFT JOIN pg_subscription b ON b.subname = 'waybill_' || c.site_id
       AND b.subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())
     ORDER BY lower(c.site_name), c.site_id`,
  )
  return rows.map((row) => standingOf(rowSchema.parse(row)))
}

function standingOf(row: z.infer<typeof rowSchema>): SiteStanding {
  const of = { siteId: row.site_id, siteName: row.site_name, asOf: row.beat_at, behindS: row.behind_s }
  if (row.is_enabled === null) {
    return { ...of, standing: 'stopped', why: 'its subscription is gone: remove the site here, and add it again' }
  }
  if (!row.is_enabled) return { ...of, standing: 'stopped', why: 'its subscription was switched off here' }
  if (row.company_form !== null && row.company_form > COMPANY_FORM) {
    const why = `the site publishes form ${row.company_form}, these tables take ${COMPANY_FORM}: update Waybill here, then waybill site company init`
    return { ...of, standing: 'stopped', why }
  }
  if (!row.is_connected) {
    const errors = row.errors > 0 ? `; ${row.errors} errors so far, which PostgreSQL's log here explains` : ''
    const why = `the site's database is not reached, or does not keep what was not read (waybill site doctor there says which); tried again by itself${errors}`
    return { ...of, standing: 'stopped', why }
  }
  if (row.copying > 0) return { ...of, standing: 'copying', why: `${row.copying} tables are copied for the first time` }
  if (row.behind_s === null || row.behind_s > BEHIND_AFTER_S) {
    return {
      ...of,
      standing: 'behind',
      why: 'connected, and no newer beat of the site came: it catches up, or nobody sends there',
    }
  }
  return { ...of, standing: 'in step', why: null }
}
