import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFaultProxy, type ProxiedCall } from '../support/fault-proxy.ts'
import { plannedFaults, type FaultPlan } from '../support/fault-proxy-plan.ts'
import { seeded } from '../support/seeded.ts'
import type { ClerkKind } from './clerk.ts'
import { openDesk } from './desk.ts'
import { count, ORDINARY, run, wait, type Errand, type Stage } from './errands.ts'
import { judge, type RoundFacts, type Violation } from './judge.ts'
import { readLedger } from './ledger-facts.ts'
import { startService, type ServiceHandle, type ServiceShipment } from './service-handle.ts'
import { lookOnceMore, settle, untilSent } from './settle.ts'
import type { SmallDisk } from './small-disk.ts'
import { seenBookings } from './seen-booking.ts'
import { startStation, StationDidNotOpen, type RunningStation } from './station-handle.ts'
import { WorldClock } from './world-clock.ts'

export interface RoundOptions {
  /** Names the round's randomness; everything that is planned follows from it. */
  seed: string
  kills: number
  clerk: ClerkKind
  /** More than the ordinary errands, by weight. */
  errands?: Partial<Record<Errand, number>>
  /** The ledger's disk, when it is a small one. */
  disk?: SmallDisk | null
  plan?: FaultPlan
  isReposting?: boolean
  /** Changes what was read before it is judged: for the tests that the judge can say no. */
  tamper?: (dataDir: string) => void
}

export interface RoundReport {
  seed: string
  facts: RoundFacts
  violations: Violation[]
  kills: number
  calls: readonly ProxiedCall[]
  tally: ReadonlyMap<string, number>
  refusals: ReadonlyMap<string, number>
}

/** Longer than an ordinary answer takes on a busy machine; what is late is late by this. */
const DEADLINE_MS = 600
/** Lives are this long on average. */
const MEAN_LIFE_MS = 600
const LONGEST_LIFE_MS = 3_000
const MEAN_PAUSE_MS = 25
/** How long a person waits to start a station anew, by the round's clock. */
const DOWN_S = 30

/**
 * One round: a new ledger, a new service, a proxy between them, and a station that is killed again and again; then peace,
 * and the comparison of what the ledger says with what the service has.
 */
export async function runRound(options: RoundOptions): Promise<RoundReport> {
  const { seed, kills, clerk, disk = null, isReposting = false } = options
  const folder = mkdtempSync(join(tmpdir(), 'waybill-chaos-'))
  const dataDir = join(disk?.dir ?? folder, 'station')
  mkdirSync(dataDir, { recursive: true })
  const service = await startService(join(folder, 'service'))
  const plan = options.plan ?? plannedFaults(seed)
  const proxy = await startFaultProxy({ target: service.baseUrl, plan, deadlineMs: DEADLINE_MS })
  const world = new WorldClock()
  const desk = openDesk(seed, world, seeded(seed, 'desk'))
  const stage: Stage = { clerk, service, proxy, world, desk, disk, changed: new Set(), tally: new Map() }
  const notices: string[] = []

  const open = async (): Promise<RunningStation> => {
    const station = await startStation({
      dataDir,
      baseUrl: proxy.baseUrl,
      apiKey: service.apiKey,
      deadlineMs: DEADLINE_MS,
      clockOffsetMs: world.stationOffsetMs,
      isReposting,
    })
    notices.push(...station.notices)
    return station
  }

  try {
    const weights = { ...ORDINARY, ...options.errands }
    for (let life = 1; life <= kills; life++) {
      await liveAndDie(stage, weights, life, seed, () => openWithRoom(stage, open))
    }
    disk?.free()
    const last = await open()
    await desk.submit(last, 2)
    await untilSent(last)
    await settle(stage, last, seeded(seed, 'settle'))
    await lookOnceMore(last)
    await last.close()
    options.tamper?.(dataDir)
    const facts = await gather(stage, dataDir, notices)
    const { calls } = proxy
    return { seed, facts, violations: judge(facts), kills, calls, tally: stage.tally, refusals: desk.refusals }
  } finally {
    await proxy.close()
    await service.close()
    rmSync(folder, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A station on a full disk may say that it cannot open; then somebody makes room. */
async function openWithRoom(stage: Stage, open: () => Promise<RunningStation>): Promise<RunningStation> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof StationDidNotOpen) || stage.disk === null) throw error
    count(stage.tally, 'did not open on a full disk')
    stage.disk.free()
    return open()
  }
}

/** One life: errands one after the other, some of them still open, until the kill comes at its moment. */
async function liveAndDie(
  stage: Stage,
  weights: Partial<Record<Errand, number>>,
  life: number,
  seed: string,
  open: () => Promise<RunningStation>,
): Promise<void> {
  const random = seeded(seed, 'life', life)
  const lifeMs = Math.min(random.exponential(MEAN_LIFE_MS), LONGEST_LIFE_MS)
  const downMs = 1000 * random.below(DOWN_S)
  const station = await open()
  // Its life begins with its first answer: a slow machine must not make every death one at start.
  if (random.chance(0.8)) await seenBookings(station, 1)
  let isOver = false
  const killed = sleep(lifeMs).then(async () => {
    isOver = true
    await station.kill()
    count(stage.tally, 'kill')
  })
  const underWay: Promise<void>[] = [wait(stage, station, downMs)]
  for (let nth = 1; !isOver; nth++) {
    const errands = seeded(seed, 'life', life, 'errand', nth)
    const done = run(errands.pick(weights), stage, station, errands)
    underWay.push(done)
    // Half of the time the next errand does not wait for this one's answer.
    const patience = errands.chance(0.5) ? done : Promise.resolve()
    await Promise.race([patience, killed])
    await Promise.race([sleep(errands.exponential(MEAN_PAUSE_MS)), killed])
  }
  await killed
  await Promise.all(underWay)
}

/** What the closed ledger and the service say, and what happened on the way. */
async function gather(stage: Stage, dataDir: string, notices: readonly string[]): Promise<RoundFacts> {
  const { proxy, service, desk } = stage
  const ledger = readLedger(dataDir)
  const copies = new Map<string, number>()
  for (const { reference, fault } of proxy.calls) {
    if (reference !== null && fault?.kind === 'copied') copies.set(reference, (copies.get(reference) ?? 0) + 1)
  }
  return {
    submissions: desk.submissions,
    ledger,
    shipments: await shipmentsByReference(
      service,
      ledger.bookings.map(({ reference }) => reference),
    ),
    shipmentsInAll: await service.countShipments(),
    copies,
    notices,
    ledAstray: proxy.ledAstray(),
  }
}

async function shipmentsByReference(
  service: ServiceHandle,
  references: readonly string[],
): Promise<Map<string, readonly ServiceShipment[]>> {
  const found = new Map<string, readonly ServiceShipment[]>()
  for (const reference of references) found.set(reference, await service.shipmentsOf(reference))
  return found
}
