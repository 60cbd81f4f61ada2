import { z } from 'zod'
import { commands, isCommandName } from '../../../../src-shared/station/commands.ts'
import type { Role } from '../../../../src-shared/station/role.ts'
import type { Invokes } from '../../processes/handle.ts'
import type { StationResult } from '../../processes/protocol.ts'
import type { Violation } from '../../judge/violation.ts'
import type { Loop } from '../loop.ts'
import type { Asked } from '../station.ts'

const PIN = '739155'
/** Whose freight a rule wants approved. */
export const APPROVED_CONSIGNEE = 'Initech'
/** So long a supervisor's word holds; the code's own number is not asked. */
const WORD_MS = 2 * 60_000
/** Commands that come beside a change of who is signed in may be either's. */
const BESIDE_MS = 1_000
const ROLES: readonly Role[] = ['packer', 'clerk', 'supervisor']

const personSchema = z.object({ personId: z.string(), name: z.string() })
const peopleSchema = z.array(personSchema)
const byBadge = z.looseObject({ badge: z.string().optional() })
const bookingSchema = z.looseObject({ submissionId: z.string(), approvedBy: z.string().optional() })

const roleNeededSchema = z.object({
  error: z.object({ code: z.literal('ROLE_NEEDED'), details: z.object({ refusalId: z.string() }) }),
})

interface Member {
  personId: string
  name: string
  role: Role
  badge: string
}

/**
 * Who works at a station where people sign in, and what a judge must know of it: who is signed in, as what, and whose word
 * was given when. By what was answered, and by the world's own clock.
 */
export class Staff {
  readonly #loop: Loop
  readonly #report: (violation: Violation) => void
  readonly #members = new Map<Role, Member>()
  #hired = 0
  /** Everybody is known at the station, and signs in. */
  #isSetUp = false
  #signedIn: Member | null = null
  #changedAt = -Infinity
  /** Who was at the screen when a command was given. */
  readonly #whoAsked = new WeakMap<Asked, Member | null>()
  /** The booking that was refused last for want of a supervisor's word. */
  #refused: { refusalId: string; submissionId: string } | null = null
  /** Words that nobody used: for which booking, and when each was given. */
  #words: { submissionId: string; givenAt: number }[] = []
  readonly #booked = new Set<string>()

  constructor(loop: Loop, report: (violation: Violation) => void) {
    this.#loop = loop
    this.#report = report
  }

  get supervisorName(): string {
    return this.#members.get('supervisor')?.name ?? ''
  }

  /** On the machine itself, as its administrator does: three people, the rule to sign in, and what a supervisor approves. */
  async begin(machine: Invokes): Promise<boolean> {
    for (const role of ROLES) await this.#hire(machine, role)
    await machine.invoke('rules.save', {
      name: 'Freight for Initech',
      isOn: true,
      when: { consignee: APPROVED_CONSIGNEE },
      does: { kind: 'approve', above: { minor: 1, currency: 'USD' } },
    })
    const reported = await machine.invoke('people.setRules', { isOn: true, idleMinutes: 10 })
    this.#isSetUp = reported?.ok === true
    this.#changedAt = this.#loop.now
    return this.#isSetUp
  }

