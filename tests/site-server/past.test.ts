import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { migrateSite } from '../../src-main/site-server/migrate.ts'
import { openSiteDatabase } from '../../src-main/site-server/site-database.ts'
import { aTemplate } from '../world/processes/site/a-template.ts'
import { ask, startCluster } from '../world/processes/site/cluster.ts'
import { hasPostgres } from '../support/postgres.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'
import { full, isFullRun } from '../support/full.ts'

const template = hasPostgres && isFullRun ? await aTemplate() : null
afterAll(() => template?.remove())

/** A site whose database can be put back as it was, with a booking that was not sent then and is booked now. */
async function siteWithCopy() {
  const cluster = await startCluster(template?.folder ?? '', tempDir())
  const db = openSiteDatabase(cluster.url)
  onTestFinished(async () => {
    await db.close()
    await cluster.close()
  })
  await migrateSite(db)
  const folder = tempDir()
  let isServiceThere = false
  const made = await testSite(
    (sandbox) => ({
      folder,
      access: async () => ({
        baseUrl: isServiceThere ? sandbox.baseUrl : 'http://127.0.0.1:9/api/v1',
        apiKey: sandbox.apiKey,
      }),
    }),
    undefined,
    { url: cluster.url, db },
  )
  isServiceThere = true
  const a = await made.station('Dock A')
  const item = await a.item('PO-1')
  isServiceThere = false
  const { bookingId } = item.booking
  await a.upload(item)
  await until('a send that never left', async () =>
    (await db.one(`SELECT 1 FROM booking WHERE booking_id = $1 AND state = 'QUEUED' AND permit > 0`, bookingId))
      ? true
      : null,
  )
  await cluster.keepCopy()
  isServiceThere = true
  const booked = await a.seen(bookingId, ({ course }) => course.state === 'BOOKED')
  const reported = { timeline: a.timeline, seq: (await a.state()).feedSeq }
  return { ...made, cluster, db, folder, a, item, bookingId, booked, told: reported }
}

type SiteWithCopy = Awaited<ReturnType<typeof siteWithCopy>>

/** PostgreSQL names its past as before: nothing but what the site itself knows tells the copy from what it replaced. */
async function startCopy({ cluster, told: reported }: SiteWithCopy): Promise<void> {
  expect(await cluster.restoreCopy('as it is')).toBe(true)
  // Not of the site's row: whoever follows changes that at once.
  const [row] = await ask(cluster.url, 'SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline')
  expect(row).toEqual({ timeline: reported.timeline.slice(8) })
}

const timelineOf = async ({ db }: Pick<SiteWithCopy, 'db'>): Promise<string> => {
  const row = await db.one('SELECT timeline FROM sender').catch(() => null)
  return z.object({ timeline: z.string() }).nullish().parse(row)?.timeline ?? ''
}

/** The site is on a past of its own, looks for what the copy would have sent, and has it once. */
async function expectFollowed(site: SiteWithCopy): Promise<void> {
  const { db, told: reported, bookingId, item, booked, atService } = site
  const timeline = await until('another past', async () => {
    const now = await timelineOf(site)
    return now !== '' && now !== reported.timeline ? now : null
  })
  const why = await db.all(`SELECT detail FROM audit WHERE subject_id = $1 AND action = 'unknown'`, bookingId)
  expect(JSON.stringify(why)).toContain('the database changed its timeline')
  const again = site.a
  await again.upload({ ...item, known: booked.course })
  const bookings = [{ bookingId, state: 'BOOKED' as const }]
  await again.post('sync', { timeline, bookings, changes: [], isLast: true })
  await until('BOOKED again', async () =>
    (await db.one(`SELECT 1 FROM booking WHERE booking_id = $1 AND state = 'BOOKED'`, bookingId)) ? true : null,
  )
  expect(await atService('PO-1')).toHaveLength(1)
}

describe.skipIf(!hasPostgres)(
  "a copy of the database's files that is started as it is",
  full('a database of its own for each; only here is a copied database seen', {
    timeout: 120_000,
  }),
  () => {
    it('is noticed by the sender that runs, before it sends anything', async () => {
      const site = await siteWithCopy()
      await startCopy(site)
      await expectFollowed(site)
    })

    it('is noticed by a process that starts after it, by its own file', async () => {
      const site = await siteWithCopy()
      const { port } = site.site
      await site.site.close()
      await startCopy(site)
      await site.another({ folder: site.folder, port })
      await expectFollowed(site)
    })

    it('is noticed by what a station knows, where no process of the site remembers', async () => {
      const site = await siteWithCopy()
      const { port } = site.site
      await site.site.close()
      await startCopy(site)
      await site.db.run(`UPDATE sender SET beat_at = beat_at - interval '1 minute'`)
      const next = await site.another({ folder: tempDir(), port })
      expect(next.isSender()).toBe(false)
      await site.a.post('beat', { version: '0.1.0', waiting: 0, islandSince: null, printers: [], told: site.told })
      await expectFollowed(site)
    })
  },
)
