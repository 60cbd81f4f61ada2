import Database from 'better-sqlite3'
import { z } from 'zod'
import { dayAt } from '../../../src-shared/station/day.ts'
import { openDesk } from '../people/desk.ts'
import { seeded, type Seeded } from '../../support/seeded.ts'
import type { Disk } from './disk.ts'
import type { HabitName } from './habit.ts'
import { EarlierVersion } from './earlier-version.ts'
import { AtStep } from '../judge/at-step.ts'
import { GoingBack } from '../judge/going-back.ts'
import { readFacts, type StationFacts } from '../judge/facts.ts'
import { stuckRows } from '../judge/stuck.ts'
import type { Violation } from '../judge/violation.ts'
import type { Loop } from './loop.ts'
import type { Call, Network } from './network.ts'
import { PEOPLE } from './people.ts'
import type { Act, SystemName } from './plan.ts'
import { SimulatedPrinter } from './printers.ts'
import { SERVICE_KEY, type SimulatedService } from './service.ts'
import { SimulatedStation } from './station.ts'
import { judgeOrders } from './systems/order-judge.ts'
import { API_CALLER, Systems } from './systems/systems.ts'
import type { Workplace } from './workplace.ts'

export const MINUTE = 60_000
/** How long everything must have been well before what is due has to move. */
const CALM_MS = 5 * MINUTE

/** What a branch tells the world of. */
export interface BranchReports {
  say(text: string): void
  count(name: string): void
  fault(what: string): void
  secret(what: string): void
  violation(violation: Violation): void
}

interface BranchOptions {
  seed: string
  /** 0 for the first; each has a folder, a printer, ids and chance of its own. */
  nth: number
  systems: readonly SystemName[]
  slowerSync: number | undefined
  habit: HabitName | undefined
  start: number
  loop: Loop
  network: Network
  service: SimulatedService
  disk: Disk
  reports: BranchReports
}

/** One station with its desk, its people, its packing table and its printer: all that a second one has once more. */
export class Branch {
  readonly name: string
  kills = 0
  readonly station: SimulatedStation
  readonly printer: SimulatedPrinter
  readonly goingBack = new GoingBack()
  readonly systems: Systems
  readonly #seed: string
  readonly #loop: Loop
  readonly #reports: BranchReports
  readonly #at: Workplace
  readonly #atStep: AtStep
  readonly #stuck = new Set<string>()
  readonly #earlier = new EarlierVersion()
  /** When the service was last out of reach, or the clock wrong. */
  #troubleAt = 0
  /** What waits for the next call that does more than read. */
  #onNextPost: { isBooking: boolean; run: () => void } | null = null
  /** What waits for the next label that is on its way to the printer. */
  #onNextLabel: (() => void) | null = null

