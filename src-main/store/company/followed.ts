import pg from 'pg'
import { z } from 'zod'
import { notFound, StationError } from '../../../src-shared/station/error.ts'
import { openSiteDatabase, type SiteDatabase } from '../site/site-database.ts'
import { COMPANY_FORM, followerOf, PUBLICATION, PUBLISHED } from './published.ts'
import { unfit } from './unfit.ts'

const publisherSchema = z.object({ site_id: z.string(), site_name: z.string(), company_form: z.int() })
const rightsSchema = z.object({ reads_tokens: z.boolean() })
const slotSchema = z.object({ has_slot: z.boolean() })
const subscriptionSchema = z.object({ slot: z.string().nullable() }).optional()
const followedSchema = z.object({ site_id: z.string(), site_name: z.string() })

/** A site that the company follows. */
export interface FollowedSite {
  siteId: string
  siteName: string
}

/**
 * @param site its id, or its name, however its letters are written
 * @throws StationError NOT_FOUND; DATABASE_UNFIT when more than one has that name
 */
export async function siteNamed(db: SiteDatabase, site: string): Promise<FollowedSite> {
  const rows = await db.all(
    'SELECT site_id, site_name FROM site WHERE site_id = $1 OR lower(site_name) = lower($1)',
    site,
  )
  const found = rows.map((row) => followedSchema.parse(row))
  const [first, second] = found
  if (first === undefined) throw notFound('site', { site })
  const { site_id: siteId, site_name: siteName } = found.find((row) => row.site_id === site) ?? first
  if (second !== undefined && siteId !== site) {
    throw unfit(
      `More than one site is named ${site}: name it by its id, which waybill site company sites shows.`,
      'name',
    )
  }
  return { siteId, siteName }
}

/**
 * Follows a site from now on: what is there is copied, then each commit of it comes as it was made.
 * @param url how the company's PostgreSQL reaches that of the site, by the role that publishing made
 * @throws StationError DATABASE_UNFIT when nothing is published there, in a form that is not known here, or the address is not
 * that role's; WRONG_STATE when the site is followed already; DATABASE_AWAY
 */
export async function followSite(db: SiteDatabase, url: string): Promise<FollowedSite> {
  const { siteId, siteName, form, hasSlot } = await publisherAt(url)
  if (form > COMPANY_FORM) {
    throw unfit(
      `${siteName} publishes form ${form}; this Waybill knows ${COMPANY_FORM}. Update this one, run waybill site company init, then add the site.`,
      'form',
    )
  }
  const added = await db.run(
    'INSERT INTO site (site_id, site_name, added_at) VALUES ($1, $2, site_now()) ON CONFLICT DO NOTHING',
    siteId,
    siteName,
  )
  if (added === 0) {
    throw new StationError({
      code: 'WRONG_STATE',
      message: `${siteName} is followed already. To copy it anew, remove it and add it again.`,
      details: { siteId },
    })
  }
  try {
    if (hasSlot) throw slotLeft(siteName)
    const connection = pg.escapeLiteral(url)
    await db.run(`CREATE SUBSCRIPTION ${followerOf(siteId)} CONNECTION ${connection} PUBLICATION ${PUBLICATION}`)
  } catch (error) {
    await db.run('DELETE FROM site WHERE site_id = $1', siteId)
    throw error
  }
  return { siteId, siteName }
}

/** Another company reads it, or one that was removed half way: nobody but the site can say which. */
function slotLeft(siteName: string): StationError {
  return unfit(
    `${siteName} keeps its place for a company already. When that is one that is no more, or was removed while the site was not reached: run waybill site company unpublish there, publish, and add it with the new password.`,
    'slot',
  )
}

/**
 * Reads of every site that is followed what it publishes by now, also tables that it did not before: what they hold is copied.
 * @returns names of the sites that could not be asked
 */
export async function refreshSites(db: SiteDatabase): Promise<string[]> {
  const rows = await db.all(
    `SELECT c.site_id, c.site_name FROM site c JOIN pg_subscription b ON b.subname = 'waybill_' || c.site_id
       AND b.subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())
     WHERE b.subenabled ORDER BY lower(c.site_name)`,
  )
  const away: string[] = []
  for (const row of rows) {
    const { site_id: siteId, site_name: siteName } = followedSchema.parse(row)
    try {
      await db.run(`ALTER SUBSCRIPTION ${followerOf(siteId)} REFRESH PUBLICATION`)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      away.push(siteName)
    }
  }
  return away
}

async function publisherAt(url: string) {
  const site = openSiteDatabase(url, { connections: 1, name: 'waybill company' })
  try {
    const row = publisherSchema.parse(await site.one('SELECT site_id, site_name, company_form FROM sender'))
    const rights = await site.one(`SELECT has_column_privilege('station', 'token_hash', 'SELECT') AS reads_tokens`)
    if (rightsSchema.parse(rights).reads_tokens) {
      throw unfit('This address is the site’s own. Use the one of the role that publishing made.', 'reads too much')
    }
    const { has_slot: hasSlot } = slotSchema.parse(
      await site.one(
        'SELECT EXISTS (SELECT 1 FROM pg_replication_slots WHERE slot_name = $1) AS has_slot',
        followerOf(row.site_id),
      ),
    )
    return { siteId: row.site_id, siteName: row.site_name, form: row.company_form, hasSlot }
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    throw unfit(
      `Nothing is published there that this role may read (${error.code ?? 'no code'}): run waybill site company publish at the site.`,
      'not published',
    )
  } finally {
    await site.close()
  }
}

/**
 * Follows a site no more, and lets go of all its rows. Who may read it stays written down, for when it is added again.
 * @returns whether the site was told; else it goes on keeping what was not read, until it unpublishes
 * @throws StationError NOT_FOUND, DATABASE_AWAY
 */
export async function dropSite(db: SiteDatabase, site: string): Promise<FollowedSite & { isSiteTold: boolean }> {
  const followed = await siteNamed(db, site)
  const { siteId } = followed
  const isSiteTold = await dropSubscription(db, followerOf(siteId))
  await db.transaction(async (tx) => {
    for (const { table } of PUBLISHED) await tx.run(`DELETE FROM ${table} WHERE site_id = $1`, siteId)
    await tx.run('DELETE FROM site WHERE site_id = $1', siteId)
  })
  return { ...followed, isSiteTold }
}

async function dropSubscription(db: SiteDatabase, name: string): Promise<boolean> {
  const row = await db.one(
    'SELECT subslotname AS slot FROM pg_subscription WHERE subname = $1 AND subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())',
    name,
  )
  const subscription = subscriptionSchema.parse(row)
  if (subscription === undefined) return true
  await db.run(`ALTER SUBSCRIPTION ${name} DISABLE`)
  try {
    await db.run(`DROP SUBSCRIPTION ${name}`)
    // Without a slot's name it was let go of half way before, and the site was not told.
    return subscription.slot !== null
  } catch {
    // The site cannot be reached, or has let go of it by itself: this side goes alone.
    await db.run(`ALTER SUBSCRIPTION ${name} SET (slot_name = NONE)`)
    await db.run(`DROP SUBSCRIPTION ${name}`)
    return false
  }
}
