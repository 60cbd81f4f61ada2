import { z } from 'zod'
import type { SiteQueries } from './site-database.ts'

/** PostgreSQL keeps with which version of its order of text a database was made since then. */
const VERSIONED_SINCE = 150_000

const versionSchema = z.object({ number: z.coerce.number() })
const collationSchema = z.object({ name: z.string(), made: z.string().nullable(), now: z.string().nullable() })

/**
 * That text is sorted in another order than when the database was made, and what to do; null: it is not, or nobody can say.
 * The site's own indexes are sorted by bytes; any other in the database may miss rows.
 */
export async function collationChange(db: SiteQueries): Promise<string | null> {
  const { number } = versionSchema.parse(await db.one(`SELECT current_setting('server_version_num') AS number`))
  if (number < VERSIONED_SINCE) return null
  const { name, made, now } = collationSchema.parse(
    await db.one(
      `SELECT datname AS name, datcollversion AS made, pg_database_collation_actual_version(oid) AS now
       FROM pg_database WHERE datname = current_database()`,
    ),
  )
  if (made === null || now === null || made === now) return null
  const quoted = `"${name.replaceAll('"', '""')}"`
  return `The system sorts text in another order (${now}) than when the database was made (${made}). The site's own indexes do not depend on it, others in this database may. As its owner: REINDEX DATABASE ${quoted}, then ALTER DATABASE ${quoted} REFRESH COLLATION VERSION.`
}
