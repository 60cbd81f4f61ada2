import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import { note } from './note.rows.ts'
import type { SiteDatabase, SiteQueries } from './site-database.ts'

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
    message: 'This database has no site yet. Create one with waybill site start.',
    details: { reason: 'no site' },
  })
}

const FIRST_NAME = 'Site'

/**
 * Makes the database a site's, or finds that it is one.
 * @param siteName null: the name that it has stays
 * @throws StationError DATABASE_UNFIT when it is a site of another freight service
 */
export async function beginSite(
  db: SiteDatabase,
  { siteId, siteName, environment }: Pick<SiteRow, 'siteId' | 'environment'> & { siteName: string | null },
): Promise<SiteRow> {
  await db.run(
    `INSERT INTO sender (site_id, site_name, environment, timeline) VALUES ($1, $2, $3, site_timeline())
     ON CONFLICT DO NOTHING`,
    siteId,
    siteName ?? FIRST_NAME,
    environment,
  )
  const site = await mustReadSite(db)
  if (site.environment === environment) return siteName === null ? site : renamed(db, site, siteName)
  throw new StationError({
    code: 'DATABASE_UNFIT',
    message: `This database's site uses ${site.environment}; it cannot be used with ${environment}.`,
    details: { reason: 'another service', environment: site.environment },
  })
}

/** Stations take the name over with their next heartbeat. */
async function renamed(db: SiteDatabase, site: SiteRow, siteName: string): Promise<SiteRow> {
  await db.transaction(async (tx) => {
    const sql = 'UPDATE sender SET site_name = $1 WHERE site_name <> $1'
    if ((await tx.run(sql, siteName)) === 0) return
    const detail = { from: site.siteName, to: siteName }
    const entry = { actor: 'operator', subjectKind: 'site', subjectId: site.siteId, action: 'renamed', detail } as const
    await note(tx, entry, null)
  })
  return { ...site, siteName }
}
