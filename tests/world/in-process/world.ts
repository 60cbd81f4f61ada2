import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { BOOKING_STATES } from '../../../src-shared/machine/booking.ts'
import { PRINT_JOB_STATES } from '../../../src-shared/station/printing/printing.ts'
import { seeded, type Seeded } from '../../support/seeded.ts'
import { Branch, MINUTE } from './branch.ts'
import { Disk } from './disk.ts'
import type { StationFacts } from '../judge/facts.ts'
import { judgeFloors } from '../judge/floors.ts'
import { judgePeace } from '../judge/judge.ts'
import type { Violation } from '../judge/violation.ts'
import { Loop } from './loop.ts'
import { Meter, type MeterReport } from './meter.ts'
import { Network } from './network.ts'
import { CLOSES_AT, DAY, OPENS_AT, RATE_LIMIT, stormOf, type Act, type Plan, type PlannedAct } from './plan.ts'
import { SERVICE_KEY, SimulatedService, type WorldShipment } from './service.ts'
import { HOME, moveTo, ZONES } from './zone.ts'

export interface WorldOptions {
  plan: Plan
  /** A RAM disk: files are copied at every kill. */
  root: string
  /** The service's file with its places and codes. */
  template: string
  /** Keeps the lines of the trace, for a story; otherwise only their hash. */
  isReported?: boolean
}

/** One line of what happened: when, by the world's clock, and what. */
export interface Line {
  at: number
  text: string
}

export interface WorldReport {
  seed: string
  days: number
  stations: number
  /** Of every line; the same seed gives the same one. */
  hash: string
  lines: readonly Line[]
  events: number
  calls: number
  actions: number
  kills: number
  restarts: number
  restores: number
  /** How often each thing happened, by name. */
  tally: ReadonlyMap<string, number>
  violations: readonly Violation[]
  memory: MeterReport
  facts: readonly StationFacts[]
  /** The world's time against the time it took, measured by the caller. */
  simulatedMs: number
}

/** For every look at a booking of unknown fate, and every retry. */
const PEACE_MINUTES = 150

