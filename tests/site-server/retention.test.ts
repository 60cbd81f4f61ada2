import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cacheRetention } from '../../src-main/data/cache/retention.rows.ts'
import { siteLabels } from '../../src-main/labels/labels.site.rows.ts'
import { addNotice, openNotices } from '../../src-main/site-server/notices.rows.ts'
import { siteFeed } from '../../src-main/site-server/feed.rows.ts'
import { createSiteRetention } from '../../src-main/site-server/retention.ts'
import { siteRetentionRows } from '../../src-main/site-server/retention.rows.ts'
import { errorData } from '../../src-shared/station/error.ts'
import { STARTING_RETENTION } from '../../src-shared/station/app/retention.ts'
import { shipmentReport, testCache, trackingEvent } from '../support/cache.ts'
import { hasPostgres, settableClock, siteRow, testDatabase, testSiteStation } from '../support/postgres.ts'

const DAY = 24 * 60 * 60 * 1000
const countSchema = z.object({ n: z.int() })

/** A site of which some shipments were delivered when the clock began, and what it keeps beside. */
async function grown() {
  const { db } = await testDatabase()
  const cache = await testCache()
  const { clock } = cache
  const setClock = await settableClock(db, clock.now().toISOString())
  await siteRow(db, 'embedded')
  await testSiteStation(db, 'stn_1')
  await cache.source.use('embedded')
  const labels = siteLabels(db)
  const keep = (shipmentId: string, text: string) =>
    labels.keep('embedded', shipmentId, [{ documentId: `DOC-${shipmentId}`, format: 'ZPL', bytes: Buffer.from(text) }])
  await keep('SHP-ended', '^XA^FDone^FS^XZ')
  await keep('SHP-shared', '^XA^FDsame^FS^XZ')
  await keep('SHP-underway', '^XA^FDsame^FS^XZ')
  await keep('SHP-reprinted', '^XA^FDagain^FS^XZ')
  const delivered = { status: 'DELIVERED', actualDelivery: clock.now().toISOString() } as const
  await cache.shipments.upsert(
    [
      shipmentReport('SHP-ended', delivered),
      shipmentReport('SHP-shared', delivered),
      shipmentReport('SHP-reprinted', delivered),
      shipmentReport('SHP-underway', {}),
    ],
    clock.now(),
  )
  await cache.shipments.addEvents([trackingEvent('EVT-1', 'SHP-ended'), trackingEvent('EVT-2', 'SHP-underway')])
  const feed = siteFeed(db)
  const toNight = async (days: number) => {
    const day = new Date(clock.now().getTime() + days * DAY)
    const night = new Date(day.getFullYear(), day.getMonth(), day.getDate(), 2, 30)
    clock.advance(night.getTime() - clock.now().getTime())
    await setClock(night)
  }
  let mayContinue = true
  const rows = siteRetentionRows(db)
  const open = () =>
    createSiteRetention({
      rows,
      cache: cacheRetention(cache.db),
      rules: async () => STARTING_RETENTION,
      clock,
      mayContinue: () => mayContinue,
    })
  const count = async (from: string, ...values: unknown[]) =>
    countSchema.parse(await db.one(`SELECT count(*)::int AS n FROM ${from}`, ...values)).n
  return { db, cache, clock, feed, rows, open, count, toNight, stop: () => (mayContinue = false) }
}

