import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { runCommandOf, type RunCommand } from '../../src-main/app/run-command.ts'
import { openStation, type Station } from '../../src-main/app/station.ts'
import { createFreightClient } from '../../src-main/freight/client.ts'
import { systemClock } from '../../src-main/kernel/clock.ts'
import { randomIds } from '../../src-main/kernel/ids.ts'
import { openSiteDatabase } from '../../src-main/site-server/site-database.ts'
import { makeCode } from '../../src-main/site-server/enrol-code.ts'
import { siteStations } from '../../src-main/site-server/stations.rows.ts'
import { enrolCodeText } from '../../src-shared/site/enrol.ts'
import { bookedElsewhere } from '../support/elsewhere.ts'
import { memoryKeychain } from '../support/memory-keychain.ts'
import { directBooking } from '../support/site-stations.ts'
import { until } from '../support/until.ts'
import type { BenchDatabase } from './database.ts'
import { elapsed, p95, type BenchResult, type Sizes } from './ratio.ts'
import { KEY, startService } from './service-process.ts'

interface SiteStationSizes {
  /** Stations of the site, of which the first so many are left to book a batch at once. */
  stations: number
  desks: number
  bookings: number
  /** How long the service takes for one of them. */
  answerMs: number
  /** Posted past the site, as many at a time as the site sends at most. */
  bare: number
  /** Bookings whose label every station waits for, one each pace. */
  labels: number
  paceMs: number
}

export const SITE_STATIONS: Sizes<SiteStationSizes> = {
  full: { stations: 20, desks: 10, bookings: 1_000, answerMs: 2_000, bare: 240, labels: 60, paceMs: 1_000 },
  short: { stations: 3, desks: 2, bookings: 8, answerMs: 20, bare: 4, labels: 3, paceMs: 20 },
}

const SENDS = 24
const MOST_BATCH_MS = 120_000
const MOST_LABEL_MS = 1_000
const LOOK_EVERY_MS = 5
const WAYBILL = join(import.meta.dirname, '../../out/src-main/cli/waybill.js')
const FAULT_TOKEN = 'bench-fault-token'
const countSchema = z.object({ booked: z.int() })
const bookedSchema = z.object({ shipmentId: z.string() })

interface Desk {
  station: Station
  run: RunCommand
}

/**
 * Whole stations, each with its ledger, beside one site: how long a slow service takes for what many desks submit at once, and how
 * soon a label is at every other station. The site and the service are each
 * a process of its own, the stations share one.
 */