/** Lives a whole plan through: stations, their people, a service, printers, and the weather; then peace, and the judge. */
export async function runWorld({ plan, root, template, isReported = false }: WorldOptions): Promise<WorldReport> {
  const folder = mkdtempSync(join(root, 'world-'))
  moveTo(HOME)
  try {
    return await new World(plan, new Disk(folder), template, isReported).live()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

class World {
  readonly #plan: Plan
  readonly #loop: Loop
  readonly #network: Network
  readonly #service: SimulatedService
  readonly #branches: readonly Branch[]
  readonly #meter = new Meter()
  readonly #isReported: boolean
  readonly #hash = createHash('sha256')
  readonly #lines: Line[] = []
  readonly #tally = new Map<string, number>()
  readonly #faults: string[] = []
  readonly #secrets: string[] = []
  readonly #violations: Violation[] = []

  constructor(plan: Plan, disk: Disk, template: string, isReported: boolean) {
    const { seed, start, responseVariant, habit, balanceMinor, stations, systems, slowerSync } = plan
    this.#plan = plan
    this.#isReported = isReported
    this.#loop = new Loop(start, seed)
    const loop = this.#loop
    this.#network = new Network(loop, seed)
    const network = this.#network
    this.#service = new SimulatedService({
      ...{ seed, responseVariant, habit, balanceMinor, loop, network, disk, template },
      count: (what) => this.#count(what),
    })
    const service = this.#service
    const branchAt = (nth: number): Branch => {
      const branch: Branch = new Branch({
        seed,
        nth,
        systems,
        slowerSync,
        habit,
        start,
        loop,
        network,
        service,
        disk,
        reports: {
          say: (text) => this.#say(stations === 1 ? text : `${branch.name}: ${text}`),
          count: (name) => this.#count(name),
          fault: (what) => this.#faults.push(`${this.#clockText()} ${what}`),
          secret: (what) => this.#secrets.push(what),
          violation: (violation) => this.#noteViolation(violation),
        },
      })
      return branch
    }
    this.#branches = Array.from({ length: stations }, (_, nth) => branchAt(nth))
    network.onCall = ({ host, method, path, fate, outcome }) => {
      this.#count(`call ${fate}`)
      const who = stations === 1 ? '' : `${host.replace(/ .*/, '')}: `
      this.#say(`${who}call ${method} ${path} -> ${outcome}${fate === 'ok' ? '' : ` (${fate})`}`)
    }
    network.onLeaving = (call) => this.#branches.find(({ name }) => call.host.startsWith(`${name} `))?.leaving(call)
    network.onWritten = (authority, connection, piece) =>
      this.#branches.find(({ printer }) => printer.uri === `tcp://${authority}`)?.printer.receive(connection, piece)
  }

  async live(): Promise<WorldReport> {
    const { seed, days, start, acts, staysOpen, stations, opens = OPENS_AT, closes = CLOSES_AT } = this.#plan
    await this.#loop.until(start + opens * 60 * MINUTE)
    this.#service.start()
    for (const branch of this.#branches) await branch.begin()
    let next = 0
    for (let day = 0; day < days; day += 1) {
      this.#service.start()
      for (const branch of this.#branches) if (!branch.station.isUp) await branch.open()
      for (; next < acts.length; next += 1) {
        const act = acts[next]
        if (!act || act.at >= (day + 1) * DAY) break
        await this.#watch(start + act.at)
        this.#do(act)
      }
      await this.#watch(start + day * DAY + closes * 60 * MINUTE)
      this.#calm()
      const morning = start + (day + 1) * DAY + opens * 60 * MINUTE
      if (staysOpen && day < days - 1) {
        await this.#watch(morning)
        this.#meter.sample(this.#loop.pending)
        continue
      }
      for (const branch of this.#branches) await branch.close()
      this.#say('closed for the night')
      this.#meter.sample(this.#loop.pending)
      if (day < days - 1) await this.#loop.until(morning)
    }
    await this.#makePeace()
    const facts = this.#branches.map((branch) => branch.facts())
    for (const each of facts) this.#countStates(each)
    const shipments = await this.#shipmentsKnown(facts.flatMap(({ ledger }) => ledger.bookings))
    // It alone may read its file while it is open.
    await this.#service.close()
    for (const violation of judgePeace({
      stations: facts,
      shipments,
      refunds: this.#service.refunds(),
      calls: this.#network.calls,
      faults: this.#faults,
      secrets: this.#secrets,
    })) {
      this.#noteViolation(violation)
    }
    for (const violation of judgeFloors(this.#tally)) this.#noteViolation(violation)
    const sum = (of: (branch: Branch) => number) => this.#branches.reduce((total, branch) => total + of(branch), 0)
    return {
      seed,
      days,
      stations,
      hash: this.#hash.digest('hex').slice(0, 16),
      lines: this.#lines,
      events: this.#loop.events,
      calls: this.#network.calls.length,
      actions: acts.length,
      kills: sum(({ kills }) => kills),
      restarts: sum(({ station }) => station.lives),
      restores: sum(({ goingBack }) => goingBack.restores),
      tally: this.#tally,
      violations: this.#violations,
      memory: this.#meter.report(),
      facts,
      simulatedMs: this.#loop.now - start,
    }
  }

  /** Time passes; once a simulated minute the judge looks. */
  async #watch(until: number): Promise<void> {
    while (this.#loop.now < until) {
      const at = Math.min(until, this.#loop.now + MINUTE)
      await this.#loop.until(at)
      this.#look()
    }
  }

  #look(): void {
    const { weather, isCut } = this.#network
    const isReachable = Object.keys(weather).length === 0 && !isCut && this.#service.isUp
    for (const branch of this.#branches) branch.look(isReachable)
  }

  #do({ act, nth }: PlannedAct): void {
    const random = seeded(this.#plan.seed, 'act', nth)
    this.#count(`act ${act}`)
    const branch = this.#branches[nth % this.#branches.length]
    this.#say(this.#branches.length === 1 ? `act ${act}` : `${branch?.name ?? ''}: act ${act}`)
    if (branch?.do(act, random)) return
    this.#happen(act, random)
  }

  /** What befalls everybody. */
  #happen(act: Act, random: Seeded): void {
    switch (act) {
      case 'storm':
        this.#network.weather = stormOf(random)
        return
      case 'rate limit':
        this.#network.weather = RATE_LIMIT
        return
      case 'calm':
        this.#network.weather = {}
        return
      case 'cut':
        this.#network.isCut = true
        return
      case 'mend':
        this.#network.isCut = false
        return
      case 'service dies':
        return this.#service.kill()
      case 'service starts':
        return this.#service.start()
      case 'change zone':
        return moveTo(random.pick(ZONES))
      default:
        throw new Error(`nobody does "${act}"`)
    }
  }

  #calm(): void {
    this.#network.weather = {}
    this.#network.isCut = false
    moveTo(HOME)
    this.#service.start()
    for (const branch of this.#branches) branch.calm()
  }

  /** No faults, and time: whatever can be settled settles, and people answer what is asked. */
  async #makePeace(): Promise<void> {
    this.#calm()
    for (const branch of this.#branches) await branch.open()
    this.#say('peace')
    const end = this.#loop.now + (this.#plan.peaceMinutes ?? PEACE_MINUTES) * MINUTE
    for (let step = 0; this.#loop.now < end; step += 1) {
      await this.#watch(this.#loop.now + 10 * MINUTE)
      for (const branch of this.#branches) await branch.answerAll(seeded(this.#plan.seed, 'peace', step))
    }
    for (const branch of this.#branches) await branch.close()
  }

  /** All that the service has; each under its reference, which its list leaves out. */
  async #shipmentsKnown(bookings: readonly { reference: string }[]): Promise<WorldShipment[]> {
    const all = new Map((await this.#service.shipments()).map((each) => [each.shipmentId, each]))
    for (const reference of new Set(bookings.map((each) => each.reference))) {
      for (const each of await this.#service.shipments(reference)) all.set(each.shipmentId, { ...each, reference })
    }
    return [...all.values()]
  }

  #countStates({ ledger: { bookings }, jobs, orders, steps }: StationFacts): void {
    const add = (name: string, times: number) => this.#tally.set(name, (this.#tally.get(name) ?? 0) + times)
    for (const state of BOOKING_STATES) add(state, bookings.filter((each) => each.state === state).length)
    for (const state of PRINT_JOB_STATES) add(`job ${state}`, jobs.filter((each) => each.state === state).length)
    add('order kept', orders.length)
    add('order booked', orders.filter(({ state }) => state === 'booked').length)
    for (const [step, times] of steps) add(step, times)
  }

  #noteViolation(violation: Violation): void {
    this.#violations.push(violation)
    this.#say(`violation ${violation.rule}: ${violation.what}`)
  }

  #count(name: string): void {
    this.#tally.set(name, (this.#tally.get(name) ?? 0) + 1)
  }

  #say(text: string): void {
    if (text.includes(SERVICE_KEY)) this.#secrets.push(text)
    const line = { at: this.#loop.now, text }
    this.#hash.update(`${line.at.toFixed(3)} ${text}\n`)
    if (this.#isReported) this.#lines.push(line)
  }

  #clockText(): string {
    return new Date(this.#loop.now).toISOString()
  }
}