describe.skipIf(!hasPostgres)('retention at a site', () => {
  it('deletes labels and events of shipments that ended, by the days that are set, and nothing of others', async () => {
    const site = await grown()
    const { db, count, toNight } = site
    await toNight(STARTING_RETENTION.labels - 1)
    await site.open().tick()
    expect(await count('label')).toBe(4)

    await db.run(
      `INSERT INTO print_claim (claim_id, shipment_id, station_id, content_hash, printer_name, outcome, on_island, at)
       VALUES ('claim-1', 'SHP-reprinted', 'stn_1', 'x', 'Zebra', 'printed', false, site_now())`,
    )
    await toNight(2)
    await site.open().tick()
    const left = z.array(z.object({ shipment_id: z.string() })).parse(await db.all('SELECT shipment_id FROM label'))
    expect(left.map((row) => row.shipment_id).sort()).toEqual(['SHP-reprinted', 'SHP-underway'])
    // Bytes that another label has stay.
    expect(await count('document_bytes')).toBe(2)
    expect(site.cache.db.prepare('SELECT count(*) FROM tracking_event').pluck().get()).toBe(2)
    expect(await count(`audit WHERE subject_id = 'retention'`)).toBe(1)

    await toNight(STARTING_RETENTION.events)
    await site.open().tick()
    expect(site.cache.db.prepare('SELECT event_id FROM tracking_event').pluck().all()).toEqual(['EVT-2'])
  })

  it('runs once a night, and again the next', async () => {
    const site = await grown()
    await site.toNight(1)
    const retention = site.open()
    await retention.tick()
    const first = await site.rows.lastAt()
    expect(first).toBe(site.clock.now().toISOString())
    site.clock.advance(60_000)
    await retention.tick()
    expect(await site.rows.lastAt()).toBe(first)
    await site.toNight(1)
    await retention.tick()
    expect(await site.rows.lastAt()).toBe(site.clock.now().toISOString())
  })

  it('ends where another process sends, and is not over then', async () => {
    const site = await grown()
    await site.toNight(STARTING_RETENTION.labels + 2)
    const asked = site.rows.labels
    site.rows.labels = (...of) => {
      site.stop()
      return asked(...of)
    }
    const retention = site.open()
    await retention.tick()
    expect(await site.rows.lastAt()).toBeNull()
  })

  it('deletes events that every station has read, and never the newest', async () => {
    const site = await grown()
    const { db, feed, count, toNight } = site
    await feed.number()
    const last = await feed.last()
    const read = (seq: number) =>
      db.run(
        `UPDATE station SET beat = json_build_object('told', json_build_object('timeline', site_timeline(), 'seq', $1::bigint))`,
        seq,
      )
    await toNight(61)
    // A station that has not reported how far it is holds all.
    await site.open().tick()
    expect(await count('feed')).toBe(4)
    await read(last - 2)
    await toNight(1)
    await site.open().tick()
    expect(await count('feed')).toBe(2)
    await read(last)
    await toNight(1)
    await site.open().tick()
    expect(await count('feed')).toBe(1)
    expect(await feed.last()).toBe(last)
  })

  it('deletes notices, ids of what was done, answered approvals and codes, each after its time', async () => {
    const site = await grown()
    const { db, count, toNight } = site
    const error = errorData({ code: 'STATION_LEFT_OUT', message: 'Dock B was left out.' })
    await addNotice(db, 'left-out', error)
    await db.run(`INSERT INTO act (act_id, station_id, content_hash, at) VALUES ('act-1', 'stn_1', 'x', site_now())`)
    await db.run(`INSERT INTO enrol_code (code_hash, made_at, ends_at) VALUES ('code', site_now(), site_now())`)
    await db.run(
      `INSERT INTO approval (item_id, station_id, asked, asked_at, answer, answered_by, answered_at)
       VALUES ('a', 'stn_1', '{}', site_now(), '{}', 'stn_1', site_now()), ('b', 'stn_1', '{}', site_now(), NULL, NULL, NULL)`,
    )
    await db.run(
      `INSERT INTO shared_edit (edit_id, kind, record_id, version, station_id, content_hash, at)
       VALUES ('e', 'note', 'n', 1, 'stn_1', 'x', site_now())`,
    )
    const counts = () => Promise.all(['notice', 'act', 'enrol_code', 'approval', 'shared_edit'].map((t) => count(t)))
    expect(await openNotices(db, 10)).toHaveLength(1)
    await toNight(31)
    await site.open().tick()
    expect(await openNotices(db, 10)).toEqual([])
    expect(await counts()).toEqual([1, 1, 1, 2, 1])
    await toNight(60)
    await site.open().tick()
    expect(await counts()).toEqual([1, 1, 0, 1, 1])
    await toNight(320)
    await site.open().tick()
    expect(await counts()).toEqual([0, 0, 0, 1, 0])
  })
})
