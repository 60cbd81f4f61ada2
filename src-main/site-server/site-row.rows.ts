import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import type { SiteQueries } from './site-database.ts'

const rowSchema = z.object({
  site_id: z.string(),
  site_name: z.string(),
  environment: z.string(),
  timeline: z.string(),
  now: z.string(),
})

/** What a site is. */
export interface SiteRow {
  siteId: string
  siteName: string
  environment: string
  /** The timeline that the site has followed; while the database is on another, nothing is sent. */
  timeline: string
  now: string
}

/** Null: the database is no site's yet. */
export async function readSite(db: SiteQueries): Promise<SiteRow | null> {
  const row = await db.one('SELECT site_id, site_name, environment, timeline, site_now() AS now FROM sender')
  if (row === undefined) return null
  const { site_id: siteId, site_name: siteName, environment, timeline, now } = rowSchema.parse(row)
  return { siteId, siteName, environment, timeline, now }
}

/** @throws StationError DATABASE_UNFIT */
export async function mustReadSite(db: SiteQueries): Promise<SiteRow> {
  const site = await readSite(db)
  if (site) return site
  throw new StationError({
    code: 'DATABASE_UNFIT',
    message: 'This database is no site yet: waybill site start makes it one.',
    details: { reason: 'no site' },
  })
}

/**
 * Makes the database a site's, or finds that it is one.
 * @throws StationError DATABASE_UNFIT when it is a site of another freight service
 */
export async function beginSite(
  db: SiteQueries,
  { siteId, siteName, environment }: Pick<SiteRow, 'siteId' | 'siteName' | 'environment'>,
): Promise<SiteRow> {
  await db.run(
    `INSERT INTO sender (site_id, site_name, environment, timeline) VALUES ($1, $2, $3, site_timeline())
     ON CONFLICT DO NOTHING`,
    siteId,
    siteName,
    environment,
  )
  const site = await mustReadSite(db)
  if (site.environment === environment) return site
  throw new StationError({
    code: 'DATABASE_UNFIT',
    message: `This database is the site of ${site.environment}, and cannot be that of ${environment}.`,
    details: { reason: 'another service', environment: site.environment },
  })
}
