import pg from 'pg'
import { z } from 'zod'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import type { SiteQueries } from '../site/site-database.ts'
import { unfit } from './unfit.ts'

const foundSchema = z.object({ is_there: z.boolean() })
const NOT_ALLOWED = '42501'

/**
 * A role of the database with a drawn password, unless it is there.
 * @param name in letters that need no quotes
 * @returns the password, which is told once; null: the role was there
 * @throws StationError DATABASE_UNFIT when this role may make none, with what to ask for; DATABASE_AWAY
 */
export async function makeRole(tx: SiteQueries, name: string, attributes: string): Promise<string | null> {
  const found = await tx.one('SELECT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = $1) AS is_there', name)
  if (foundSchema.parse(found).is_there) return null
  const password = runtime().random.bytes(24).toString('base64url')
  try {
    await tx.run(`CREATE ROLE ${name} ${attributes} PASSWORD ${pg.escapeLiteral(password)}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== NOT_ALLOWED) throw error
    throw unfit(
      `This role may not make the one that is needed. Ask who runs PostgreSQL for: CREATE ROLE ${name} ${attributes} PASSWORD '...'; then run this again.`,
      'no right to make a role',
    )
  }
  return password
}
