import { z } from 'zod'
import type { SiteDatabase } from '../site/site-database.ts'
import { siteNamed } from './followed.ts'
import { makeRole } from './make-role.ts'
import { COMPANY_TABLES } from './published.ts'
import { unfit } from './unfit.ts'

const sightSchema = z.object({ sees_all: z.boolean() })

/**
 * Says which sites a reader sees: these and no others; none: nothing any more. A role that is not there is made.
 * @param reader the name of a role of the database: small letters, digits, `_`
 * @param sites by name or id
 * @returns the password when the role was made now, null when it was there
 * @throws StationError NOT_FOUND for a site that is not followed; DATABASE_UNFIT for a role that the rows' rule does not bind
 */
export async function grantReader(
  db: SiteDatabase,
  reader: string,
  sites: readonly string[],
): Promise<{ password: string | null }> {
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(reader)) {
    throw unfit('A reader is named by small letters, digits and "_", beginning with a letter.', 'name')
  }
  const ids: string[] = []
  for (const site of sites) ids.push((await siteNamed(db, site)).siteId)
  return db.transaction(async (tx) => {
    const password = await makeRole(tx, reader, 'LOGIN')
    const { sees_all: seesAll } = sightSchema.parse(
      await tx.one(
        `SELECT rolsuper OR rolbypassrls OR pg_has_role(oid, (SELECT relowner FROM pg_class WHERE oid = 'site'::regclass), 'MEMBER')
           AS sees_all FROM pg_roles WHERE rolname = $1`,
        reader,
      ),
    )
    if (seesAll) {
      throw unfit(
        `${reader} sees every site whatever is granted: a reader is no superuser, has no BYPASSRLS, and does not own the tables.`,
        'sees all',
      )
    }
    await tx.run('DELETE FROM site_reader WHERE reader = $1', reader)
    for (const id of ids) await tx.run('INSERT INTO site_reader VALUES ($1, $2) ON CONFLICT DO NOTHING', reader, id)
    await tx.run(`GRANT USAGE ON SCHEMA public TO ${reader}`)
    await tx.run(`GRANT SELECT ON ${COMPANY_TABLES.join(', ')} TO ${reader}`)
    return { password }
  })
}