export async function benchSiteStations(
  sizes: SiteStationSizes,
  openDatabase: () => Promise<BenchDatabase>,
): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-stations-'))
  mkdirSync(join(folder, 'service'))
  const database = await openDatabase()
  const service = await startService(join(folder, 'service'), ['--fault-token', FAULT_TOKEN])
  const access = { baseUrl: service.baseUrl, apiKey: KEY }
  const db = openSiteDatabase(database.url, { connections: 1 })
  const site = await startSite(join(folder, 'site'), database.url, access)
  const desks: Desk[] = []

  async function answersAfter(delayMs: number): Promise<void> {
    const faults = `${new URL(service.baseUrl).origin}/_sandbox/faults`
    const headers = { 'x-sandbox-token': FAULT_TOKEN, 'content-type': 'application/json' }
    await fetch(faults, { method: 'DELETE', headers })
    if (delayMs === 0) return
    const body = JSON.stringify({ method: 'POST', path: '/book-shipment', times: 1_000_000, delayMs })
    await fetch(faults, { method: 'POST', headers, body })
  }

  const bookedAtSite = async (): Promise<number> =>
    countSchema.parse(await db.one(`SELECT count(*) AS booked FROM booking WHERE state = 'BOOKED'`)).booked

  /** Milliseconds until the site has booked what these submit at once. */
  async function batch(): Promise<number> {
    const before = await bookedAtSite()
    return elapsed(async () => {
      const each = Math.ceil(sizes.bookings / desks.length)
      await Promise.all(
        desks.map(async ({ run }) => {
          for (let at = 0; at < each; at++) await run('bookings.submit', directBooking(randomIds.next('PO')))
        }),
      )
      await until(
        'the batch to be booked',
        async () => {
          return (await bookedAtSite()) === before + each * desks.length ? true : null
        },
        { everyMs: 100, giveUpMs: 10 * MOST_BATCH_MS },
      )
    })
  }

  const bare = (count: number): Promise<number> =>
    elapsed(() => {
      let left = count
      return Promise.all(
        Array.from({ length: SENDS }, async () => {
          while (left-- > 0) await bookedElsewhere(access, randomIds.next('PO'))
        }),
      )
    })

  /** Of each booking and each station but its own. */
  async function labelTimes(): Promise<number[]> {
    const times: number[] = []
    const waits: Promise<void>[] = []
    for (let at = 0; at < sizes.labels; at++) {
      const own = desks[at % desks.length]
      if (own === undefined) throw new Error('there is no station')
      waits.push(
        (async () => {
          const { bookingId } = await own.run('bookings.submit', directBooking(randomIds.next('PO')))
          const sql = `SELECT shipment_id AS shipmentId FROM booking WHERE booking_id = ? AND state = 'BOOKED'`
          const booked = own.station.stores.ledger.db.prepare(sql)
          const row = await until('BOOKED', () => booked.get(bookingId) ?? null, { everyMs: LOOK_EVERY_MS })
          const { shipmentId } = bookedSchema.parse(row)
          const bookedAt = performance.now()
          const others = new Set(desks.filter((desk) => desk !== own))
          await until(
            'its label everywhere',
            () => {
              for (const desk of others) {
                const { db } = desk.station.stores.ledger
                if (db.prepare('SELECT 1 FROM label WHERE shipment_id = ?').get(shipmentId) === undefined) continue
                others.delete(desk)
                times.push(performance.now() - bookedAt)
              }
              return others.size === 0 ? true : null
            },
            { everyMs: LOOK_EVERY_MS },
          )
        })(),
      )
      await sleep(sizes.paceMs)
    }
    await Promise.all(waits)
    return times
  }

  /** One fetch of each label from the service itself, by one that needs it. */
  async function bareLabelTimes(): Promise<number[]> {
    const client = createFreightClient(async () => access, { clock: systemClock })
    const times: number[] = []
    for (let at = 0; at < sizes.labels; at++) {
      const shipmentId = await bookedElsewhere(access, randomIds.next('PO'))
      times.push(await elapsed(() => client.fetchLabels(shipmentId, 'ZPL')))
    }
    return times
  }

  try {
    for (let nth = 1; nth <= sizes.stations; nth++) {
      const keychain = memoryKeychain()
      const station = await openStation({
        dataDir: join(folder, `station-${nth}`),
        clock: systemClock,
        openKeychain: async () => keychain.keychain,
        startEmbedded: async () => ({ ...access, ended: new Promise(() => undefined), close: async () => undefined }),
      })
      const run = runCommandOf(station)
      desks.push({ station, run })
      const { secret } = await makeCode(siteStations(db), null)
      const code = enrolCodeText({ urls: site.urls, fingerprint: null, secret })
      await run('site.enrol', { code, name: `Dock ${nth}` })
      // It opens again as a station of the site.
      await run('site.view', {})
    }
    const fetched = await bareLabelTimes()
    const labels = await labelTimes()
    for (const { station } of desks.splice(sizes.desks)) await station.close()
    await answersAfter(sizes.answerMs)
    const bareMs = ((await bare(sizes.bare)) / sizes.bare) * sizes.bookings
    const batchMs = await batch()
    await answersAfter(0)
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    const [labelMs, fetchMs] = [p95(labels), p95(fetched)]
    return [
      {
        name: `site: ${sizes.bookings} bookings of ${sizes.desks} stations, ${sizes.answerMs / 1000} s each / bare posts`,
        figures: `${seconds(batchMs)} beside ${seconds(bareMs)}`,
        measured: [batchMs, bareMs],
        ratio: batchMs / bareMs,
        aim: { words: `<= ${MOST_BATCH_MS / 1000} s`, met: batchMs <= MOST_BATCH_MS },
      },
      {
        name: `site: label at ${sizes.stations - 1} others after BOOKED, p95 / one fetch`,
        figures: `${labelMs.toFixed(0)} ms beside ${fetchMs.toFixed(0)} ms`,
        measured: [labelMs, fetchMs],
        ratio: labelMs / fetchMs,
        aim: { words: `<= ${MOST_LABEL_MS / 1000} s`, met: labelMs <= MOST_LABEL_MS },
      },
    ]
  } finally {
    for (const { station } of desks) await station.close()
    await site.close()
    await db.close()
    await service.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const servedSchema = z.object({ ready: z.literal(true), urls: z.array(z.string()).min(1) })

/** The built program, as an administrator starts it. */
async function startSite(data: string, databaseUrl: string, { baseUrl, apiKey }: { baseUrl: string; apiKey: string }) {
  const child = spawn(
    process.execPath,
    [WAYBILL, 'site', 'start', '--plain', '--port', '0', '--json', '--base-url', baseUrl, '--data', data],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, WAYBILL_SITE_DATABASE: databaseUrl, WAYBILL_API_KEY: apiKey },
    },
  )
  let printed = ''
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    printed += chunk.toString('utf8')
    if (printed.includes('\n')) break
  }
  const { urls } = servedSchema.parse(JSON.parse(printed))
  return {
    urls,
    close: async (): Promise<void> => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
