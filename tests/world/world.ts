import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { BOOKING_STATES } from '../../src-shared/machine/booking.ts'
import { dayAt } from '../../src-shared/station/day.ts'
import { PRINT_JOB_STATES } from '../../src-shared/station/printing/printing.ts'
import type { ClerkKind } from '../chaos/clerk.ts'
import { openDesk } from '../chaos/desk.ts'
import { seeded, type Seeded } from '../support/seeded.ts'
import { Disk } from './disk.ts'
import { judgePeace, readFacts, stuckRows, type Violation } from './judge.ts'
import { GoingBack } from './going-back.ts'
import { Loop } from './loop.ts'
import { Network } from './network.ts'
import { PEOPLE, type Workplace } from './people.ts'
import { DAY, stormOf, type Act, type Plan, type PlannedAct } from './plan.ts'
import { PRINTER_URI, SimulatedPrinter } from './printers.ts'
import { SERVICE_KEY, SERVICE_URL, SimulatedService, type WorldShipment } from './service.ts'
import { SimulatedStation } from './station.ts'
import { HOME, moveTo, ZONES } from './zone.ts'

export interface WorldOptions {
  plan: Plan
  /** A RAM disk: files are copied at every kill. */
  root: string
  /** The service's file with its places and codes. */
  template: string
  /** Keeps the lines of the trace, for a story; otherwise only their hash. */
  isTold?: boolean
}

/** One line of what happened: when, by the world's clock, and what. */
export interface Line {
  at: number
  text: string
}

export interface WorldReport {
  seed: string
  days: number
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
  /** The world's time against the time it took, measured by the caller. */
  simulatedMs: number
}

const MINUTE = 60_000
/** How long everything must have been well before what is due has to move. */
const CALM_MS = 5 * MINUTE
const PEACE_MS = 150 * MINUTE
/** Of the world's midnight: a little before and after people work. */
const OPENS_AT_HOUR = 12.9
const CLOSES_AT_HOUR = 23.5

