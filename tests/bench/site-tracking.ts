import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src-main/kernel/clock.ts'
import { createFreightClient } from '../../src-main/freight/client.ts'
import { randomIds } from '../../src-main/kernel/ids.ts'
import { hashToken } from '../../src-main/people/secret-hash.ts'
import { RELAY_BASE } from '../../src-main/site-server/http/site-app.ts'
import { openSite } from '../../src-main/site-server/site.ts'
import { openCache } from '../../src-main/data/cache/cache.ts'
import { serviceFacts } from '../../src-main/shipments/service-facts.rows.ts'
import { quarantineStore } from '../../src-main/shipments/quarantine.rows.ts'
import { shipmentStore } from '../../src-main/shipments/shipments.rows.ts'
import { syncCursorStore } from '../../src-main/shipments/sync-cursor.rows.ts'
import { openSiteDatabase } from '../../src-main/site-server/site-database.ts'
import { createSync } from '../../src-main/shipments/sync.ts'
import { startSandbox } from '../../src-sandbox/server.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { bookedElsewhere } from '../support/elsewhere.ts'
import { siteTracker } from '../support/site-tracker.ts'
import { until } from '../support/until.ts'
import type { BenchDatabase } from './database.ts'
import type { BenchResult, Sizes } from './ratio.ts'

interface FollowSizes {
  rounds: number
  bookedARound: number
  /** Stations of a small and of a large site. */
  some: number
  many: number
}

export const FOLLOWING: Sizes<FollowSizes> = {
  full: { rounds: 4, bookedARound: 5, some: 5, many: 50 },
  short: { rounds: 1, bookedARound: 1, some: 2, many: 3 },
}

const API_KEY = 'bench-key'
const FAULT_TOKEN = 'bench-fault-token'

interface Follower {
  /** Has it every one of these? */
  sees(shipmentIds: readonly string[]): Promise<boolean>
  /** Its person opens one. */
  open(shipmentId: string): Promise<void>
  close(): Promise<void>
}

/**
 * Calls that reach the freight service while shipments are booked, move, and are opened at every station at the same time: by
 * one, some and many stations of a site, and by some that track by themselves through the site's relay. The stations are light: a real
 * cache and what keeps it true over real HTTP, without ledger, printers and screens, in one process.
 */
