import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { examineSite } from '../../src-main/site-service/doctor.ts'
import { dropSite, followSite, refreshSites } from '../../src-main/store/company/followed.ts'
import { COMPANY_MIGRATIONS, migrateCompany } from '../../src-main/store/company/migrate.ts'
import { publishSite, unpublishSite } from '../../src-main/store/company/publication.ts'
import { columnsOf, COMPANY_TABLES, PUBLISHED } from '../../src-main/store/company/published.ts'
import { grantReader } from '../../src-main/store/company/readers.ts'
import { searchCompany } from '../../src-main/store/company/search.ts'
import { siteStandings } from '../../src-main/store/company/standing.ts'
import { backUpSite, restoreSite } from '../../src-main/store/site/backup/backup.ts'
import { migrateSite, SITE_MIGRATIONS } from '../../src-main/store/site/migrate.ts'
import { openSiteDatabase, type SiteDatabase } from '../../src-main/store/site/site-database.ts'
import { openLink, type Link } from '../site-chaos/link.ts'
import { hasPostgres, ownCluster, shiftedClock, siteRow, testDatabase, testSiteStation } from '../support/postgres.ts'
import { runningClock, TEST_START } from '../support/running-clock.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'
import { waybill } from '../support/waybill.ts'
import { full } from '../support/full.ts'

type Cluster = Awaited<ReturnType<typeof ownCluster>>
type Owner = Parameters<Cluster['database']>[1]
type Database = Awaited<ReturnType<Cluster['database']>>

const SITE_SETTINGS = { wal_level: 'logical', max_replication_slots: '20', max_wal_senders: '20' }
const COMPANY_SETTINGS = {
  max_replication_slots: '20',
  max_worker_processes: '30',
  max_logical_replication_workers: '20',
  wal_retrieve_retry_interval: '100ms',
}

const countSchema = z.object({ n: z.int() })
const textSchema = z.object({ text: z.string() })

/** Every row of these tables, as text. */
async function dumpOf(db: SiteDatabase, tables: readonly string[]): Promise<string> {
  const lines: string[] = []
  for (const table of tables) {
    const rows = await db.all(`SELECT row_to_json(t)::text AS text FROM ${table} t`)
    lines.push(...rows.map((row) => `${table} ${textSchema.parse(row).text}`))
  }
  return lines.join('\n')
}

