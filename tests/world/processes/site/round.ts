import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrateSite } from '../../../../src-main/site-server/migrate.ts'
import { openSiteDatabase } from '../../../../src-main/site-server/site-database.ts'
import { startService, type ServiceHandle } from '../service-handle.ts'
import { WorldClock } from '../world-clock.ts'
import { startFaultProxy, type ProxiedCall } from '../../../support/fault-proxy.ts'
import { plannedFaults, type FaultPlan } from '../../../support/fault-proxy-plan.ts'
import { machineMs } from '../../../support/running-clock.ts'
import { aheadOf, settableSiteNow, startCluster } from './cluster.ts'
import { judgeSite } from '../../judge/site.ts'
import type { Violation } from '../../judge/violation.ts'
import { trailOf } from '../report.ts'
import { copiesOf } from '../round.ts'
import { mayhem, type MayhemPlan } from './mayhem.ts'
import { makePeace } from './peace.ts'
import { workAt } from './people.ts'
import { readSite, readStation, referencesAtService, type SiteRoundFacts } from '../../judge/site-facts.ts'
import { enrol, openPlace, openSitePlace, passTime, sitePlace, stationPlace, type Theatre } from './theatre.ts'
import { freePort } from '../../../support/free-port.ts'

export interface SiteRoundOptions {
  /** Names the round's randomness; everything that is planned follows from it. */
  seed: string
  /** A cluster's files, as `clusterTemplate` made them. */
  template: string
  stations: number
  mayhem: MayhemPlan
  /** Nothing new is handed in when so many forms were taken, */
  bookings: number
  /** or when so much real time is over. */
  forMs: number
  /** Of each station's people between two errands, in real milliseconds. */
  meanPauseMs: number
  /** How the service writes its answers; plain when left out. */
  responseVariant?: string
  /** Every other clerk is careless when left out. */
  isCareless?: boolean
  plan?: FaultPlan
  /** A fault put into the code of the site's processes, by its name. */
  mutant?: string
  /** What has to have happened so often before it is over, by the tally's names; however busy the machine is, within reason. */
  atLeast?: Readonly<Record<string, number>>
  /** Told now and then how far it is. */
  onProgress?: (line: string) => void
}

export interface SiteRoundReport {
  seed: string
  facts: SiteRoundFacts
  violations: Violation[]
  calls: readonly ProxiedCall[]
  tally: ReadonlyMap<string, number>
  seconds: number
}

/** Longer than an ordinary answer takes on a busy machine; what is late is late by this. */
const DEADLINE_MS = 700
/** Below the deadline of a whole call: the guard of a site that is used is 8 s, of 15 s that a seat outlives. */
const GUARD_MS = 1_200
/** So much faster than the machine's goes everybody's time while there is mayhem. */
const TICK_MS = 1_000
const PASSES_MS = 1_000
const TICKS_TOLD = 10
/** So much longer than planned it goes on for the sake of what has to happen; in ticks, of which a busy machine makes fewer. */
const MOST_TIMES = 12

/**
 * One round: a database with its standby, a service behind a proxy, two processes of one site, and stations with their
 * people, of which every one is killed, frozen or cut off again and again; then peace, and the comparison of what the site,
 * its stations and the service say.
 */
export async function runSiteRound(options: SiteRoundOptions): Promise<SiteRoundReport> {
  const { seed } = options
  const startedAt = machineMs()
  const folder = mkdtempSync(join(tmpdir(), 'waybill-site-round-'))
  const clusterFolder = mkdtempSync(join(tmpdir(), 'waybill-site-cluster-'))
  const serviceDir = join(folder, 'service')
  mkdirSync(serviceDir, { recursive: true })
  const ends: (() => Promise<unknown>)[] = []
  try {
    const service = await startService(serviceDir, options.responseVariant)
    let closing: Promise<void> | undefined
    const closeService = () => (closing ??= service.close())
    ends.push(closeService)
    const world = new WorldClock()
    const proxy = await startFaultProxy({
      target: service.baseUrl,
      plan: options.plan ?? plannedFaults(seed),
      deadlineMs: DEADLINE_MS,
      clock: world,
    })
    ends.push(proxy.close)
    const cluster = await startCluster(options.template, clusterFolder)
    ends.push(cluster.close)
    await prepareDatabase(cluster.url)
    const databaseAheadMs = await aheadOf(cluster.url, world.now())
    cluster.setAhead(databaseAheadMs)
    const theatre: Theatre = {
      ...{ seed, folder, world, service, proxy, cluster, databaseAheadMs },
      sites: [sitePlace(folder, 'site-a', await freePort()), sitePlace(folder, 'site-b', await freePort())],
      places: [],
      tally: new Map(),
      codes: [],
      guardMs: GUARD_MS,
      deadlineMs: DEADLINE_MS,
      mutant: options.mutant ?? null,
      isOver: false,
    }
    ends.push(() => endAll(theatre))
    const phase = (name: string) => options.onProgress?.(`${name} after ${secondsSince(startedAt)} s`)
    await setUp(theatre, options)
    phase('everybody is there')
    await perform(theatre, options)
    phase('peace begins')
    const left = await makePeace(theatre)
    phase(`peace, ${left.length} open`)
    for (const line of left.slice(0, LEFT_SHOWN)) options.onProgress?.(line)
    const site = await readSite(cluster.url)
    for (const { running } of theatre.places) await running?.close()
    const facts: SiteRoundFacts = {
      site,
      stations: theatre.places.map(({ name, dataDir, desk }) => readStation(name, dataDir, desk.submissions)),
      ...(await atService(service, closeService, serviceDir)),
      copies: copiesOf(proxy.calls),
      ledAstray: proxy.ledAstray(),
    }
    const seconds = secondsSince(startedAt)
    return { seed, facts, violations: judgeSite(facts), calls: proxy.calls, tally: theatre.tally, seconds }
  } finally {
    for (const end of ends.reverse()) await end()
    for (const each of [folder, clusterFolder]) rmSync(each, { recursive: true, force: true })
  }
}

