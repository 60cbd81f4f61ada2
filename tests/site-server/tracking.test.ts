import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MOST_TRACKED_AT_ONCE } from '../../src-shared/freight/tracking-request.ts'
import type { SiteOptions } from '../../src-main/site-server/site.ts'
import { openCache } from '../../src-main/data/cache/cache.ts'
import { syncCursorStore } from '../../src-main/shipments/sync-cursor.rows.ts'
import { quarantineStore } from '../../src-main/shipments/quarantine.rows.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { hasPostgres } from '../support/postgres.ts'
import { runningClock } from '../support/running-clock.ts'
import { siteTracker } from '../support/site-tracker.ts'
import { bookedElsewhere } from '../support/elsewhere.ts'
import { newStores } from '../support/new-stores.ts'
import { tempDir } from '../support/temp-dir.ts'
import { type Refused, testSite, type TestSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'

/** Counts what leaves the site for the freight service. */
async function countingSite(change: Partial<SiteOptions> = {}) {
  let proxy: ReturnType<typeof startFaultProxy> | undefined
  const site = await testSite((sandbox) => ({
    access: async () => {
      proxy ??= startFaultProxy({
        ...{ target: sandbox.baseUrl, plan: () => null, deadlineMs: 30_000, clock: sandbox.clock },
      })
      return { baseUrl: (await proxy).baseUrl, apiKey: sandbox.apiKey }
    },
    ...change,
  }))
  onTestFinished(async () => (await proxy)?.close())
  return { ...site, calls: async () => (await proxy)?.calls.length ?? 0 }
}

async function tracker(
  { origin, sandbox }: Pick<TestSite, 'origin' | 'sandbox'>,
  token: string,
  dataDir = newStores(),
) {
  const opened = await siteTracker({ dataDir, clock: sandbox.clock, origin, token })
  let closed: Promise<void> | undefined
  const close = () => (closed ??= opened.close())
  onTestFinished(close)
  return { ...opened, close }
}

describe.skipIf(!hasPostgres)('the tracking poller of a site', () => {
  it('asks the service once for all stations, and each has every shipment and event', async () => {
    const site = await countingSite()
    const first = await tracker(site, (await site.station('Dock 1')).token)
    await first.sync.syncNow()
    const shipmentId = await bookedElsewhere(site.sandbox, 'PO-1')
    await site.sandbox.jump(60 * 86_400_000)
    await first.sync.syncNow()
    expect((await first.sync.state()).phase).toBe('following')
    const before = await site.calls()
    const others: Awaited<ReturnType<typeof tracker>>[] = []
    for (let at = 2; at <= 6; at++) others.push(await tracker(site, (await site.station(`Dock ${at}`)).token))
    for (const other of others) other.sync.start()
    for (const other of others) {
      await until('its events', async () => ((await other.shipments.events(shipmentId)).length > 0 ? true : null))
      expect(await other.shipments.events(shipmentId)).toEqual(await first.shipments.events(shipmentId))
    }
    expect(await site.calls()).toBe(before)
    const [mine] = await first.shipments.findByCode('PO-1')
    expect(mine?.lastEvent).not.toBeNull()
    const phase = async () => (await others[0]?.sync.state())?.phase
    await until('all of the past', async () => ((await phase()) === 'following' ? true : null))
  })

  it('asks once for a shipment that every station opens at the same time, and tells all of it', async () => {
    const site = await countingSite()
    const stations = []
    for (let at = 1; at <= 4; at++) stations.push(await tracker(site, (await site.station(`Dock ${at}`)).token))
    const [first] = stations
    await first?.sync.syncNow()
    const shipmentId = await bookedElsewhere(site.sandbox, 'PO-1')
    const before = await site.calls()
    await first?.sync.refresh(shipmentId)
    const byOne = (await site.calls()) - before
    expect(byOne).toBeGreaterThan(0)
    await Promise.all(stations.map(({ sync }) => sync.refresh(shipmentId)))
    expect((await site.calls()) - before).toBe(byOne)
    for (const { shipments } of stations) expect((await shipments.get(shipmentId))?.reference).toBe('PO-1')
    // Whoever did not ask reads it as news.
    const late = await tracker(site, (await site.station('Dock 5')).token)
    late.sync.start()
    await until('the news', async () => late.shipments.get(shipmentId))
    expect((await site.calls()) - before).toBe(byOne)
  })

  it('says that a shipment is unknown there, as the service said it, and asks again when asked again', async () => {
    const site = await countingSite()
    const dock = await tracker(site, (await site.station('Dock 1')).token)
    await dock.sync.syncNow()
    for (let turn = 1; turn <= 2; turn++) {
      const before = await site.calls()
      await expect(dock.sync.refresh('SHP-NOT-THERE')).rejects.toMatchObject({ code: 'SHIPMENT_NOT_FOUND' })
      expect(await site.calls()).toBe(before + 1)
    }
    await dock.sync.fetchByNumbers(['TRK-NOT-THERE'])
    expect(await dock.shipments.findByCode('TRK-NOT-THERE')).toEqual([])
    expect(dock.faults).toEqual([])
  })

  it('shows at every station what it could not read of the service, and their own while the site is away', async () => {
    const folder = tempDir()
    const issues = [{ path: 'status', message: 'no status' }]
    const clock = runningClock()
    mkdirSync(join(folder, 'tracking'))
    const cache = await openCache(join(folder, 'tracking'), clock)
    await syncCursorStore(cache.db).use('embedded')
    const raw = { shipmentId: 'SHP-9', note: 'a-key-of-the-service' }
    await quarantineStore(cache.db).keep([{ kind: 'shipment', shipmentId: 'SHP-9', raw, issues }], clock.now())
    cache.close()
    const site = await testSite((sandbox) => ({
      folder,
      access: async () => ({ baseUrl: sandbox.baseUrl, apiKey: 'a-key-of-the-service' }),
    }))
    const desk = await tracker(site, (await site.station('Dock 1')).token)
    const reported = await desk.sync.quarantine()
    expect(reported).toMatchObject({ total: 1, rows: [{ kind: 'shipment', shipmentId: 'SHP-9', issues, tries: 0 }] })
    expect(JSON.stringify(reported)).not.toContain('a-key-of-the-service')
    await site.site.close()
    expect(await desk.sync.quarantine()).toEqual({ rows: [], total: 0 })
  })

  it('leaves a station its cache while the site is away, and lets it go on where it stopped', async () => {
    const folder = tempDir()
    const site = await countingSite({ folder })
    const { token } = await site.station('Dock 1')
    const dataDir = tempDir()
    const dock = await tracker(site, token, dataDir)
    const known = await bookedElsewhere(site.sandbox, 'PO-1')
    await dock.sync.syncNow()
    const cursor = await dock.source.newsCursor()
    expect(cursor.shipments).toBeGreaterThan(0)
    await site.site.close()
    await expect(dock.sync.syncNow()).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' })
    dock.sync.start()
    await until('the island', async () => ((await dock.sync.state()).phase === 'paused' ? true : null))
    expect(await dock.shipments.get(known)).not.toBeNull()
    await dock.close()
    const missed = await bookedElsewhere(site.sandbox, 'PO-2')
    await site.another({ folder, port: site.site.port })
    const again = await tracker(site, token, dataDir)
    await again.sync.syncNow()
    expect(await again.shipments.get(missed)).not.toBeNull()
    expect(await again.source.newsCursor()).toMatchObject({ cacheId: cursor.cacheId })
    expect(again.changed).not.toContain(known)
  })

  it('is read anew when the site lost its cache, and nothing that a station shows goes meanwhile', async () => {
    const site = await countingSite()
    const { token } = await site.station('Dock 1')
    const dock = await tracker(site, token)
    const known = await bookedElsewhere(site.sandbox, 'PO-1')
    await dock.sync.syncNow()
    const before = await dock.source.newsCursor()
    await site.site.close()
    await site.another({ folder: tempDir(), port: site.site.port })
    const missed = await bookedElsewhere(site.sandbox, 'PO-2')
    await dock.sync.syncNow()
    expect(await dock.shipments.get(known)).not.toBeNull()
    await until('what was missed', async () => {
      await dock.sync.syncNow()
      return dock.shipments.get(missed)
    })
    const after = await dock.source.newsCursor()
    expect(after.cacheId).not.toBe(before.cacheId)
    expect(dock.faults).toEqual([])
  })

  it('is one process of the site alone; another answers what a person asks', async () => {
    const site = await countingSite()
    const { token } = await site.station('Dock 1')
    const waiting = await site.another()
    expect(waiting.isSender()).toBe(false)
    const origin = `http://127.0.0.1:${waiting.port}`
    const shipmentId = await bookedElsewhere(site.sandbox, 'PO-1')
    const dock = await tracker({ origin, sandbox: site.sandbox }, token)
    dock.sync.start()
    await until('a look', async () => (dock.reached.length > 0 ? true : null))
    expect(await dock.sync.updatedAt()).toBeNull()
    await dock.sync.refresh(shipmentId)
    expect((await dock.shipments.get(shipmentId))?.reference).toBe('PO-1')
  })

  it('tells no station the API key, although a shipment holds it', async () => {
    const site = await countingSite()
    const dock = await site.station('Dock 1')
    const { apiKey } = site.sandbox
    const shipmentId = await bookedElsewhere(site.sandbox, `PO ${apiKey}`)
    const question = { ask: 'shipment', shipmentId, priority: 'tracking' } as const
    const [asked] = (await dock.post('askTracking', question)).shipments
    expect(asked?.reference).toMatch(/^PO .+/)
    const page = await (await dock.asked('/tracking?shipments=0&events=0')).text()
    expect(page).toContain(shipmentId)
    for (const text of [JSON.stringify(asked), page]) expect(text).not.toContain(apiKey)
  })

  it('takes no question and no place that cannot be read', async () => {
    const site = await countingSite()
    const dock = await site.station('Dock 1')
    const asked = (body: unknown) =>
      dock.asked('/tracking/questions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const refused = (code: string) => expect.objectContaining({ code }) as Refused
    for (const body of [
      {},
      { ask: 'everything' },
      { ask: 'shipment', shipmentId: '', priority: 'tracking' },
      { ask: 'shipment', shipmentId: 'x'.repeat(201), priority: 'tracking' },
      { ask: 'shipment', shipmentId: 'SHP-1', priority: 'person' },
      { ask: 'numbers', trackingNumbers: [], priority: 'background' },
      { ask: 'numbers', trackingNumbers: Array(MOST_TRACKED_AT_ONCE + 1).fill('TRK1'), priority: 'background' },
    ]) {
      await expect(asked(body)).rejects.toEqual(refused('INVALID_INPUT'))
    }
    await expect(asked('x'.repeat(20_000))).rejects.toEqual(refused('TOO_LARGE'))
    for (const query of ['', '?shipments=-1&events=0', '?shipments=0&events=x', '?shipments=0.5&events=0']) {
      await expect(dock.asked(`/tracking${query}`)).rejects.toEqual(refused('INVALID_INPUT'))
    }
    const unknown = await fetch(`${site.origin}/site/v1/tracking?shipments=0&events=0`)
    expect(unknown.status).toBe(401)
    // A cache that nobody has is another one: it is read from the beginning.
    const page = await (await dock.asked('/tracking?cacheId=none&shipments=9999999&events=9999999')).json()
    expect(page).toMatchObject({ next: { shipments: 0, events: 0 }, hasMore: false })
  })
})