async function tablesOf(db: SiteDatabase): Promise<string[]> {
  const rows = await db.all(`SELECT tablename AS text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)
  return rows.map((row) => textSchema.parse(row).text)
}

const count = async (db: SiteDatabase, sql: string): Promise<number> => countSchema.parse(await db.one(sql)).n

/** The address of another role, or another port, of the same database. */
function urlAs(url: string, { user, password, port }: { user?: string; password?: string; port?: number }): string {
  const parsed = new URL(url)
  if (user !== undefined) parsed.username = user
  if (password !== undefined) parsed.password = password
  if (port !== undefined) parsed.port = String(port)
  return parsed.href
}

async function linkTo(cluster: Cluster): Promise<Link & { port: number }> {
  const link = await openLink(() => cluster.port)
  onTestFinished(() => link.close())
  return { ...link, port: Number(new URL(link.url).port) }
}

const companyFinding = async (db: SiteDatabase) =>
  (await examineSite(db, tempDir(), runningClock())).find(({ check }) => check === 'company')

const seenAs = async (url: string, user: string, password: string | null, text: string): Promise<string[]> => {
  const db = openSiteDatabase(urlAs(url, { user, password: password ?? '' }), { connections: 1 })
  onTestFinished(() => db.close())
  return (await searchCompany(db, text)).bookings
    .map(({ siteName, reference }) => `${siteName} ${reference}`)
    .toSorted()
}

describe.skipIf(!hasPostgres)('a company', full('two sites and a replica; none of it books or prints'), () => {
  let laredoCluster: Cluster
  let renoCluster: Cluster
  let companyCluster: Cluster
  const open: Cluster[] = []
  let databases = 0

  beforeAll(async () => {
    laredoCluster = await ownCluster({ ...SITE_SETTINGS, max_slot_wal_keep_size: '1GB' })
    open.push(laredoCluster)
    renoCluster = await ownCluster(SITE_SETTINGS)
    open.push(renoCluster)
    companyCluster = await ownCluster(COMPANY_SETTINGS)
    open.push(companyCluster)
  }, 120_000)
  afterAll(async () => {
    for (const cluster of open.toReversed()) await cluster.close()
  })

  /** A site's database without a process on it. */
  async function bareSite(cluster: Cluster, siteId: string, name: string, owner?: Owner): Promise<Database> {
    const made = await cluster.database(`site_${++databases}`, owner)
    await migrateSite(made.db)
    await siteRow(made.db, 'embedded')
    await made.db.run('UPDATE sender SET site_id = $1, site_name = $2', siteId, name)
    await testSiteStation(made.db, 'stn_1', 'Dock A')
    return made
  }

  async function company(owner?: Owner): Promise<Database> {
    const made = await companyCluster.database(`company_${++databases}`, owner)
    await migrateCompany(made.db)
    await shiftedClock(made.db, TEST_START)
    return made
  }

  /** Published, and followed through an address of its own. */
  async function follow(to: SiteDatabase, { url, db }: Database, port?: number): Promise<void> {
    const { role, password } = await publishSite(db)
    const at = { user: role, password: password ?? '', ...(port !== undefined && { port }) }
    const { siteId } = await followSite(to, urlAs(url, at))
    onTestFinished(async () => {
      if ((await to.all('SELECT 1 FROM site WHERE site_id = $1', siteId)).length > 0) await dropSite(to, siteId)
    })
    await until('the first copy', async () => {
      const open = await count(to, `SELECT count(*) AS n FROM pg_subscription_rel WHERE srsubstate NOT IN ('s', 'r')`)
      return open === 0 ? true : null
    })
  }

  const insertLabel = async (db: SiteDatabase, format: string) => {
    await db.run(`INSERT INTO document_bytes VALUES ('hash', '\\x00')`)
    await db.run(`INSERT INTO label VALUES ('embedded', 'SHP-1', 1, 'D', $1, 'hash')`, format)
  }

  it('reads what two sites book, by readers who each see their sites, and nothing secret', async () => {
    const database = async (cluster: Cluster) => {
      const made = await cluster.database(`site_${++databases}`)
      await migrateSite(made.db)
      return made
    }
    const [laredoAt, renoAt] = [await database(laredoCluster), await database(renoCluster)]
    const laredo = await testSite({ siteName: 'Laredo' }, undefined, laredoAt)
    const reno = await testSite({ siteName: 'Reno' }, undefined, renoAt)
    const [dock, desk] = [await laredo.station('Dock A'), await reno.station('Desk B')]
    const before = await dock.item('PO-1')
    await dock.handOver(before)
    await dock.seen(before.booking.bookingId, ({ course }) => course.state === 'BOOKED')

    // As the people of both sites and of the company do it.
    const companyAt = await companyCluster.database(`company_${++databases}`)
    const env = { WAYBILL_COMPANY_DATABASE: companyAt.url }
    expect((await waybill(['site', 'company', 'init'], env)).code).toBe(0)
    await shiftedClock(companyAt.db, TEST_START)
    const link = await linkTo(renoCluster)
    for (const [{ url, db }, port] of [
      [laredoAt, laredoCluster.port],
      [renoAt, link.port],
    ] as const) {
      expect(await companyFinding(db)).toMatchObject({ result: 'ok', detail: 'not published to a company' })
      const { out } = await waybill(['site', 'company', 'publish', '--json'], { WAYBILL_SITE_DATABASE: url })
      const made = z.object({ role: z.string(), password: z.string() }).parse(JSON.parse(out[0] ?? ''))
      expect((await companyFinding(db))?.detail).toBe('published, and no company reads it')
      const from = urlAs(url, { user: made.role, password: made.password, port })
      expect((await waybill(['site', 'company', 'add'], { ...env, WAYBILL_COMPANY_SITE: from })).code).toBe(0)
      onTestFinished(async () => {
        await dropSite(companyAt.db, db === laredoAt.db ? 'Laredo' : 'Reno')
      })
      // The role of the link reads what is published, and no hash of a token.
      const reader = openSiteDatabase(from, { connections: 1 })
      onTestFinished(() => reader.close())
      expect(await reader.all('SELECT station_id, name FROM station')).toHaveLength(1)
      await expect(reader.all('SELECT token_hash FROM station')).rejects.toThrow(/permission denied/)
      await expect(reader.all('SELECT * FROM shared_record')).rejects.toThrow(/permission denied/)
      await expect(reader.run(`DELETE FROM booking`)).rejects.toThrow(/permission denied/)
    }

    // What is planted where a company does not look.
    const secrets = ['planted-badge-hash', 'planted-pin-hash', 'planted question', 'planted error', 'planted detail']
    for (const { db, sandbox } of [laredo, reno]) {
      await db.run(
        `INSERT INTO shared_record (kind, record_id, version, body, badge_key, station_id, at)
         SELECT 'person', 'prs_1', 1, '{"pin": "planted-pin-hash"}', 'planted-badge-hash', station_id, now() FROM station`,
      )
      await db.run(
        `INSERT INTO approval (item_id, station_id, asked, asked_at)
         SELECT 'inb_1', station_id, '{"text": "planted question"}', now() FROM station`,
      )
      await db.run(`INSERT INTO audit (at, actor, subject_kind, subject_id, action, detail)
        VALUES (now(), 'station', 'booking', 'bkg_x', 'looked', '{"text": "planted detail"}')`)
      await db.run(
        `INSERT INTO notice VALUES ('n', now(), json_build_object(
           'code', 'INTERNAL', 'message', 'planted error ' || $1::text, 'retryable', false, 'details', json '{}'))`,
        sandbox.apiKey,
      )
    }

    const [mine, other] = [await dock.item('PO-2'), await desk.item('PO-2')]
    for (const [station, item] of [
      [dock, mine],
      [desk, other],
    ] as const) {
      await station.handOver(item)
      await station.seen(item.booking.bookingId, ({ course }) => course.state === 'BOOKED')
      await station.post('claimPrint', {
        ...{ claimId: 'claim-no-1', shipmentId: 'SHP-1', printerName: 'Zebra', reason: null },
        person: { personId: 'prs_1', name: 'planted person', approvedBy: null },
      })
    }
    const { db } = companyAt
    const same = (table: string) =>
      until(`${table} of both`, async () => {
        const here = await count(db, `SELECT count(*) AS n FROM ${table}`)
        const there = await Promise.all([laredo, reno].map((at) => count(at.db, `SELECT count(*) AS n FROM ${table}`)))
        return here === there.reduce((sum, n) => sum + n, 0) ? true : null
      })
    for (const table of ['audit', 'booking', 'print_claim']) await same(table)
    expect(await count(db, 'SELECT count(*) AS n FROM audit WHERE seq = 1')).toBe(2)
    expect(await count(db, 'SELECT count(*) AS n FROM print_claim')).toBe(2)
    const booked = await until('every booking as booked', async () => {
      const rows = await db.all('SELECT reference, state FROM booking ORDER BY reference, site_id')
      return JSON.stringify(rows).includes('SENDING') ? null : rows
    })
    expect(booked).toEqual([
      { reference: 'PO-1', state: 'BOOKED' },
      { reference: 'PO-2', state: 'BOOKED' },
      { reference: 'PO-2', state: 'BOOKED' },
    ])

    const readerOf = async (name: string, ...sites: string[]): Promise<string> => {
      const asked = sites.flatMap((site) => ['--site', site])
      const { out } = await waybill(['site', 'company', 'reader', name, ...asked, '--json'], env)
      return z.object({ password: z.string() }).parse(JSON.parse(out[0] ?? '')).password
    }
    const anna = await readerOf('anna', 'laredo')
    const boss = await readerOf('boss', 'Laredo', 'Reno')
    const guest = await readerOf('guest')
    expect(await seenAs(companyAt.url, 'anna', anna, 'po-2')).toEqual(['Laredo PO-2'])
    expect(await seenAs(companyAt.url, 'boss', boss, 'po-2')).toEqual(['Laredo PO-2', 'Reno PO-2'])
    expect(await seenAs(companyAt.url, 'boss', boss, 'Glob')).toEqual(['Laredo PO-1', 'Laredo PO-2', 'Reno PO-2'])
    expect(await seenAs(companyAt.url, 'guest', guest, 'po-2')).toEqual([])
    const asAnna = openSiteDatabase(urlAs(companyAt.url, { user: 'anna', password: anna }), { connections: 1 })
    onTestFinished(() => asAnna.close())
    const [site] = z.array(z.object({ site_id: z.string() })).parse(await asAnna.all('SELECT site_id FROM site'))
    for (const table of COMPANY_TABLES) {
      const others = await asAnna.all(`SELECT 1 FROM ${table} WHERE site_id <> $1`, site?.site_id)
      expect(others, table).toEqual([])
      await expect(asAnna.run(`DELETE FROM ${table}`)).rejects.toThrow(/permission denied/)
    }
    await expect(asAnna.run(`INSERT INTO site_reader VALUES ('anna', 'x')`)).rejects.toThrow(/permission denied/)

    // Each secret is at the site, and none of it came.
    const there = await dumpOf(laredo.db, await tablesOf(laredo.db))
    const here = await dumpOf(db, await tablesOf(db))
    const hash = textSchema.parse(await laredo.db.one('SELECT token_hash AS text FROM station')).text
    for (const secret of [...secrets, laredo.sandbox.apiKey, hash, 'planted person', 'Ana of Dock A']) {
      expect(there, secret).toContain(secret)
      expect(here, secret).not.toContain(secret)
    }
    for (const token of [dock.token, desk.token, reno.sandbox.apiKey]) expect(here).not.toContain(token)

    // One is away, and is told so; the other goes on; and it catches up by itself.
    link.set('cut')
    const away = await until('Reno away', async () => {
      const standing = (await siteStandings(db)).find(({ siteName }) => siteName === 'Reno')
      return standing?.standing === 'stopped' ? standing : null
    })
    expect(away.why).toMatch(/not reached/)
    expect(away.asOf).not.toBeNull()
    const listed = await waybill(['site', 'company', 'sites'], env)
    expect(listed.code).toBe(1)
    expect(listed.out.join('\n')).toMatch(/Laredo .*in step[^]*Reno .*stopped .*not reached/)
    const late = await desk.item('PO-3')
    await desk.handOver(late)
    await desk.seen(late.booking.bookingId, ({ course }) => course.state === 'BOOKED')
    expect(await companyFinding(reno.db)).toMatchObject({
      result: 'warning',
      detail: expect.stringMatching(/^the company does not read at the moment; \d+ KiB wait for it$/),
    })
    expect((await searchCompany(db, 'PO-3')).bookings).toEqual([])
    link.set('open')
    const caughtUp = await until('what Reno booked meanwhile', async () => {
      const { bookings } = await searchCompany(db, 'PO-3')
      return bookings[0]?.state === 'BOOKED' ? bookings[0] : null
    })
    expect(caughtUp).toMatchObject({ siteName: 'Reno', station: 'Desk B', consignee: 'Globex Corporation' })
    const found = await waybill(['site', 'company', 'search', caughtUp.trackingNumber ?? '-'], env)
    expect(found.out.join('\n')).toMatch(/Reno +Desk B +PO-3 +BOOKED +Globex Corporation/)
    expect(await companyFinding(laredo.db)).toMatchObject({ result: 'ok' })
    expect((await companyFinding(reno.db))?.detail).toMatch(/fills this disk: set max_slot_wal_keep_size/)
    const standby = (await examineSite(reno.db, tempDir(), runningClock())).find(({ check }) => check === 'standby')
    expect(standby?.detail).toMatch(/^none/)
  }, 120_000)

  it('keeps rows of two sites apart that have the same key; a change and a removal follow, and no more', async () => {
    const { db } = await company()
    const laredo = await bareSite(laredoCluster, 'site_1', 'Laredo')
    const reno = await bareSite(renoCluster, 'site_2', 'Reno')
    await insertLabel(laredo.db, 'ZPL')
    await insertLabel(reno.db, 'PNG')
    await follow(db, laredo)
    await follow(db, reno)
    const labels = () => db.all('SELECT site_id, format FROM label ORDER BY site_id')
    expect(await labels()).toEqual([
      { site_id: 'site_1', format: 'ZPL' },
      { site_id: 'site_2', format: 'PNG' },
    ])
    await laredo.db.run(`UPDATE label SET format = 'EPL'`)
    await reno.db.run('DELETE FROM label')
    await until('both', async () => {
      const rows = await labels()
      return rows.length === 1 && JSON.stringify(rows).includes('EPL') ? true : null
    })
    // Emptied at one site, with what comes after it in the same log: the others' rows stay.
    await reno.db.run('TRUNCATE label')
    await reno.db.run(`UPDATE station SET version = '9.9.9'`)
    await until('the station of Reno', async () => {
      const rows = await db.all(`SELECT 1 FROM station WHERE site_id = 'site_2' AND version = '9.9.9'`)
      return rows.length > 0 ? true : null
    })
    expect(await labels()).toEqual([{ site_id: 'site_1', format: 'EPL' }])
    // One that goes takes its own rows alone, and can come again.
    expect(await dropSite(db, 'reno')).toMatchObject({ siteId: 'site_2', isSiteTold: true })
    expect(await db.all('SELECT site_id FROM station')).toEqual([{ site_id: 'site_1' }])
    expect(await publishSite(reno.db)).toMatchObject({ password: null })
    await expect(followSite(db, laredo.url)).rejects.toMatchObject({ code: 'DATABASE_UNFIT' })
  }, 60_000)

  it('reads on while the tables of a site go to their next version, and says what a newer form needs', async () => {
    const { db } = await company()
    const laredo = await bareSite(laredoCluster, 'site_3', 'Laredo')
    await follow(db, laredo)
    const next = `ALTER TABLE station ADD COLUMN colour text NOT NULL DEFAULT 'red';`
    await migrateSite(laredo.db, [...SITE_MIGRATIONS, next])
    await testSiteStation(laredo.db, 'stn_2', 'Dock B')
    const stations = () => count(db, `SELECT count(*) AS n FROM station WHERE site_id = 'site_3'`)
    await until('the station of the next version', async () => ((await stations()) === 2 ? true : null))
    expect(await companyFinding(laredo.db)).toMatchObject({ result: 'ok' })
    // What is published cannot be taken away unseen.
    const lost = 'ALTER TABLE station DROP COLUMN version;'
    await expect(migrateSite(laredo.db, [...SITE_MIGRATIONS, next, lost])).rejects.toThrow(/other objects depend on it/)

    // A Waybill of a later form publishes: first it says so, then it sends what these tables cannot take.
    await laredo.db.run('UPDATE sender SET company_form = 2')
    await laredo.db.run(
      `ALTER PUBLICATION waybill_company SET TABLE sender (site_id, site_name, environment, beat_at, company_form),
         station (site_id, station_id, name, version, enrolled_at, seen_at, revoked_at, colour)`,
    )
    await testSiteStation(laredo.db, 'stn_3', 'Dock C')
    const [standing] = await until('the later form', async () => {
      const rows = await siteStandings(db)
      return rows.some(({ standing, why }) => standing === 'stopped' && why?.includes('form 2')) ? rows : null
    })
    expect(standing?.why).toMatch(/publishes form 2, these tables take 1: update Waybill here/)
    expect(await companyFinding(laredo.db)).toMatchObject({
      result: 'warning',
      detail: expect.stringContaining('published by another version'),
    })
    expect(await stations()).toBe(2)
    // As soon as the tables here take it, it goes on where it stopped, and nothing is missing.
    await db.run('ALTER TABLE station ADD COLUMN colour text')
    await until('what was held up', async () => ((await stations()) === 3 ? true : null))
  }, 60_000)

  it('reads tables that a site publishes later, when its own are brought up to date', async () => {
    const { db } = await company()
    const laredo = await bareSite(laredoCluster, 'site_7', 'Laredo')
    await follow(db, laredo)
    await laredo.db.run(`INSERT INTO notice (notice_id, at, error) VALUES ('ntc_1', now(), '{}')`)
    await laredo.db.run('ALTER PUBLICATION waybill_company ADD TABLE notice')
    await laredo.db.run('GRANT SELECT ON notice TO waybill_site_7')
    await db.run('CREATE TABLE notice (notice_id text, at timestamptz, error json, ended_at timestamptz)')
    expect(await refreshSites(db)).toEqual([])
    await until('what was there before', async () =>
      (await db.all('SELECT 1 FROM notice')).length === 1 ? true : null,
    )
    await laredo.db.run(`INSERT INTO notice (notice_id, at, error) VALUES ('ntc_2', now(), '{}')`)
    await until('what came after', async () => ((await db.all('SELECT 1 FROM notice')).length === 2 ? true : null))
  }, 60_000)

  it('that was removed half way is removed, and says whose place is left at the site', async () => {
    const { db } = await company()
    const laredo = await bareSite(laredoCluster, 'site_8', 'Laredo')
    const { role, password } = await publishSite(laredo.db)
    const url = urlAs(laredo.url, { user: role, password: password ?? '' })
    await followSite(db, url)
    // It died behind the step that lets go of the slot's name.
    await db.run('ALTER SUBSCRIPTION waybill_site_8 DISABLE')
    await db.run('ALTER SUBSCRIPTION waybill_site_8 SET (slot_name = NONE)')
    expect(await dropSite(db, 'Laredo')).toMatchObject({ isSiteTold: false })
    expect(await siteStandings(db)).toEqual([])
    await until('nobody reads there', async () =>
      (await laredo.db.all(`SELECT 1 FROM pg_replication_slots WHERE slot_name = 'waybill_site_8' AND active`))
        .length === 0
        ? true
        : null,
    )
    await expect(followSite(db, url)).rejects.toMatchObject({
      code: 'DATABASE_UNFIT',
      message: expect.stringContaining('company unpublish there'),
    })
    expect(await siteStandings(db)).toEqual([])
    await unpublishSite(laredo.db)
    await follow(db, laredo)
  }, 60_000)

  it('needs no superuser: it says which right is missing', async () => {
    const none = await bareSite(laredoCluster, 'site_5', 'Laredo', { attributes: '' })
    await expect(publishSite(none.db)).rejects.toMatchObject({
      code: 'DATABASE_UNFIT',
      message: expect.stringContaining('CREATE ROLE waybill_site_5 LOGIN REPLICATION PASSWORD'),
    })
    const admin = await companyCluster.database(`admin_${++databases}`)
    const isNew = await count(admin.db, `SELECT current_setting('server_version_num')::int AS n`)
    // Older ones leave it to superusers alone.
    if (isNew < 160_000) return
    const { db } = await company({ attributes: 'CREATEROLE IN ROLE pg_create_subscription' })
    const laredo = await bareSite(laredoCluster, 'site_6', 'Laredo', { attributes: 'CREATEROLE REPLICATION' })
    await follow(db, laredo)
    await laredo.db.run(`UPDATE station SET version = '9.9.9'`)
    await until('the station', async () =>
      (await db.all(`SELECT 1 FROM station WHERE version = '9.9.9'`)).length > 0 ? true : null,
    )
    expect(await grantReader(db, 'plain_reader', ['Laredo'])).toMatchObject({ password: expect.any(String) })
    expect(await unpublishSite(laredo.db)).toBe(true)
    expect(await dropSite(db, 'Laredo')).toMatchObject({ isSiteTold: false })
  }, 60_000)

  it('lets go of a site that publishes no more, which is as it was before', async () => {
    const { db } = await company()
    const laredo = await bareSite(laredoCluster, 'site_4', 'Laredo')
    const columns = () =>
      laredo.db.all(
        `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
      )
    const before = await columns()
    await follow(db, laredo)
    expect(await columns()).not.toEqual(before)
    // A backup of what is published is put back as a site that is not.
    const backup = join(tempDir(), 'site.backup')
    await backUpSite(laredo.db, backup)
    const restored = await testDatabase({ isEmpty: true })
    await restoreSite(restored.db, backup)
    expect(await companyFinding(restored.db)).toMatchObject({ detail: 'not published to a company' })
    expect(await unpublishSite(laredo.db)).toBe(true)
    expect(await unpublishSite(laredo.db)).toBe(false)
    expect(await columns()).toEqual(before)
    expect(await laredo.db.all(`SELECT 1 FROM pg_replication_slots WHERE slot_name = 'waybill_site_4'`)).toEqual([])
    expect(await companyFinding(laredo.db)).toMatchObject({ result: 'ok', detail: 'not published to a company' })
    const [standing] = await until('it is told', async () => {
      const rows = await siteStandings(db)
      return rows[0]?.standing === 'stopped' ? rows : null
    })
    expect(standing?.siteName).toBe('Laredo')
    expect(await dropSite(db, 'Laredo')).toMatchObject({ isSiteTold: false })
    expect(await siteStandings(db)).toEqual([])
  }, 60_000)
})