export async function benchSiteTracking(
  sizes: FollowSizes,
  openDatabase: () => Promise<BenchDatabase>,
): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-site-'))
  const database = await openDatabase()
  const service = await startSandbox({
    ...{ port: 0, dataDir: join(folder, 'service'), apiKey: API_KEY, faultToken: FAULT_TOKEN },
  })
  const proxy = await startFaultProxy({
    ...{ target: service.baseUrl, plan: () => null, deadlineMs: 30_000, clock: systemClock },
  })
  const site = await openSite({
    ...{ databaseUrl: database.url, folder: join(folder, 'site'), siteName: 'Bench', environment: 'embedded' },
    access: async () => ({ baseUrl: proxy.baseUrl, apiKey: API_KEY }),
    ...{ host: '127.0.0.1', port: 0, tls: 'plain', priceTolerance: 0, clock: systemClock, ids: randomIds },
  })
  const origin = `http://127.0.0.1:${site.port}`
  const db = openSiteDatabase(database.url)
  const book = () => bookedElsewhere({ baseUrl: service.baseUrl, apiKey: API_KEY }, randomIds.next('PO'))
  let made = 0

  async function enrolled(): Promise<{ token: string; dataDir: string }> {
    const number = ++made
    const token = `wbs_bench_${number}`
    await db.run(
      `INSERT INTO station (station_id, name, token_hash, synced_to, enrolled_at)
       VALUES ($1, $1, $2, site_timeline(), now())`,
      `stn_${number}`,
      hashToken(token),
    )
    return { token, dataDir: join(folder, `station-${number}`) }
  }

  async function reader(): Promise<Follower> {
    const tracker = await siteTracker({ ...(await enrolled()), clock: systemClock, origin })
    tracker.sync.start()
    return {
      sees: async (shipmentIds) => {
        tracker.sync.hasten()
        return hasAll(tracker.shipments, shipmentIds)
      },
      open: tracker.sync.refresh,
      close: tracker.close,
    }
  }

  async function relayed(): Promise<Follower> {
    const { token, dataDir } = await enrolled()
    const cache = await openCache(dataDir, systemClock)
    const source = syncCursorStore(cache.db)
    await source.use('embedded')
    const shipments = shipmentStore(cache.db)
    const client = createFreightClient(async () => ({ baseUrl: origin + RELAY_BASE, apiKey: token }), {
      clock: systemClock,
    })
    const sync = createSync({
      ...{ shipments, source, quarantine: quarantineStore(cache.db), facts: serviceFacts(cache.db, systemClock) },
      ...{ link: () => ({ key: 'embedded', client }), clock: systemClock, onChange: () => undefined },
      onSynced: () => undefined,
      onFault: (error) => {
        throw error
      },
    })
    await sync.syncNow()
    return {
      sees: async (shipmentIds) => {
        await sync.syncNow()
        return hasAll(shipments, shipmentIds)
      },
      open: sync.refresh,
      close: async () => {
        await sync.close()
        cache.close()
      },
    }
  }

  /** Calls of all rounds, what it took until everybody was in step before them not counted. */
  async function callsOf(count: number, follower: () => Promise<Follower>, turn: () => Promise<unknown>) {
    const followers = await Promise.all(Array.from({ length: count }, follower))
    const seen = async (ids: string[]) => {
      for (const one of followers) await until('a station in step', async () => ((await one.sees(ids)) ? true : null))
    }
    try {
      const first = await book()
      await turn()
      await seen([first])
      const before = proxy.calls.length
      for (let round = 0; round < sizes.rounds; round++) {
        const ids: string[] = []
        for (let at = 0; at < sizes.bookedARound; at++) ids.push(await book())
        await pass(service.baseUrl)
        await turn()
        await seen(ids)
        const [opened = ''] = ids
        await Promise.all(followers.map((one) => one.open(opened)))
      }
      return proxy.calls.length - before
    } finally {
      for (const one of followers) await one.close()
    }
  }

  try {
    const person = await siteTracker({ ...(await enrolled()), clock: systemClock, origin })
    const siteTurn = () => person.sync.syncNow()
    const one = await callsOf(1, reader, siteTurn)
    const some = await callsOf(sizes.some, reader, siteTurn)
    const many = await callsOf(sizes.many, reader, siteTurn)
    const alone = await callsOf(1, relayed, async () => undefined)
    const apart = await callsOf(sizes.some, relayed, async () => undefined)
    await person.close()
    return [
      {
        name: `site: freight calls made by ${sizes.many} stations / by one`,
        figures: `${many} beside ${one}; by ${sizes.some}: ${some}`,
        measured: [one, some, many],
        ratio: many / one,
        aim: { words: '<= 1.1', met: many / one <= 1.1 },
      },
      {
        name: `site: the same of ${sizes.some} that track through the relay / one`,
        figures: `${apart} beside ${alone}`,
        measured: [alone, apart],
        ratio: apart / alone,
        aim: null,
      },
    ]
  } finally {
    await site.close()
    await db.close()
    await proxy.close()
    await service.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function hasAll(
  shipments: Pick<ReturnType<typeof shipmentStore>, 'statuses'>,
  shipmentIds: readonly string[],
): Promise<boolean> {
  return (await shipments.statuses(shipmentIds)).size === shipmentIds.length
}

/** A day goes by at the service. */
async function pass(baseUrl: string): Promise<void> {
  await fetch(`${new URL(baseUrl).origin}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'x-sandbox-token': FAULT_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({ jumpMs: 24 * 60 * 60 * 1_000 }),
  })
}
