import pg from 'pg'
import { z } from 'zod'
import type { SiteDatabase, SiteQueries } from '../site/site-database.ts'
import { mustReadSite } from '../site/site-row.ts'
import { makeRole } from './make-role.ts'
import { columnsOf, COMPANY_FORM, followerOf, PUBLICATION, PUBLISHED, type PublishedTable } from './published.ts'
import { unfit } from './unfit.ts'

const serverSchema = z.object({ wal_level: z.string(), most_kept: z.string() })
const tableSchema = z.object({ tablename: z.string(), attnames: z.string() })
const countSchema = z.object({ n: z.int() })
const roleSchema = z.object({ has_role: z.boolean() })
const slotSchema = z
  .object({
    active: z.boolean(),
    active_pid: z.int().nullable(),
    wal_status: z.string().nullable(),
    behind: z.number(),
  })
  .optional()

const indexOf = ({ table }: PublishedTable): string => `${table}_company`
/** A table with the columns that are published of it. */
const withColumns = (published: PublishedTable): string => `${published.table} (${columnsOf(published).join(', ')})`
/** A change of a table's form waits so long for those who use it, and they for it: then it is left for another try. */
const LOCK_WAIT = `SET LOCAL lock_timeout = '3s'`

/**
 * Lets a company read of this site what `PUBLISHED` names, while the site works. Each of its tables gets the site's id, which
 * tells rows of two sites apart, and is known by it in what is sent. Again it does what is missing.
 * @returns the role that reads it; its password when the role was made now, null when it was there
 * @throws StationError DATABASE_UNFIT when the database cannot replicate, or may not by this role; DATABASE_AWAY
 */
export async function publishSite(db: SiteDatabase): Promise<{ role: string; password: string | null }> {
  const { siteId } = await mustReadSite(db)
  const { wal_level: walLevel } = await readServer(db)
  if (walLevel !== 'logical') {
    throw unfit(
      `PostgreSQL's wal_level is ${walLevel}, and a company reads by "logical". Set wal_level = logical (ALTER SYSTEM, or with your provider), and restart the database.`,
      'wal_level',
    )
  }
  const role = followerOf(siteId)
  await db.transaction(async (tx) => {
    await tx.run(LOCK_WAIT)
    await tx.run('ALTER TABLE sender ADD COLUMN IF NOT EXISTS company_form int NOT NULL DEFAULT 0')
    for (const { table } of PUBLISHED) {
      // A constant that every row has at once: no row is written anew.
      const value = pg.escapeLiteral(siteId)
      await tx.run(`ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS site_id text NOT NULL DEFAULT ${value}`)
    }
  })
  for (const published of PUBLISHED) await makeIndex(db, published)
  // In a commit of its own before what it tells of: a company that does not take this form hears which it would need.
  await db.run('UPDATE sender SET company_form = $1', COMPANY_FORM)
  return db.transaction(async (tx) => {
    await tx.run(LOCK_WAIT)
    // With the rest or not at all: its password is told once.
    const password = await makeRole(tx, role, 'LOGIN REPLICATION')
    // Before the publication: what is published and has no identity that the columns cover could not be changed any more.
    for (const published of PUBLISHED) {
      await tx.run(`ALTER TABLE ${published.table} REPLICA IDENTITY USING INDEX ${indexOf(published)}`)
    }
    const tables = PUBLISHED.map(withColumns).join(', ')
    const isThere = (await publishedNow(tx)).length > 0
    await tx.run(
      isThere
        ? `ALTER PUBLICATION ${PUBLICATION} SET TABLE ${tables}`
        : // Not what empties a table: at the company it would empty those of all sites.
          `CREATE PUBLICATION ${PUBLICATION} FOR TABLE ${tables} WITH (publish = 'insert, update, delete')`,
    )
    for (const published of PUBLISHED) {
      await tx.run(`GRANT SELECT (${columnsOf(published).join(', ')}) ON ${published.table} TO ${role}`)
    }
    await tx.run(`GRANT USAGE ON SCHEMA public TO ${role}`)
    return { role, password }
  })
}

/** Beside those who write. One that was interrupted leaves an index that is not valid, and it is made again. */
async function makeIndex(db: SiteDatabase, published: PublishedTable): Promise<void> {
  const name = indexOf(published)
  const { n } = countSchema.parse(
    await db.one('SELECT count(*) AS n FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid', name),
  )
  if (n > 0) await db.run(`DROP INDEX CONCURRENTLY ${name}`)
  const key = ['site_id', ...published.key].join(', ')
  await db.run(`CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${published.table} (${key})`)
}

/**
 * Nothing is published any more, nothing is kept for a company, and the tables are as they were before.
 * @returns false: nothing was published
 * @throws StationError DATABASE_UNFIT, DATABASE_AWAY
 */
