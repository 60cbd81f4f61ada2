import type { Role } from '../../../../src-shared/station/role.ts'
import type { Submission } from '../../judge/bookings.ts'
import type { Invokes } from '../../processes/handle.ts'
import type { StationResult } from '../../processes/protocol.ts'
import { seeded, type Seeded } from '../../../support/seeded.ts'
import type { Disk } from '../disk.ts'
import type { Violation } from '../../judge/violation.ts'
import type { Loop } from '../loop.ts'
import type { Act, SystemName } from '../plan.ts'
import type { Asked, SimulatedStation } from '../station.ts'
import { SCALE_SETTINGS } from './acts.ts'
import { OrderWords } from './order-judge.ts'
import { OrderSystem } from './order-system.ts'
import { SimulatedScale } from './scale.ts'
import { Staff } from './staff.ts'

/** The other system, as its token says. */
const ERP = { tokenId: 'tok_erp', name: 'ERP', role: 'clerk', commands: null } as const

/** Who stands at the screen for what; a clerk for the rest. */
const WHO: Partial<Record<Act, Role>> = {
  scan: 'packer',
  'scan twice': 'packer',
  'scan unknown': 'packer',
  'count pieces': 'packer',
  'answer prints': 'packer',
  'tidy prints': 'packer',
  'scan order': 'packer',
  weigh: 'packer',
  decide: 'supervisor',
  look: 'supervisor',
  batch: 'supervisor',
  'change batch': 'supervisor',
  'close day': 'supervisor',
  'print list': 'packer',
  'any command': 'supervisor',
}

interface SystemsOptions {
  /** Of this branch. */
  seed: string
  names: readonly SystemName[]
  loop: Loop
  disk: Disk
  report(violation: Violation): void
  fault(what: string): void
  say(text: string): void
}

/** What a branch has beside its station and its printer: an order system, a scale, people who sign in. */
export class Systems {
  readonly staff: Staff | null
  readonly scale: SimulatedScale | null
  readonly orders: OrderSystem | null
  readonly words = new OrderWords()
  /** Forms that were handed in by other ways than the booking desk. */
  readonly handedIn: Submission[] = []
  readonly #fault: (what: string) => void
  #forms = 0
  #hasBegun = false
  #isSetUp = false
  readonly #seed: string

  constructor({ seed, names, loop, disk, report, fault, say }: SystemsOptions) {
    this.#seed = seed
    this.#fault = fault
    this.staff = names.includes('sign-in') ? new Staff(loop, report) : null
    this.scale = names.includes('scale') ? new SimulatedScale(loop, seeded(seed, 'scale')) : null
    this.orders = names.includes('orders') ? new OrderSystem(disk.make('orders'), seed, loop, say) : null
  }

  /** On the first morning, by whoever sets the station up. */
  async begin(machine: Invokes): Promise<void> {
    this.#hasBegun = true
    if (!(await this.#setUp(machine))) this.#fault('the folder of orders was not taken')
    if (this.staff && !(await this.staff.begin(machine))) this.#fault('nobody could be made to sign in')
  }

  async #setUp(machine: Invokes): Promise<boolean> {
    if (this.scale) await machine.invoke('settings.update', { scale: SCALE_SETTINGS })
    this.#isSetUp = this.orders === null || (await this.orders.begin(machine))
    return this.#isSetUp
  }

  /** With a ledger its settings went back; whoever was told of it sets up again what is missing. */
  async noteOpened(isRestored: boolean, machine: Invokes): Promise<void> {
    this.staff?.noteOpened(isRestored)
    const wasSetUp = this.#isSetUp
    if (isRestored) this.#isSetUp = false
    // The first morning is `begin`'s.
    if (this.#hasBegun && (isRestored || !wasSetUp)) await this.#setUp(machine)
  }

  nextForm(): string {
    this.#forms += 1
    return `${this.#seed}-${this.#forms}`.slice(-24)
  }

  /** Whoever this is for comes to the screen. */
  async comeFor(act: Act, station: SimulatedStation): Promise<void> {
    await this.staff?.signIn(station, station.by('command-line'), WHO[act] ?? 'clerk')
  }

  /** What no person does. */
  async tellOrders(act: Act, station: SimulatedStation, random: Seeded, life: number): Promise<boolean> {
    if (act === 'order file') this.orders?.write(random, life)
    else if (act === 'orders told') await this.orders?.report(station.by(ERP), random, life)
    else return false
    return true
  }

  noteAsked(asked: Asked): void {
    if (asked.caller === 'screen') this.staff?.noteAsked(asked)
  }

  noteCommand(asked: Asked, answer: StationResult | null): void {
    const { name, input, caller } = asked
    this.words.noteCommand(name, input, answer)
    if (caller === 'screen') this.staff?.noteAnswer(asked, answer)
  }
}

export const API_CALLER = ERP