/** Of what stays open: enough to see why. */
const LEFT_SHOWN = 20

const secondsSince = (startedAt: number): number => Math.round((machineMs() - startedAt) / 1000)

async function prepareDatabase(url: string): Promise<void> {
  const db = openSiteDatabase(url, { connections: 1 })
  try {
    await migrateSite(db)
  } finally {
    await db.close()
  }
  await settableSiteNow(url)
}

/** Sites first, then the stations, two at a time; each is enrolled by a code of its own. */
async function setUp(theatre: Theatre, { stations, isCareless }: SiteRoundOptions): Promise<void> {
  // One makes the site's row; the next finds it.
  const [first, ...others] = theatre.sites
  if (first) await openSitePlace(theatre, first)
  const waiting = others.map((site) => openSitePlace(theatre, site))
  const names = Array.from({ length: stations }, (_, nth) => `dock-${nth + 1}`)
  const lane = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const clerk = (isCareless ?? names.length % 2 === 0) ? 'careless' : 'careful'
      const place = await stationPlace(theatre, name, clerk)
      theatre.places.push(place)
      await openPlace(theatre, place)
      await enrol(theatre, place)
    }
  }
  await Promise.all([lane(), lane(), ...waiting])
}

const takenIn = ({ places }: Theatre): number =>
  places.reduce((sum, { desk }) => sum + desk.submissions.filter(({ taken }) => taken.length > 0).length, 0)

/** People work and everything goes wrong, until there is enough of it. */
async function perform(theatre: Theatre, options: SiteRoundOptions): Promise<void> {
  const { bookings, forMs, meanPauseMs, onProgress, atLeast = {} } = options
  const startedAt = machineMs()
  const work = theatre.places.map((place) => workAt(theatre, place, meanPauseMs))
  const ticks = (async () => {
    for (let nth = 1; !theatre.isOver; nth++) {
      await sleep(TICK_MS)
      await passTime(theatre, PASSES_MS)
      const taken = takenIn(theatre)
      theatre.tally.set('forms taken', taken)
      if (nth % TICKS_TOLD === 0) {
        const sends = theatre.proxy.calls.filter(({ family }) => family === 'book').length
        onProgress?.(`${secondsSince(startedAt)} s: ${taken} forms taken, ${sends} sends`)
      }
      const spentMs = nth * TICK_MS
      const isEnough = Object.entries(atLeast).every(([name, times]) => (theatre.tally.get(name) ?? 0) >= times)
      if (((taken >= bookings || spentMs > forMs) && isEnough) || spentMs > MOST_TIMES * forMs) theatre.isOver = true
    }
  })()
  await Promise.all([...work, ticks, mayhem(theatre, options.mayhem)])
  theatre.tally.set('forms taken', takenIn(theatre))
}

async function endAll({ sites, places }: Theatre): Promise<void> {
  for (const { running } of sites) {
    running?.thaw()
    await running?.kill()
  }
  for (const { running, link } of places) {
    await running?.kill()
    await link.close()
  }
}

async function atService(
  service: Pick<ServiceHandle, 'allShipments'>,
  closeService: () => Promise<void>,
  dataDir: string,
): Promise<Pick<SiteRoundFacts, 'shipments' | 'shipmentsInAll'>> {
  const all = await service.allShipments()
  // While it runs its file is its own.
  await closeService()
  const references = referencesAtService(dataDir)
  const shipments = new Map<string, typeof all>()
  for (const shipment of all) {
    const reference = references.get(shipment.shipmentId) ?? ''
    shipments.set(reference, [...(shipments.get(reference) ?? []), shipment])
  }
  return { shipments, shipmentsInAll: all.length }
}

/** Everything that is known of a violation, as lines. */
export function trailOfSite(violation: Violation, { facts, calls }: SiteRoundReport): string[] {
  const stations = facts.stations.map(({ name, ledger }) => [name, ledger] as const)
  return trailOf(violation, { site: { ...facts.site, integrity: 'ok' }, ...Object.fromEntries(stations) }, calls)
}