  constructor(options: BranchOptions) {
    const { seed, nth, systems, slowerSync, habit, start, loop, network, service, disk, reports } = options
    this.name = nth === 0 ? 'station' : `station-${nth + 1}`
    // The first keeps the chances of a world that has it alone.
    this.#seed = nth === 0 ? seed : `${seed}#${nth + 1}`
    this.#loop = loop
    this.#reports = reports
    this.#atStep = new AtStep((violation) => reports.violation(violation))
    this.printer = new SimulatedPrinter(this.#seed, nth, loop, network)
    this.printer.onLabel = (text) => reports.say(`label ${text}`)
    this.printer.onLabelBegins = () => {
      this.#onNextLabel?.()
      this.#onNextLabel = null
    }
    this.systems = new Systems({
      seed: this.#seed,
      names: systems,
      loop,
      disk,
      report: (violation) => reports.violation(violation),
      fault: (what) => reports.fault(what),
      say: (text) => reports.say(text),
    })
    const { scale } = this.systems
    this.station = new SimulatedStation({
      seed,
      name: this.name,
      loop,
      network,
      disk,
      slowerSync,
      portsOf: scale ? (host) => scale.portsOf(host) : undefined,
      onEvent: ({ name, payload }) => reports.say(`event ${name} ${JSON.stringify(payload)}`),
      onAsked: (asked) => this.systems.noteAsked(asked),
      onCommand: (asked, answer) => {
        const { name, input } = asked
        this.systems.noteCommand(asked, answer)
        const reported = answer === null ? 'died' : answer.ok ? 'ok' : answer.error.code
        this.goingBack.noteCommand(name, input, answer)
        const { skewMs, clockSetAt } = this.station
        this.#atStep.noteCommand(asked, answer, { now: loop.now, skewMs, clockSetAt })
        if (JSON.stringify(answer).includes(SERVICE_KEY)) reports.secret(`${name} answered with the key`)
        reports.count(`command ${name}`)
        reports.count(`answer ${reported}`)
        if (reported === 'INTERNAL') reports.fault(`${name} answered INTERNAL`)
        reports.say(`command ${name} -> ${reported}`)
      },
      onOpen: (reported) => {
        if ('failed' in reported) reports.fault(`the station did not open: ${reported.failed}`)
        else {
          for (const { code, message } of reported) {
            // A world lies in a folder that is another each time.
            reports.say(`opened with ${code} ${message.replaceAll(/\/\S+\/(?=ledger)/g, '')}`)
          }
          if (this.#lookBack(reported.map(({ code }) => code)) === 'restored') this.#earlier.forget()
          const lost = this.#earlier.notStored(this.station)
          if (lost !== null) reports.fault(lost)
        }
        reports.say('failed' in reported ? `did not open: ${reported.failed}` : 'opened')
      },
    })
    const time = { life: 1, aheadMs: 0, now: () => new Date(loop.now) }
    Object.defineProperty(time, 'aheadMs', { get: () => loop.now - start })
    Object.defineProperty(time, 'life', { get: () => 1 + this.goingBack.restores })
    // Long enough for a service that cuts references to leave nothing of a form's own.
    const long = habit === 'references cut' ? '-chicago-dock' : ''
    this.#at = {
      station: this.station,
      service,
      printer: this.printer,
      desk: openDesk((nth === 0 ? seed : `${seed}-${nth + 1}`) + long, time, seeded(this.#seed, 'desk'), seed + long),
      clerk: seeded(this.#seed, 'clerk').chance(0.7) ? 'careful' : 'careless',
      today: () => dayAt(new Date(loop.now + this.station.skewMs)),
      unshown: (violation) => reports.violation(violation),
      counted: (what) => reports.violation({ rule: 'counted twice', what, reference: null }),
      api: this.station.by(API_CALLER),
      machine: this.station.by('command-line'),
      staff: this.systems.staff,
      scale,
      handedIn: { list: this.systems.handedIn, life: () => time.life },
      nextForm: () => this.systems.nextForm(),
      wait: (ms) => new Promise((resolve) => loop.after(ms, resolve)),
      count: (name) => reports.count(name),
      weighedWrong: (what) => reports.violation({ rule: 'weighed wrong', what, reference: null }),
    }
  }

  /** Of the calls that leave this station. */
  leaving({ method, path }: Call): void {
    const waiting = this.#onNextPost
    if (method !== 'POST' || waiting === null || (waiting.isBooking && !path.startsWith('/api/v1/book'))) return
    this.#onNextPost = null
    waiting.run()
  }

  async begin(): Promise<void> {
    await this.printer.start()
    await this.open()
    await this.#usePrinter()
    await this.#loop.finish('setting up', MINUTE, this.systems.begin(this.station.by('command-line')))
  }

  /** Rows that are due and that nothing moves, each told once. */
  look(isReachable: boolean): void {
    const { stores, skewMs, clockSetAt } = this.station
    if (!isReachable || !stores) this.#troubleAt = this.#loop.now
    // What nobody can reach may wait; and what was due by another clock, until it has been seen that the clock was set.
    this.#troubleAt = Math.max(this.#troubleAt, clockSetAt)
    if (!stores || this.#loop.now - this.#troubleAt < CALM_MS) return
    const stuck = stuckRows(stores.ledger.db, this.#loop.now + skewMs)
    for (const violation of stuck) {
      if (this.#stuck.has(violation.what)) continue
      this.#stuck.add(violation.what)
      this.#reports.violation(violation)
    }
  }

  /** A person, or what befalls this machine. Gives whether the act is one of those. */
  do(act: Act, random: Seeded): boolean {
    const person = PEOPLE[act]
    if (!person) return this.#happen(act, random)
    if (!this.station.isOpen) return true
    void this.#ask(act, random).catch((error: unknown) => this.#reports.fault(`${act}: ${textOf(error)}`))
    return true
  }

  async #ask(act: Act, random: Seeded): Promise<void> {
    await this.systems.comeFor(act, this.station)
    await PEOPLE[act]?.(this.#at, random)
  }

  /** What no person does, or what a person does to a machine. */
  #happen(act: Act, random: Seeded): boolean {
    switch (act) {
      case 'printer stops': {
        const why = random.pick({ 'paper-out': 4, 'head-open': 1, pause: 2 })
        // In the middle of a label, or at rest.
        if (random.chance(0.5)) this.#atNextLabel(random.below(2_000), () => this.printer.stop(why))
        else this.printer.stop(why)
        return true
      }
      case 'printer goes on':
        this.printer.goOn()
        return true
      case 'printer loses power': {
        const inMs = random.below(3_000)
        const lose = () => this.printer.losePower()
        // At rest it has nothing to lose.
        if (random.chance(0.2)) this.#loop.after(inMs, lose)
        else this.#atNextLabel(inMs, lose)
        return true
      }
      case 'kill':
      case 'power cut':
        this.#dieSometime(act === 'power cut' ? { lost: random.below(5) } : null, random)
        return true
      case 'restart':
        void this.station.close().catch((error: unknown) => this.#reports.fault(`closing: ${textOf(error)}`))
        this.#loop.after(30_000, () => this.station.start())
        return true
      case 'upgrade':
        this.#upgrade(random)
        return true
      case 'go back':
        void this.#goBack(random).catch((error: unknown) => this.#reports.fault(`going back: ${textOf(error)}`))
        return true
      case 'sleep':
        this.station.fallAsleep(MINUTE * random.below(random.chance(0.5) ? 5 : 200))
        return true
      case 'order file':
      case 'orders told':
        void this.systems
          .tellOrders(act, this.station, random, 1 + this.goingBack.restores)
          .catch((error: unknown) => this.#reports.fault(`${act}: ${textOf(error)}`))
        return true
      case 'set the clock':
        this.#setClock(random)
        return true
      case 'clock right':
        this.station.setClock(0)
        return true
      default:
        return false
    }
  }

  /** By somebody who took the wrong zone or day, or by a time server after a long while without one. */
  #setClock(random: Seeded): void {
    const way = random.pick({ 'back by seconds': 2, 'back by hours': 3, 'ahead by two hours': 2, 'by minutes': 3 })
    const before = this.station.skewMs
    if (way === 'back by seconds') this.station.setClock(before - (3 + random.below(60)) * 1000)
    else if (way === 'back by hours') this.station.setClock(before - (1 + random.below(6)) * 60 * MINUTE)
    else if (way === 'ahead by two hours') this.station.setClock(120 * MINUTE)
    else this.station.setClock((random.below(181) - 90) * MINUTE + 7_000)
    this.#reports.count(`clock set ${this.station.skewMs < before ? 'back' : 'ahead'}`)
    this.#reports.count(`clock set ${way}`)
  }

  #atNextLabel(inMs: number, run: () => void): void {
    this.#onNextLabel = () => void this.#loop.after(inMs, run)
  }

  #dieSometime(powerCut: { lost: number } | null, random: Seeded): void {
    const inMs = random.below(random.chance(0.5) ? 120 : 3_000)
    const downMs = 2_000 + random.below(5 * MINUTE)
    const die = () => {
      // Anywhere within the next moments: between any two events of them.
      this.#loop.after(inMs, () => this.#kill(powerCut))
      this.#loop.after(inMs + downMs, () => this.station.start())
    }
    // Most moments change nothing: most deaths wait for something that is paid for, or for paper, to be on its way.
    const moment = random.pick({ any: 2, booking: 2, post: 1, print: 2 })
    if (moment === 'any') die()
    else if (moment === 'print') this.#onNextLabel = die
    else this.#onNextPost = { isBooking: moment === 'booking', run: die }
  }

  #kill(powerCut: { lost: number } | null): void {
    if (!this.station.isUp) return
    this.kills += 1
    this.#reports.count('killed')
    this.#reports.say(powerCut ? 'the power goes' : 'the station is killed')
    this.station.kill(powerCut)
  }

  /** Somebody puts this version in the place of an earlier one that has worked until now, and does not wait for it to close. */
  #upgrade(random: Seeded): void {
    if (!this.station.isOpen) return
    this.#kill(null)
    const version = this.#earlier.put(this.station.dir, random)
    if (version !== null) {
      this.#reports.count('upgraded')
      this.#reports.say(`the ledger is as version ${version} would have left it`)
    }
    this.#loop.after(30_000, () => this.station.start())
  }

  /** A supervisor puts a backup in the place of the ledger, and starts the station again. */
  async #goBack(random: Seeded): Promise<void> {
    if (!(await this.goingBack.plan(this.station.by('command-line'), random.below))) return
    await this.station.close()
    this.#loop.after(30_000, () => this.station.start())
  }

  #lookBack(codes: readonly string[]): ReturnType<GoingBack['noteOpened']> {
    const what = this.goingBack.noteOpened(codes, this.station, this.printer)
    if (what === 'restored') {
      this.#reports.count('gone back')
      this.#at.desk.clear()
    }
    void this.systems
      .noteOpened(what === 'restored', this.station.by('command-line'))
      .catch((error: unknown) => this.#reports.fault(`setting up again: ${textOf(error)}`))
    if (what === 'silent')
      this.#reports.fault('a restore was planned or done, and the station opened without a word of it')
    return what
  }

  async open(): Promise<void> {
    this.station.start()
    for (let tries = 0; !this.station.isOpen && tries < 600; tries += 1) {
      await this.#loop.until(this.#loop.now + 500)
      this.station.start()
    }
    if (!this.station.isOpen) throw new Error(`${this.#seed}: the station does not open`)
  }

  /** One that is opening or closing at the end of the day is switched off. */
  async close(): Promise<void> {
    if (this.station.isOpen) await this.#loop.finish('closing the station', 2 * MINUTE, this.station.close())
    else this.station.kill()
  }

  async #usePrinter(): Promise<void> {
    const printer = {
      name: 'Packing table',
      language: 'ZPL',
      dpi: 203,
      media: { widthIn: 4, heightIn: 6 },
      connection: { kind: 'tcp', uri: this.printer.uri },
    }
    const machine = this.station.by('command-line')
    const saved = await this.#loop.finish('saving the printer', MINUTE, machine.invoke('printers.save', printer))
    const { printerId } = z.object({ printerId: z.string() }).parse(saved?.ok ? saved.value : null)
    for (const name of ['printers.setDefault', 'printers.check']) {
      await this.#loop.finish(name, MINUTE, machine.invoke(name, { printerId }))
    }
  }

  /** Nothing goes wrong here any more. */
  calm(): void {
    this.#onNextPost = this.#onNextLabel = null
    this.station.setClock(0)
    this.printer.goOn()
  }

  /** People answer what is asked. */
  async answerAll(random: Seeded): Promise<void> {
    for (const act of ['decide', 'answer prints'] as const) {
      await this.#loop.finish(act, 10 * MINUTE, this.#ask(act, random))
    }
  }

  /** Of the closed station. */
  facts(): StationFacts {
    const { restores, before, sentAgain, unpaidCancels, printedByWord } = this.goingBack
    const read = readFacts(this.station.dir, (file) => new Database(file, { readonly: true }))
    const { orders, words } = this.systems
    return {
      name: this.name,
      ...read,
      ofSystems: orders ? judgeOrders(orders, words, read.orders, restores) : [],
      submissions: [...this.#at.desk.submissions, ...this.systems.handedIn],
      printer: this.printer,
      restores,
      before,
      sentAgain,
      unpaidCancels,
      printedByWord,
    }
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
