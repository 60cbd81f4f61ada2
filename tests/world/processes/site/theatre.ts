import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClerkKind } from '../../people/clerk.ts'
import { openDesk, type Desk } from '../../people/desk.ts'
import { count } from '../errands.ts'
import type { ServiceHandle } from '../service-handle.ts'
import type { WorldClock } from '../world-clock.ts'
import type { FaultProxy } from '../../../support/fault-proxy.ts'
import { seeded, type Seeded } from '../../../support/seeded.ts'
import { until } from '../../../support/until.ts'
import type { Cluster } from './cluster.ts'
import { openLink, type Link } from './link.ts'
import { startSite, startStation, StationDidNotOpen, type RunningSite, type RunningStation } from '../handle.ts'

/** One of the two machines that the site may run on; a second process waits until the first does not send any more. */
export interface SitePlace {
  name: string
  port: number
  folder: string
  running: RunningSite | null
  isFrozen: boolean
}

/** A packing station with its desk, its person and its network. */
export interface Place {
  name: string
  clerk: ClerkKind
  link: Link
  desk: Desk
  /** How wrong its clock is. */
  skewMs: number
  life: number
  /** Null: it is dead, or on its way up. */
  running: RunningStation | null
  dataDir: string
  /** Bookings that a change was asked of. */
  changed: Set<string>
}

/** Everything of a round. */
export interface Theatre {
  seed: string
  folder: string
  world: WorldClock
  service: ServiceHandle
  proxy: FaultProxy
  cluster: Cluster
  sites: SitePlace[]
  places: Place[]
  tally: Map<string, number>
  /** Codes that somebody may scan. */
  codes: string[]
  guardMs: number
  /** Of every other start of a site how long it waits for an answer of the service. */
  deadlineMs: number
  /** A fault put into the code of the site's processes, by its name. */
  mutant: string | null
  /** How far the test's clock is from the machine's of the database, before any time was passed. */
  databaseAheadMs: number
  /** People stop handing in, and nobody kills any more. */
  isOver: boolean
}

/** No station has a key, nor anybody to send to: whoever sent by itself would be refused. */
const NO_SERVICE = { baseUrl: 'http://127.0.0.1:9/api/v1', apiKey: 'none' }
const STATION_DEADLINE_MS = 5_000
/** Of a station's calls to its site: none takes longer because time runs fast. */
const LONGEST_CALL_MS = 10_000
/** As in life, where a call may take longer than a seat outlives: nothing but the guard keeps what woke up from going out. */
const SITE_DEADLINE_MS = 900_000
const MOST_KEY_DELAY_MS = 60
const MOST_SLOW_KEY_DELAY_MS = 600

/** A site's place, where nothing runs yet. */
export function sitePlace(folder: string, name: string, port: number): SitePlace {
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  return { name, port, folder: own, running: null, isFrozen: false }
}

/** Starts the site's process at a place, as often as it takes: its database may be away. */
export async function openSitePlace(theatre: Theatre, place: SitePlace): Promise<void> {
  const { service, proxy, cluster, world, guardMs, mutant, seed } = theatre
  const random = seeded(seed, place.name, theatre.tally.get('sites started') ?? 0)
  for (;;) {
    count(theatre.tally, 'sites started')
    const deadlineMs = random.chance(0.5) ? SITE_DEADLINE_MS : theatre.deadlineMs
    const running = await startSite({
      ...{ databaseUrl: cluster.url, folder: place.folder, port: place.port, guardMs, deadlineMs, mutant },
      environment: service.baseUrl,
      baseUrl: proxy.baseUrl,
      apiKey: service.apiKey,
      keyDelayMs: random.below(random.chance(0.3) ? MOST_SLOW_KEY_DELAY_MS : MOST_KEY_DELAY_MS),
      clockOffsetMs: world.aheadMs,
    })
    if (running) {
      place.running = running
      return
    }
    count(theatre.tally, 'a site did not open without its database')
    await sleep(100)
  }
}

/** A station that is not started yet. */
export async function stationPlace(theatre: Theatre, name: string, clerk: ClerkKind): Promise<Place> {
  const { folder, seed, world } = theatre
  const dataDir = join(folder, name)
  mkdirSync(dataDir, { recursive: true })
  const random = seeded(seed, name, 'link')
  const link = await openLink(() => {
    const there = theatre.sites.filter(({ running }) => running !== null)
    return there[random.below(Math.max(1, there.length))]?.port ?? null
  })
  const time = {
    get life() {
      return place.life
    },
    get aheadMs() {
      return world.aheadMs
    },
    now: () => world.now(),
  }
  const desk = openDesk(`${seed}-${name}`, time, seeded(seed, name, 'desk'), seed)
  const place: Place = {
    ...{ name, clerk, link, desk, dataDir, skewMs: 0, life: 0, running: null, changed: new Set<string>() },
  }
  return place
}

/** Starts a station on its folder, as often as it takes. */
export async function openPlace(theatre: Theatre, place: Place): Promise<RunningStation> {
  for (;;) {
    place.life += 1
    try {
      const running = await startStation({
        ...NO_SERVICE,
        dataDir: place.dataDir,
        deadlineMs: STATION_DEADLINE_MS,
        clockOffsetMs: theatre.world.aheadMs + place.skewMs,
        shortestTimerMs: LONGEST_CALL_MS + 1,
        keychainFile: join(theatre.folder, `${place.name}.keychain`),
      })
      place.running = running
      return running
    } catch (error) {
      if (!(error instanceof StationDidNotOpen) || error.code !== 'SLOW') throw error
      count(theatre.tally, 'a station was slow to open')
    }
  }
}

/** Every station of the round belongs to the site from here on. */
export async function enrol(theatre: Theatre, place: Place): Promise<void> {
  const station = place.running ?? (await openPlace(theatre, place))
  await until(
    `${place.name} to be enrolled`,
    async () => {
      const site = theatre.sites.find(({ running }) => running !== null)?.running
      const code = await site?.enrolCode([place.link.url])
      if (!code) return null
      const answer = await station.invoke('site.enrol', { code, name: place.name })
      if (answer?.ok) return true
      // A site holds back strangers that ask too often; it is waited for.
      await passTime(theatre, 4_000)
      return null
    },
    { giveUpMs: 60_000, everyMs: 50 },
  )
}

let passing = Promise.resolve()

/**
 * Lets time pass for all: database, service, sites and stations. No more at once than a sender's seat outlives, but where the
 * sender is known to be gone: else a takeover would come while bytes of the one before are on their way, as none does in life.
 */
export function passTime(theatre: Theatre, ms: number): Promise<void> {
  passing = passing.then(async () => {
    const { world, cluster, service, sites, places } = theatre
    world.pass(ms)
    cluster.setAhead(theatre.databaseAheadMs + world.aheadMs)
    await service.jump(ms)
    for (const { running } of sites) running?.pass(ms)
    for (const { running } of places) running?.pass(ms)
  })
  return passing
}

/** Somebody of those that run; null: nobody does. */
export function somePlace(theatre: Theatre, random: Seeded, but: readonly Place[] = []): Place | null {
  const there = theatre.places.filter((place) => place.running !== null && !but.includes(place))
  return there[random.below(Math.max(1, there.length))] ?? null
}