export async function unpublishSite(db: SiteDatabase): Promise<boolean> {
  const { siteId } = await mustReadSite(db)
  const role = followerOf(siteId)
  const { has_role: hasRole } = roleSchema.parse(
    await db.one('SELECT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = $1) AS has_role', role),
  )
  if (hasRole) await db.run(`ALTER ROLE ${role} NOLOGIN`)
  const slot = await readSlot(db, role)
  if (slot?.active_pid != null) {
    // Who made the role may end what it does only as a member of it.
    await db.run(`GRANT ${role} TO CURRENT_USER`)
    await db.one('SELECT pg_terminate_backend($1, 5000)', slot.active_pid)
  }
  if (slot) await db.one('SELECT pg_drop_replication_slot($1)', role)
  const wasPublished = await db.transaction(async (tx) => {
    await tx.run(LOCK_WAIT)
    const isThere = (await publishedNow(tx)).length > 0
    await tx.run(`DROP PUBLICATION IF EXISTS ${PUBLICATION}`)
    for (const published of PUBLISHED) {
      const { table } = published
      await tx.run(`ALTER TABLE ${table} REPLICA IDENTITY DEFAULT`)
      await tx.run(`DROP INDEX IF EXISTS ${indexOf(published)}`)
      if (hasRole) await tx.run(`REVOKE ALL ON ${table} FROM ${role}`)
      if (table !== 'sender') await tx.run(`ALTER TABLE ${table} DROP COLUMN IF EXISTS site_id`)
    }
    await tx.run('ALTER TABLE sender DROP COLUMN IF EXISTS company_form')
    if (hasRole) await tx.run(`REVOKE ALL ON SCHEMA public FROM ${role}`)
    return isThere
  })
  if (hasRole) await db.run(`DROP ROLE ${role}`)
  return wasPublished
}

/** How a site stands with its company. */
export interface PublicationStanding {
  walLevel: string
  /** `other`: a Waybill of another version published it. */
  published: 'no' | 'as here' | 'other'
  /** Published tables whose rows could not be changed: the index that names them is gone. */
  withoutIdentity: string[]
  /** PostgreSQL keeps what a company has not read until the disk is full. */
  keepsForEver: boolean
  /** Null: no company reads. */
  follower: { isConnected: boolean; isLost: boolean; behindBytes: number } | null
}

/** Changes nothing. @throws StationError DATABASE_AWAY */
export async function publicationStanding(db: SiteDatabase): Promise<PublicationStanding> {
  const { siteId } = await mustReadSite(db)
  const server = await readServer(db)
  const now = await publishedNow(db)
  const here = PUBLISHED.map((published) => `${published.table}:${columnsOf(published).toSorted().join(',')}`)
  const isAsHere = now.toSorted().join() === here.toSorted().join()
  const without = await db.all(
    `SELECT c.relname AS tablename, '' AS attnames FROM pg_publication_tables p
     JOIN pg_class c ON c.oid = format('%I.%I', p.schemaname, p.tablename)::regclass
     WHERE p.pubname = $1 AND NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisreplident)`,
    PUBLICATION,
  )
  const slot = await readSlot(db, followerOf(siteId))
  return {
    walLevel: server.wal_level,
    published: now.length === 0 ? 'no' : isAsHere ? 'as here' : 'other',
    withoutIdentity: without.map((row) => tableSchema.parse(row).tablename),
    keepsForEver: server.most_kept === '-1',
    follower: slot ? { isConnected: slot.active, isLost: slot.wal_status === 'lost', behindBytes: slot.behind } : null,
  }
}

/** Each published table with its columns in order; empty: nothing is published. */
async function publishedNow(db: SiteQueries): Promise<string[]> {
  const rows = await db.all(
    `SELECT tablename, array_to_string(ARRAY(SELECT a::text FROM unnest(attnames) a ORDER BY a::text COLLATE "C"), ',') AS attnames
     FROM pg_publication_tables WHERE pubname = $1`,
    PUBLICATION,
  )
  return rows.map((row) => {
    const { tablename, attnames } = tableSchema.parse(row)
    return `${tablename}:${attnames}`
  })
}

async function readServer(db: SiteQueries) {
  return serverSchema.parse(
    await db.one(
      `SELECT current_setting('wal_level') AS wal_level, current_setting('max_slot_wal_keep_size') AS most_kept`,
    ),
  )
}

async function readSlot(db: SiteQueries, name: string) {
  return slotSchema.parse(
    await db.one(
      `SELECT active, active_pid, wal_status,
         coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn), 0)::float8 AS behind
       FROM pg_replication_slots WHERE slot_name = $1 AND database = current_database()`,
      name,
    ),
  )
}