/** Lives a whole plan through: a station, its people, a service, a printer, and the weather; then peace, and the judge. */
export async function runWorld({ plan, root, template, isTold = false }: WorldOptions): Promise<WorldReport> {
  const folder = mkdtempSync(join(root, 'world-'))
  moveTo(HOME)
  try {
    return await new World(plan, new Disk(folder), template, isTold).live()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

class World {
  readonly #plan: Plan
  readonly #loop: Loop
  readonly #network: Network
  readonly #service: SimulatedService
  readonly #printer: SimulatedPrinter
  readonly #station: SimulatedStation
  readonly #at: Workplace
  readonly #isTold: boolean
  readonly #hash = createHash('sha256')
  readonly #lines: Line[] = []
  readonly #tally = new Map<string, number>()
  readonly #faults: string[] = []
  readonly #secrets: string[] = []
  readonly #violations: Violation[] = []
  readonly #stuck = new Set<string>()
  readonly #goingBack = new GoingBack()
  #kills = 0
  /** What waits for the next call that does more than read. */
  #onNextPost: { isBooking: boolean; run: () => void } | null = null
  /** What waits for the next connection to the printer. */
  #onNextConnection: (() => void) | null = null
  /** When the service was last out of reach, or the clock wrong. */
  #troubleAt = 0

  constructor(plan: Plan, disk: Disk, template: string, isTold: boolean) {
    const { seed, start, dialect } = plan
    this.#plan = plan
    this.#isTold = isTold
    this.#loop = new Loop(start, seed)
    this.#network = new Network(this.#loop, seed)
    this.#network.onCall = ({ method, path, fate, outcome }) => {
      this.#count(`call ${fate}`)
      this.#say(`call ${method} ${path} -> ${outcome}${fate === 'ok' ? '' : ` (${fate})`}`)
    }
    this.#network.onLeaving = ({ method, path }) => {
      const waiting = this.#onNextPost
      if (method !== 'POST' || waiting === null || (waiting.isBooking && !path.startsWith('/api/v1/book'))) return
      this.#onNextPost = null
      waiting.run()
    }
    this.#network.onConnection = () => {
      this.#onNextConnection?.()
      this.#onNextConnection = null
    }
    this.#service = new SimulatedService({ seed, dialect, loop: this.#loop, network: this.#network, disk, template })
    this.#printer = new SimulatedPrinter(seed, this.#loop, this.#network)
    this.#station = new SimulatedStation({
      seed,
      name: 'station',
      loop: this.#loop,
      network: this.#network,
      disk,
      onEvent: ({ name, payload }) => this.#say(`event ${name} ${JSON.stringify(payload)}`),
      onCommand: (name, input, answer) => {
        const told = answer === null ? 'died' : answer.ok ? 'ok' : answer.error.code
        this.#goingBack.noteCommand(name, input, answer)
        if (JSON.stringify(answer).includes(SERVICE_KEY)) this.#secrets.push(`${name} answered with the key`)
        this.#count(`command ${name}`)
        this.#count(`answer ${told}`)
        if (told === 'INTERNAL') this.#faults.push(`${this.#clockText()} ${name} answered INTERNAL`)
        this.#say(`command ${name} -> ${told}`)
      },
      onOpen: (told) => {
        if ('failed' in told) this.#faults.push(`the station did not open: ${told.failed}`)
        else {
          for (const { code, message } of told) this.#say(`opened with ${code} ${message}`)
          this.#lookBack(told.map(({ code }) => code))
        }
        this.#say('failed' in told ? `did not open: ${told.failed}` : 'opened')
      },
    })
    const time = { life: 1, aheadMs: 0, now: () => new Date(this.#loop.now) }
    Object.defineProperty(time, 'aheadMs', { get: () => this.#loop.now - start })
    Object.defineProperty(time, 'life', { get: () => 1 + this.#goingBack.restores })
    const clerk: ClerkKind = seeded(seed, 'clerk').chance(0.7) ? 'careful' : 'careless'
    this.#at = {
      station: this.#station,
      service: this.#service,
      printer: this.#printer,
      desk: openDesk(seed, time, seeded(seed, 'desk')),
      clerk,
      today: () => dayAt(new Date(this.#loop.now + this.#station.skewMs)),
    }
  }

  async live(): Promise<WorldReport> {
    const { seed, days, start, acts } = this.#plan
    await this.#loop.until(start + OPENS_AT_HOUR * 60 * MINUTE)
    await this.#printer.start()
    this.#service.start()
    await this.#open()
    await this.#usePrinter()
    let next = 0
    for (let day = 0; day < days; day += 1) {
      this.#service.start()
      if (!this.#station.isUp) await this.#open()
      for (; next < acts.length; next += 1) {
        const act = acts[next]
        if (!act || act.at >= (day + 1) * DAY) break
        await this.#watch(start + act.at)
        this.#do(act)
      }
      await this.#watch(start + day * DAY + CLOSES_AT_HOUR * 60 * MINUTE)
      this.#calm()
      const morning = start + (day + 1) * DAY + OPENS_AT_HOUR * 60 * MINUTE
      if (this.#plan.staysOpen && day < days - 1) {
        await this.#watch(morning)
        continue
      }
      await this.#close()
      this.#say('closed for the night')
      if (day < days - 1) await this.#loop.until(morning)
    }
    await this.#makePeace()
    const facts = readFacts(this.#station.dir, (file) => new Database(file, { readonly: true }))
    this.#countStates(facts.ledger.bookings, facts.jobs)
    for (const [step, times] of facts.steps) this.#tally.set(step, times)
    const shipments = await this.#shipmentsKnown(facts.ledger.bookings)
    this.#violations.push(
      ...judgePeace({
        ...facts,
        submissions: this.#at.desk.submissions,
        shipments,
        printer: this.#printer,
        calls: this.#network.calls,
        restores: this.#goingBack.restores,
        before: this.#goingBack.before,
        sentAgain: this.#goingBack.sentAgain,
        printedByWord: this.#goingBack.printedByWord,
        faults: this.#faults,
        secrets: this.#secrets,
      }),
    )
    await this.#service.close()
    for (const { rule, what } of this.#violations) this.#say(`violation ${rule}: ${what}`)
    return {
      seed,
      days,
      hash: this.#hash.digest('hex').slice(0, 16),
      lines: this.#lines,
      events: this.#loop.events,
      calls: this.#network.calls.length,
      actions: acts.length,
      kills: this.#kills,
      restarts: this.#station.lives,
      restores: this.#goingBack.restores,
      tally: this.#tally,
      violations: this.#violations,
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
    const stores = this.#station.stores
    const { weather, isCut } = this.#network
    const isReachable = Object.keys(weather).length === 0 && !isCut && this.#service.isUp
    if (!isReachable || !stores || this.#station.skewMs !== 0) this.#troubleAt = this.#loop.now
    // What nobody can reach may wait, and while the clock is wrong, due times are, too.
    if (!stores || this.#loop.now - this.#troubleAt < CALM_MS) return
    const stuck = stuckRows(stores.ledger.db, SERVICE_URL, this.#loop.now + this.#station.skewMs)
    const { woken, lives } = this.#station
    if (woken > 0)
      stuck.push({ rule: 'stuck', what: `the watchdog had to wake rows in life ${lives}`, reference: null })
    for (const violation of stuck) {
      if (this.#stuck.has(violation.what)) continue
      this.#stuck.add(violation.what)
      this.#violations.push(violation)
      this.#say(`violation ${violation.rule}: ${violation.what}`)
    }
  }

  #do({ act, nth }: PlannedAct): void {
    const random = seeded(this.#plan.seed, 'act', nth)
    this.#count(`act ${act}`)
    this.#say(`act ${act}`)
    const person = PEOPLE[act]
    if (person) {
      if (!this.#station.isOpen) return
      void person(this.#at, random).catch((error: unknown) => {
        this.#faults.push(`${act}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      })
      return
    }
    this.#happen(act, random)
  }

  /** What no person does, or what a person does to a machine. */
  #happen(act: Act, random: Seeded): void {
    switch (act) {
      case 'printer stops':
        return this.#printer.stop(random.pick({ 'paper-out': 4, 'head-open': 1, pause: 2 }))
      case 'printer goes on':
        return this.#printer.goOn()
      case 'printer loses power': {
        const inMs = random.below(3_000)
        const lose = () => void this.#loop.after(inMs, () => this.#printer.losePower())
        // At rest it has nothing to lose.
        if (random.chance(0.2)) lose()
        else this.#onNextConnection = lose
        return
      }
      case 'storm':
        this.#network.weather = stormOf(random)
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
      case 'kill':
      case 'power cut': {
        const powerCut = act === 'power cut' ? { lost: random.below(5) } : null
        const inMs = random.below(random.chance(0.5) ? 120 : 3_000)
        const downMs = 2_000 + random.below(5 * MINUTE)
        const die = () => {
          // Anywhere within the next moments: between any two events of them.
          this.#loop.after(inMs, () => this.#killStation(powerCut))
          this.#loop.after(inMs + downMs, () => this.#station.start())
        }
        // Most moments change nothing: most deaths wait for something that is paid for, or for paper, to be on its way.
        const moment = random.pick({ any: 2, booking: 2, post: 1, print: 2 })
        if (moment === 'any') die()
        else if (moment === 'print') this.#onNextConnection = die
        else this.#onNextPost = { isBooking: moment === 'booking', run: die }
        return
      }
      case 'restart':
        void this.#station.close().catch((error: unknown) => this.#faults.push(`closing: ${String(error)}`))
        this.#loop.after(30_000, () => this.#station.start())
        return
      case 'go back':
        return void this.#goBack(random).catch((error: unknown) => this.#faults.push(`going back: ${String(error)}`))
      case 'sleep':
        return this.#station.fallAsleep(MINUTE * random.below(random.chance(0.5) ? 5 : 200))
      case 'change zone':
        return moveTo(random.pick(ZONES))
      case 'set the clock':
        return this.#station.setClock((random.below(181) - 90) * MINUTE)
      case 'clock right':
        return this.#station.setClock(0)
      default:
        throw new Error(`nobody does "${act}"`)
    }
  }

  /** A supervisor puts a backup in the place of the ledger, and starts the station again. */
  async #goBack(random: Seeded): Promise<void> {
    if (!(await this.#goingBack.plan(this.#station, random.below))) return
    await this.#station.close()
    this.#loop.after(30_000, () => this.#station.start())
  }

  #lookBack(codes: readonly string[]): void {
    const what = this.#goingBack.noteOpened(codes, this.#station, this.#printer.paper)
    if (what === 'restored') this.#at.desk.clear()
    if (what === 'silent')
      this.#faults.push(
        `${this.#clockText()} a restore was planned or done, and the station opened without a word of it`,
      )
  }

  #killStation(powerCut: { lost: number } | null): void {
    if (!this.#station.isUp) return
    this.#kills += 1
    this.#say(powerCut ? 'the power goes' : 'the station is killed')
    this.#station.kill(powerCut)
  }

  async #open(): Promise<void> {
    this.#station.start()
    for (let tries = 0; !this.#station.isOpen && tries < 600; tries += 1) {
      await this.#loop.until(this.#loop.now + 500)
      this.#station.start()
    }
    if (!this.#station.isOpen) throw new Error(`${this.#plan.seed}: the station does not open`)
  }

  /** One that is opening or closing at the end of the day is switched off. */
  async #close(): Promise<void> {
    if (this.#station.isOpen) await this.#loop.finish('closing the station', 2 * MINUTE, this.#station.close())
    else this.#station.kill()
  }

  async #usePrinter(): Promise<void> {
    const printer = {
      name: 'Packing table',
      language: 'ZPL',
      dpi: 203,
      media: { widthIn: 4, heightIn: 6 },
      connection: { kind: 'tcp', uri: PRINTER_URI },
    }
    const saved = await this.#loop.finish('saving the printer', MINUTE, this.#station.invoke('printers.save', printer))
    const { printerId } = z.object({ printerId: z.string() }).parse(saved?.ok ? saved.value : null)
    for (const name of ['printers.setDefault', 'printers.check']) {
      await this.#loop.finish(name, MINUTE, this.#station.invoke(name, { printerId }))
    }
  }

  #calm(): void {
    this.#onNextPost = this.#onNextConnection = null
    this.#network.weather = {}
    this.#network.isCut = false
    this.#station.setClock(0)
    moveTo(HOME)
    this.#printer.goOn()
    this.#service.start()
  }

  /** No faults, and time: whatever can be settled settles, and people answer what is asked. */
  async #makePeace(): Promise<void> {
    this.#calm()
    await this.#open()
    this.#say('peace')
    const end = this.#loop.now + PEACE_MS
    for (let step = 0; this.#loop.now < end; step += 1) {
      await this.#watch(this.#loop.now + 10 * MINUTE)
      const random = seeded(this.#plan.seed, 'peace', step)
      for (const act of ['decide', 'answer prints'] as const) {
        const person = PEOPLE[act]
        if (person) await this.#loop.finish(act, 10 * MINUTE, person(this.#at, random))
      }
    }
    await this.#close()
  }

  /** All that the service has; each under its reference, which its list leaves out. */
  async #shipmentsKnown(bookings: readonly { reference: string }[]): Promise<WorldShipment[]> {
    const all = new Map((await this.#service.shipments()).map((each) => [each.shipmentId, each]))
    for (const reference of new Set(bookings.map((each) => each.reference))) {
      for (const each of await this.#service.shipments(reference)) all.set(each.shipmentId, { ...each, reference })
    }
    return [...all.values()]
  }

  #countStates(bookings: readonly { state: string }[], jobs: readonly { state: string }[]): void {
    for (const state of BOOKING_STATES) this.#tally.set(state, bookings.filter((each) => each.state === state).length)
    for (const state of PRINT_JOB_STATES) {
      this.#tally.set(`job ${state}`, jobs.filter((each) => each.state === state).length)
    }
  }

  #count(name: string): void {
    this.#tally.set(name, (this.#tally.get(name) ?? 0) + 1)
  }

  #say(text: string): void {
    if (text.includes(SERVICE_KEY)) this.#secrets.push(text)
    const line = { at: this.#loop.now, text }
    this.#hash.update(`${line.at.toFixed(3)} ${text}\n`)
    if (this.#isTold) this.#lines.push(line)
  }

  #clockText(): string {
    return new Date(this.#loop.now).toISOString()
  }
}
