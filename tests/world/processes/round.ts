import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFaultProxy, type ProxiedCall } from '../../support/fault-proxy.ts'
import { plannedFaults } from '../../support/fault-proxy-plan.ts'
import { seeded } from '../../support/seeded.ts'
import type { ClerkKind } from '../people/clerk.ts'
import { isOwnReference, openDesk } from '../people/desk.ts'
import { count, ORDINARY, run, wait, type Errand, type Stage } from './errands.ts'
import { BREAK_CODES, judge, type RoundFacts, type Submission } from '../judge/bookings.ts'
import type { Violation } from '../judge/violation.ts'
import { readLedger } from '../judge/ledger-facts.ts'
import { befall, type Mishap } from './mishaps.ts'
import { startService, type ServiceHandle, type ServiceShipment } from './service-handle.ts'
import { countStandingStill, keepPeace, lookOnceMore, settle, untilSent } from './settle.ts'
import type { SmallDisk } from './small-disk.ts'
import { seenBookings } from '../people/seen-booking.ts'
import { startStation, StationDidNotOpen, type RunningStation } from './handle.ts'
import type { StationSettings } from './protocol.ts'
import { WorldClock } from './world-clock.ts'

export interface RoundOptions {
  /** Names the round's randomness; everything that is planned follows from it. */
  seed: string
  kills: number
  clerk: ClerkKind
  /** How the service writes its answers; plain when left out. */
  responseVariant?: string
  /** More than the ordinary errands, by weight. */
  errands?: Partial<Record<Errand, number>>
  /** The ledger's disk, when it is a small one. */
  disk?: SmallDisk | null
  /** What befalls the station's files between two lives, by weight; none when left out. */
  mishaps?: Partial<Record<Mishap, number>>
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
/** How often something befalls the files of a dead station. */
const MISHAP_CHANCE = 0.4
/** How often a station is killed at a step of its own opening first, and how many steps that may have. */
const DEATH_IN_OPENING = 0.4
const MOST_STEPS = 30

/**
 * One round: a new ledger, a new service, a proxy between them, and a station that is killed again and again; then peace,
 * and the comparison of what the ledger says with what the service has.
 */
export async function runRound(options: RoundOptions): Promise<RoundReport> {
  const { seed, kills, clerk, disk = null } = options
  const folder = mkdtempSync(join(tmpdir(), 'waybill-chaos-'))
  const dataDir = join(disk?.dir ?? folder, 'station')
  mkdirSync(dataDir, { recursive: true })
  const service = await startService(join(folder, 'service'), options.responseVariant)
  const world = new WorldClock()
  const proxy = await startFaultProxy({
    target: service.baseUrl,
    plan: plannedFaults(seed),
    deadlineMs: DEADLINE_MS,
    clock: world,
  })
  const desk = openDesk(seed, world, seeded(seed, 'desk'))
  const stage: Stage = { clerk, service, proxy, world, desk, disk, changed: new Set(), tally: new Map() }
  const reported = new Set<string>()
  const history: History = { notices: [], breaks: [], mishaps: [] }

  const open = async (how: Partial<StationSettings> = {}): Promise<RunningStation> => {
    const station = await startStation({
      dataDir,
      baseUrl: proxy.baseUrl,
      apiKey: service.apiKey,
      deadlineMs: DEADLINE_MS,
      clockOffsetMs: world.stationOffsetMs,
      ...how,
    })
    for (const { code, message } of station.notices) {
      history.notices.push(code)
      const isNew = !reported.has(message)
      reported.add(message)
      if (isNew && BREAK_CODES.some((known) => known === code)) history.breaks.push(world.life)
    }
    return station
  }
  const openAnyhow = () => openForced(stage, open)

  try {
    const weights = { ...ORDINARY, ...options.errands }
    for (let life = 1; life <= kills; life++) {
      world.life = life
      const random = seeded(seed, 'mishap', life)
      if (options.mishaps && random.chance(MISHAP_CHANCE)) {
        const mishap = random.pick(options.mishaps)
        if (befall(mishap, dataDir, random)) {
          count(stage.tally, mishap)
          history.mishaps.push(life)
        }
      }
      if (options.mishaps && random.chance(DEATH_IN_OPENING)) {
        await dieInOpening(stage, () => open({ dieAtStep: 1 + random.below(MOST_STEPS) }))
      }
      await liveAndDie(stage, weights, life, seed, openAnyhow)
    }
    disk?.free()
    world.life = kills + 1
    const last = await openAnyhow()
    await desk.submit(last, 2)
    await untilSent(last)
    await settle(stage, last, seeded(seed, 'settle'))
    await lookOnceMore(last)
    await keepPeace(stage, last)
    await last.close()
    const standingStill = countStandingStill(dataDir, world.now())
    const facts = await gather(stage, dataDir, { ...history, standingStill })
    const { calls } = proxy
    return { seed, facts, violations: judge(facts), kills, calls, tally: stage.tally, refusals: desk.refusals }
  } finally {
    await proxy.close()
    await service.close()
    rmSync(folder, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** What was told and what happened, by the station's lives. */
interface History {
  notices: string[]
  breaks: number[]
  mishaps: number[]
}

type Open = (how?: Partial<StationSettings>) => Promise<RunningStation>

/**
 * A station may say that it cannot open: on a full disk somebody makes room, and where the ledger is missing and no backup
 * is sound a person begins a new one, knowing what that means.
 */
async function openForced(stage: Stage, open: Open): Promise<RunningStation> {
  const answers: Partial<StationSettings> = {}
  for (;;) {
    try {
      return await open(answers)
    } catch (error) {
      if (!(error instanceof StationDidNotOpen)) throw error
      if (error.code === 'LEDGER_MISSING' && answers.ledgerAnswer === undefined) {
        count(stage.tally, 'began a new ledger knowingly')
        answers.ledgerAnswer = { kind: 'new' }
      } else if (stage.disk?.isFull() === true) {
        count(stage.tally, 'did not open on a full disk')
        stage.disk.free()
      } else {
        throw error
      }
    }
  }
}

/** Killed at a step of its own opening, or never at one so late. */
async function dieInOpening(stage: Stage, open: () => Promise<RunningStation>): Promise<void> {
  try {
    await (await open()).kill()
  } catch (error) {
    if (!(error instanceof StationDidNotOpen)) throw error
    count(stage.tally, error.code === 'DIED' ? 'killed in its opening' : `would not open: ${error.code}`)
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
async function gather(
  stage: Stage,
  dataDir: string,
  history: History & { standingStill: number },
): Promise<RoundFacts> {
  const { proxy, service, desk } = stage
  const ledger = readLedger(dataDir)
  const shipments = await shipmentsByReference(
    service,
    ledger.bookings.map(({ reference }) => reference),
  )
  return {
    submissions: desk.submissions,
    ledger,
    shipments,
    shipmentsInAll: await service.countShipments(),
    copies: copiesOf(proxy.calls),
    ...history,
    ofLostForms: history.breaks.length === 0 ? 0 : await countOfLostForms(service, shipments),
    ofForms: await shipmentsByForm(service, desk.submissions),
    ledAstray: proxy.ledAstray(),
  }
}

/** How often the network itself passed a booking on twice, by reference. */
export function copiesOf(calls: readonly ProxiedCall[]): Map<string, number> {
  const copies = new Map<string, number>()
  for (const { reference, fault } of calls) {
    if (reference !== null && fault?.kind === 'copied') copies.set(reference, (copies.get(reference) ?? 0) + 1)
  }
  return copies
}

/** Whatever the suffix that made a reference unique here: of forms that have a reference of their own. */
async function shipmentsByForm(
  service: ServiceHandle,
  submissions: readonly Submission[],
): Promise<Map<string, readonly ServiceShipment[]>> {
  const found = new Map<string, readonly ServiceShipment[]>()
  for (const { submissionId, reference } of submissions) {
    if (!isOwnReference(reference)) continue
    const references = [reference, ...[2, 3, 4].map((copy) => `${reference}-${copy}`)]
    const shipments = await Promise.all(references.map((each) => service.shipmentsOf(each)))
    found.set(submissionId, shipments.flat())
  }
  return found
}

/** Shipments that no booking in the ledger has the reference of: what a person was told to look for under Track. */
async function countOfLostForms(
  service: ServiceHandle,
  shipments: ReadonlyMap<string, readonly ServiceShipment[]>,
): Promise<number> {
  const held = new Set([...shipments.values()].flat().map(({ shipmentId }) => shipmentId))
  return (await service.allShipments()).filter(({ shipmentId }) => !held.has(shipmentId)).length
}

async function shipmentsByReference(
  service: ServiceHandle,
  references: readonly string[],
): Promise<Map<string, readonly ServiceShipment[]>> {
  const found = new Map<string, readonly ServiceShipment[]>()
  for (const reference of references) found.set(reference, await service.shipmentsOf(reference))
  return found
}