  async #hire(machine: Invokes, role: Role): Promise<void> {
    this.#hired += 1
    const name = `${role} ${this.#hired}`
    const badge = `BADGE-${role}-${this.#hired}`
    const pin = role === 'supervisor' ? { pin: PIN } : {}
    const saved = await machine.invoke('people.save', { name, role, badge, ...pin })
    const row = saved?.ok ? peopleSchema.parse(saved.value).find((each) => each.name === name) : undefined
    if (row) this.#members.set(role, { personId: row.personId, name, role, badge })
  }

  /** Somebody of this role holds the badge to the reader. Who left has been followed by another. */
  async signIn(screen: Invokes, machine: Invokes, role: Role): Promise<void> {
    if (!this.#isSetUp) await this.begin(machine)
    if (!this.#members.has(role)) await this.#hire(machine, role)
    await screen.invoke('people.signIn', this.#credentials(role))
  }

  /** The supervisor comes to the screen of whoever is signed in. */
  async approve(screen: Invokes): Promise<boolean> {
    if (this.#refused === null) return false
    const reported = await screen.invoke('people.approve', {
      refusalId: this.#refused.refusalId,
      credentials: this.#credentials('supervisor'),
    })
    return reported?.ok === true
  }

  #credentials(role: Role): { badge: string; pin?: string } {
    const badge = this.#members.get(role)?.badge ?? 'BADGE-of-nobody'
    return role === 'supervisor' ? { badge, pin: PIN } : { badge }
  }

  /** The clerk leaves, or packs from now on: told at the machine, while they sit at the screen. */
  async endClerk(machine: Invokes, how: 'leaves' | 'packs'): Promise<void> {
    const clerk = this.#members.get('clerk')
    if (!clerk) return
    const { personId, name } = clerk
    const reported =
      how === 'leaves'
        ? await machine.invoke('people.end', { personId })
        : await machine.invoke('people.save', { personId, name, role: 'packer' })
    if (reported?.ok !== true) return
    this.#members.delete('clerk')
    this.#changedAt = this.#loop.now
    if (this.#signedIn?.personId !== personId) return
    this.#signedIn = how === 'leaves' ? null : { ...clerk, role: 'packer' }
  }

  /** The next start begins locked; whom a restored ledger knows nobody knows here. */
  noteOpened(isRestored: boolean): void {
    this.#signedIn = null
    this.#words = []
    this.#changedAt = this.#loop.now
    if (!isRestored) return
    this.#isSetUp = false
    this.#members.clear()
  }

  noteAsked(asked: Asked): void {
    this.#whoAsked.set(asked, this.#signedIn)
  }

  /** A command of the screen was answered. */
  noteAnswer(asked: Asked, answer: StationResult | null): void {
    if (!this.#isSetUp) return
    const { name, input, at } = asked
    if (name === 'people.signIn' && answer?.ok === true) {
      const { badge } = byBadge.parse(input)
      const next = [...this.#members.values()].find((member) => member.badge === badge) ?? null
      if (next?.personId !== this.#signedIn?.personId) this.#words = []
      this.#signedIn = next
      this.#changedAt = this.#loop.now
      return
    }
    if (name === 'people.approve' && answer?.ok === true && this.#refused !== null) {
      this.#words.push({ submissionId: this.#refused.submissionId, givenAt: this.#loop.now })
    }
    const refusal = name === 'bookings.submit' ? roleNeededSchema.safeParse(answer).data : undefined
    const form = bookingSchema.safeParse(input).data
    if (refusal && form) {
      this.#refused = { refusalId: refusal.error.details.refusalId, submissionId: form.submissionId }
    }
    if (answer?.ok !== true || at - this.#changedAt < BESIDE_MS || !isCommandName(name)) return
    const { least } = commands[name].access
    if (least === 'anyone') return
    const role = this.#whoAsked.get(asked)?.role
    if (name === 'bookings.submit') this.#judgeBooking(role, input, at)
    else if (!isEnough(role, least)) this.#refuse(`${name} was done for ${role ?? 'nobody who is signed in'}`)
  }

  #judgeBooking(role: Role | undefined, input: unknown, at: number): void {
    const { data } = bookingSchema.safeParse(input)
    if (!data || this.#booked.has(data.submissionId)) return
    this.#booked.add(data.submissionId)
    if (isEnough(role, data.approvedBy === undefined ? 'clerk' : 'supervisor')) return
    const held = this.#words.findIndex(
      ({ submissionId, givenAt }) => submissionId === data.submissionId && at - givenAt <= WORD_MS,
    )
    if (role !== undefined && held >= 0) this.#words.splice(held, 1)
    else this.#refuse(`${data.submissionId} was booked for ${role ?? 'nobody'}, and no supervisor's word held`)
  }

  #refuse(what: string): void {
    this.#report({ rule: 'not allowed', what, reference: null })
  }
}

const isEnough = (role: Role | undefined, least: Role): boolean =>
  role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(least)