describe.skipIf(!hasPostgres)("a company's tables", full('two sites and a replica; none of it books or prints'), () => {
  it('take every column that is published, and nobody but their owner makes them of a site’s database', async () => {
    const { db } = await testDatabase({ isEmpty: true })
    expect(await migrateCompany(db)).toEqual({ from: 0, to: COMPANY_MIGRATIONS.length })
    for (const published of PUBLISHED) {
      await db.all(`SELECT ${columnsOf(published).join(', ')} FROM ${published.table}`)
    }
    await expect(migrateSite(db)).rejects.toMatchObject({ code: 'DATABASE_UNFIT' })
    const site = await testDatabase()
    await expect(migrateCompany(site.db)).rejects.toMatchObject({ code: 'DATABASE_UNFIT' })
    // This one's server is not set up for it.
    await siteRow(site.db, 'embedded')
    await expect(publishSite(site.db)).rejects.toMatchObject({
      code: 'DATABASE_UNFIT',
      message: expect.stringMatching(/wal_level is replica.*restart the database/),
    })
  })

  it('are searched by an index, by a reader as well, however many rows there are', async () => {
    const { url, db } = await testDatabase({ isEmpty: true })
    await migrateCompany(db)
    await db.run(`INSERT INTO site VALUES ('site_1', 'Laredo', now()), ('site_2', 'Reno', now())`)
    await db.run(
      `INSERT INTO booking (site_id, booking_id, station_id, environment, kind, state, reference, summary, shipment_id,
         tracking_number, pro_number, created_at, updated_at)
       SELECT 'site_' || n % 2 + 1, 'bkg_' || n, 'stn_1', 'embedded', 'quote', 'BOOKED', 'PO-' || n,
         json_build_object('consigneeName', 'Consignee ' || n), 'SHP-' || n, 'TRK-' || n, 'PRO-' || n, now(), now()
       FROM generate_series(1, 3000) n`,
    )
    await db.run('ANALYZE')
    const reader = `reader_${process.pid}`
    const { password } = await grantReader(db, reader, ['Laredo'])
    onTestFinished(async () => {
      await db.run(`DROP OWNED BY ${reader}`)
      await db.run(`DROP ROLE ${reader}`)
    })
    await expect(grantReader(db, 'waybill', ['Laredo'])).rejects.toMatchObject({ code: 'DATABASE_UNFIT' })
    await expect(grantReader(db, 'Robert"; DROP', [])).rejects.toMatchObject({ code: 'DATABASE_UNFIT' })
    const asReader = openSiteDatabase(urlAs(url, { user: reader, password: password ?? '' }), { connections: 1 })
    onTestFinished(() => asReader.close())
    for (const who of [db, asReader]) {
      const plan = await who.transaction(async (tx) => {
        await tx.run('SET LOCAL enable_seqscan = off')
        let text = ''
        const explained = {
          ...tx,
          all: async (sql: string, ...values: unknown[]) => {
            const rows = await tx.all(`EXPLAIN ${sql}`, ...values)
            text = rows.map((row) => z.object({ 'QUERY PLAN': z.string() }).parse(row)['QUERY PLAN']).join('\n')
            return []
          },
        }
        await searchCompany(explained, 'Globex')
        return text
      })
      expect(plan).not.toMatch(/Seq Scan on (booking|station)/)
      for (const column of ['reference_key', 'tracking_number', 'pro_number', 'shipment_id', 'consignee_key']) {
        expect(plan, column).toMatch(new RegExp(`Index Cond: .*site_id.*${column}`))
      }
    }
  })
})
