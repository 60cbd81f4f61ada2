import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { findPostgres } from '../../src-main/site-server/trial/find-postgres.ts'
import { openTrialDatabase, type TrialDatabase } from '../../src-main/site-server/trial/trial-database.ts'
import { migrateSite } from '../../src-main/site-server/migrate.ts'
import { openSiteDatabase, type SiteDatabase } from '../../src-main/site-server/site-database.ts'
import { runtime } from '../../src-node/runtime/runtime.ts'
import { noteCluster, runFolder } from './seeded-service.ts'
import { until } from './until.ts'

/** Neither a package's PostgreSQL nor the system's is here: what needs one is skipped by name. */
export const hasPostgres = (await findPostgres()) !== null

const clusterSchema = z.object({ url: z.string() })
type Cluster = z.infer<typeof clusterSchema>
/** One for the whole run, which the worker that needs it first starts; each test has a database of its own in it. */
let cluster: Promise<Cluster> | undefined
let databases = 0
const TEMPLATE = 'waybill_template'

/** Durability is what none of these tests is about: a crash of the machine is no part of them. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
const OF_ALL_WORKERS = { max_connections: '600' }

async function shared(): Promise<Cluster> {
  const [claimed, ready] = [join(runFolder(), 'cluster-claimed'), join(runFolder(), 'cluster.json')]
  try {
    mkdirSync(claimed)
  } catch {
    await until('the PostgreSQL of this run', () => (existsSync(ready) ? true : null), { giveUpMs: 60_000 })
    return clusterSchema.parse(JSON.parse(readFileSync(ready, 'utf8')))
  }
  try {
    const { url } = await open()
    writeFileSync(`${ready}.new`, JSON.stringify({ url }))
    renameSync(`${ready}.new`, ready)
    return { url }
  } catch (error) {
    // Another test says it again, instead of waiting for nothing.
    rmSync(claimed, { recursive: true })
    throw error
  }
}

async function open(): Promise<TrialDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-postgres-'))
  const opened = await openTrialDatabase(folder, { settings: { ...FAST, ...OF_ALL_WORKERS } })
  noteCluster(opened.pid, folder)
  const admin = openSiteDatabase(opened.url)
  await admin.run(`CREATE DATABASE ${TEMPLATE}`)
  await admin.close()
  const template = openSiteDatabase(urlOf(opened, TEMPLATE))
  await migrateSite(template)
  await template.close()
  return opened
}

function urlOf({ url }: Cluster, name: string): string {
  const parsed = new URL(url)
  parsed.pathname = `/${name}`
  return parsed.href
}

/**
 * A site's database of its own for the running test: its tables are there, and nothing in them.
 * @param locale it sorts text as that one does, and is empty
 */
export async function testDatabase({ isEmpty = false, locale = null as string | null } = {}): Promise<{
  url: string
  db: SiteDatabase
}> {
  const running = await (cluster ??= shared())
  const name = `test_${process.pid}_${++databases}`
  const admin = openSiteDatabase(running.url)
  const icu = locale === null ? '' : `TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE '${locale}'`
  await admin.run(`CREATE DATABASE ${name} ${isEmpty || locale !== null ? icu : `TEMPLATE ${TEMPLATE}`}`)
  const url = urlOf(running, name)
  const db = openSiteDatabase(url, { connections: 30 })
  onTestFinished(async () => {
    await db.close()
    await admin.run(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.close()
  })
  return { url, db }
}

/** The site's row, as `waybill site start` makes it the first time. */
export async function siteRow(db: SiteDatabase, environment: string): Promise<void> {
  await db.run(
    `INSERT INTO sender (site_id, site_name, environment, timeline) VALUES ('site_1', 'Laredo', $1, site_timeline())`,
    environment,
  )
}

/** A station of the site that is in step. */
export async function testSiteStation(db: SiteDatabase, stationId: string, name = stationId): Promise<void> {
  await db.run(
    `INSERT INTO station (station_id, name, token_hash, synced_to, enrolled_at)
     VALUES ($1, $2, $3, site_timeline(), site_now())`,
    stationId,
    name,
    runtime().random.uuid(),
  )
}

/** From now on the database's clock, for rules of ours, is what it is set to. */
export async function settableClock(db: SiteDatabase, start: string): Promise<(at: Date) => Promise<void>> {
  await db.run('CREATE TABLE test_clock (at timestamptz NOT NULL)')
  await db.run('INSERT INTO test_clock VALUES ($1)', start)
  await db.run(
    `CREATE OR REPLACE FUNCTION site_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT at FROM test_clock'`,
  )
  return async (at) => {
    await db.run('UPDATE test_clock SET at = $1', at.toISOString())
  }
}

/** From now on the database's clock, for rules of ours, shows this moment and goes on. */
export async function shiftedClock(db: SiteDatabase, start: string): Promise<void> {
  await db.run('CREATE TABLE test_shift (by interval NOT NULL)')
  // In seconds alone: days of an interval are those of a calendar, one of which has 25 hours where clocks are put back.
  await db.run(
    'INSERT INTO test_shift SELECT make_interval(secs => extract(epoch FROM $1::timestamptz - now()))',
    start,
  )
  await db.run(
    `CREATE OR REPLACE FUNCTION site_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now() + by FROM test_shift'`,
  )
}

/** The database as it is after a fail-over: on another timeline. What the standby lost, the test takes away itself. */
export async function failOver(db: SiteDatabase, timeline = '0000000000000002'): Promise<void> {
  await db.run(
    `CREATE OR REPLACE FUNCTION site_timeline() RETURNS text LANGUAGE sql VOLATILE AS 'SELECT ''${timeline}''::text'`,
  )
}
