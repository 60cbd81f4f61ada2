import { after, monotonic } from '../../src-node/runtime/wait.ts'
import type { Timer } from '../../src-node/runtime/timers.ts'
import type { Access } from '../../src-shared/station/command.ts'
import { StationError, notFound } from '../../src-shared/station/error.ts'
import {
  needsPin,
  type Approval,
  type Credentials,
  type SignInRules,
  type SignInState,
} from '../../src-shared/station/app/people.ts'
import { isForTokens } from '../../src-shared/station/app/connections.ts'
import { isAtLeast, type Role } from '../../src-shared/station/role.ts'
import { asUser, type AuditUser } from '../kernel/current-user.ts'
import type { Clock } from '../kernel/clock.ts'
import { createKeyedMutex } from '../kernel/keyed-mutex.ts'
import type { AskedFor, Granted } from './approvals.rows.ts'
import type { PersonRow, PersonStore } from './people.rows.ts'
import { hashOf, nameOf, type Approvals } from './approvals.ts'
import { blocked, refused } from './refusal.ts'
import { isPinOf } from './secret-hash.ts'
import { blockAfter, isBlockedAt } from './try-block.ts'

/** Another system that came with a token: it has the token's scope, whether or not people sign in. */
export interface ApiCaller {
  tokenId: string
  name: string
  role: Role
  /** The commands that it may give, as far as its role allows; null: all of those. */
  commands: readonly string[] | null
}

/** Where a command comes from. The command line is its machine's administrator's, who can open the data folder anyway. */
export type Caller = 'screen' | 'command-line' | ApiCaller

/** Given at this screen, or in the inbox. */
type GivenApproval = ScreenApproval | Granted

/** Questions of a booking to its person, before anything is done. */
const ASKS_FIRST: readonly string[] = ['REFERENCE_USED', 'ALREADY_BOOKED']

/** How long a supervisor's approval is valid for its command. */
const APPROVAL_MS = 2 * 60_000

/** A supervisor's approval of one command of one person with one input, given at this screen. */
interface ScreenApproval {
  /** Whom and what it is for. */
  name: string
  approvedBy: string
  /** By the wall clock, and by the monotonic one. */
  until: number
  steadyUntil: number
}

export interface SignInPorts {
  rows: PersonStore
  rules: () => SignInRules
  /** Approvals that were asked for through the inbox. */
  requested: Pick<Approvals, 'approvalFor' | 'use' | 'giveBack' | 'noteRefusal' | 'refusalOf'>
  /** Whose badge this is. @throws StationError SIGN_IN_REFUSED */
  ofBadge: (badge: string) => Promise<PersonRow>
  clock: Clock
  onChange: () => void
  onFault: (error: unknown) => void
}

/**
 * Who is signed in at this station, one person at a time, and what they may do. It is forgotten when the station closes: the
 * next start begins locked.
 */
export function createSignIn({ rows, rules, requested, ofBadge, clock, onChange, onFault }: SignInPorts) {
  let person: PersonRow | null = null
  let idle: Timer | null = null
  let openUntil = 0
  const inTurn = createKeyedMutex()
  const approvals = new Map<string, ScreenApproval>()

  async function leave(why: 'asked' | 'idle' | 'switched' | 'ended'): Promise<void> {
    idle?.cancel()
    approvals.clear()
    const gone = person
    if (gone === null) return
    person = null
    await rows.note(gone.person_id, 'signed-out', { why })
    onChange()
  }

  let locking: Promise<void> = Promise.resolve()
  const lockIdle = () => {
    locking = leave('idle').catch(onFault)
  }

  /** From now on the screen stays open for this many minutes. */
  function touch(): void {
    idle?.cancel()
    if (here() === null) return
    const ms = rules().idleMinutes * 60_000
    openUntil = clock.now().getTime() + ms
    idle = after(ms, lockIdle, { isBackground: true })
  }

  /** Who is signed in. A timer pauses while the machine sleeps, so the clock is asked, too. */
  function here(): PersonRow | null {
    if (person !== null && clock.now().getTime() >= openUntil) lockIdle()
    return person
  }

  /** The person whose these are. @throws StationError SIGN_IN_REFUSED (details.why, .until, .name) */
  async function proven(credentials: Credentials): Promise<PersonRow> {
    const { badge, personId, pin } = credentials
    if (badge === undefined) {
      const chosen = await rows.get(personId ?? '')
      if (chosen === null) throw notFound('person', { personId })
      if (pin === undefined) throw refused('pin-needed', { name: chosen.name })
      await checkPin(chosen, pin)
      return chosen
    }
    const holder = await ofBadge(badge)
    if (pin === undefined && needsPin(holder.role, badge)) throw refused('pin-needed', { name: holder.name })
    if (pin !== undefined) await checkPin(holder, pin)
    return holder
  }

  /** One try at a time a person, and it counts before it is looked at, so that many at once gain nothing. */
  const checkPin = ({ person_id: personId }: PersonRow, pin: string): Promise<void> =>
    inTurn(personId, async () => {
      const now = clock.now()
      const row = await rows.get(personId)
      if (row === null || row.pin_hash === null) throw refused('no-pin', { name: row?.name ?? '' })
      const until = row.blocked_until === null ? null : new Date(row.blocked_until)
      if (until !== null && isBlockedAt(until, now)) throw blocked(until)
      await rows.noteTry(personId, blockAfter(row.failures + 1, now))
      if (!(await isPinOf(row.pin_hash, pin))) {
        await rows.note(personId, 'refused', { why: 'wrong-pin' })
        throw refused('wrong-pin', { name: row.name })
      }
      await rows.pass(personId)
    })

  function leastOf<I>(access: Access<I>, input: I): Role | 'anyone' {
    const { least } = access
    const raised = access.leastFor?.(input)
    if (raised === undefined || least === 'anyone') return raised ?? least
    return isAtLeast(raised, least) ? raised : least
  }

  /**
   * Who gives a command, and the approval by which they may; null: none is needed.
   * @throws StationError SIGN_IN_NEEDED, ROLE_NEEDED (details.command, .least, .role, .refusalId where a supervisor's
   * approval at this screen is enough, .ask where it can be asked about through the inbox)
   */
  function admitted(
    name: string,
    least: Role | 'anyone',
    input: unknown,
  ): { acting: AuditUser; approval: GivenApproval | null } | null {
    const who = here()
    if (who === null) {
      if (least === 'anyone') return null
      throw new StationError({
        code: 'SIGN_IN_NEEDED',
        message: 'The screen is locked. Sign in with a badge or a PIN.',
        details: { command: name },
      })
    }
    const { person_id: personId, name: called, role } = who
    if (least === 'anyone' || isAtLeast(role, least)) {
      return { acting: { personId, name: called, approvedBy: null }, approval: null }
    }
    const asked = { personId, command: name, inputHash: hashOf(input) }
    const approval = screenApprovalFor(asked) ?? requested.approvalFor(asked)
    if (approval) return { acting: { personId, name: called, approvedBy: approval.approvedBy }, approval }
    const may = requested.noteRefusal(asked, called, input)
    throw new StationError({
      code: 'ROLE_NEEDED',
      message: `This needs a ${least}; ${called} is signed in as a ${role}.`,
      details: {
        ...{ command: name, least, role },
        ...(may.spoken !== null && { refusalId: may.spoken }),
        ...(may.asked !== null && { ask: may.asked }),
      },
    })
  }

  /** A clock that is set back extends no approval, and a machine that sleeps shortens no wait. */
  function screenApprovalFor(asked: AskedFor): ScreenApproval | null {
    const approval = approvals.get(nameOf(asked))
    return approval !== undefined && approval.until > clock.now().getTime() && approval.steadyUntil > monotonic()
      ? approval
      : null
  }

  async function useUp(approval: GivenApproval): Promise<void> {
    if ('itemId' in approval) await requested.use(approval)
    else approvals.delete(approval.name)
  }

  async function giveBack(approval: GivenApproval): Promise<void> {
    if ('itemId' in approval) await requested.giveBack(approval)
    else approvals.set(approval.name, approval)
  }

  return {
    state: async (): Promise<SignInState | null> => {
      const { isOn, idleMinutes } = rules()
      if (!isOn) return null
      const who = here()
      const choices = (await rows.list()).filter(({ endedAt, hasPin }) => endedAt === null && hasPin)
      return {
        idleMinutes,
        person: who && { personId: who.person_id, name: who.name, role: who.role },
        choices: choices.map(({ personId, name, role }) => ({ personId, name, role })),
      }
    },

    /** @throws StationError SIGN_IN_REFUSED, NOT_FOUND */
    signIn: async (credentials: Credentials): Promise<void> => {
      const next = await proven(credentials)
      if (person !== null && person.person_id !== next.person_id) await leave('switched')
      person = next
      openUntil = Number.POSITIVE_INFINITY
      await rows.note(next.person_id, 'signed-in', { by: credentials.badge === undefined ? 'pin' : 'badge' })
      touch()
      onChange()
    },
    signOut: () => leave('asked'),
    touch,

    /**
     * A supervisor's approval of what was refused to the signed-in person: that command with that input, once.
     * @throws StationError SIGN_IN_REFUSED, ROLE_NEEDED, NOT_FOUND: it is another's, or too long ago
     */
    approve: async (refusalId: string, credentials: Credentials): Promise<Approval> => {
      const wanted = requested.refusalOf(refusalId, here()?.person_id ?? null)
      const { command } = wanted
      const { person_id: personId, name, role } = await proven(credentials)
      if (!isAtLeast(role, 'supervisor')) {
        throw new StationError({
          code: 'ROLE_NEEDED',
          message: `${name} is a ${role}. A supervisor must approve this.`,
          details: { command, least: 'supervisor', role },
        })
      }
      const until = clock.now().getTime() + APPROVAL_MS
      await rows.note(personId, 'approved', { command, for: person?.name ?? null })
      const approval = { name: nameOf(wanted), approvedBy: name, until, steadyUntil: monotonic() + APPROVAL_MS }
      approvals.set(approval.name, approval)
      return { approvedBy: name, until: new Date(until).toISOString() }
    },

    /** Who has changed is who they are now; who left is signed out. */
    refresh: async (personId: string): Promise<void> => {
      if (person?.person_id !== personId) return
      const row = await rows.get(personId)
      if (row === null) await leave('ended')
      else person = row
    },

    /** Before its input is read: a person who may not give a command learns nothing of what it takes. */
    refuse: (name: string, access: Access, caller: Caller, input: unknown = null): void => {
      if (typeof caller === 'object') return void admittedByToken(name, access.least, caller)
      if (!rules().isOn || caller === 'command-line') return
      admitted(name, access.least, input)
    },
    /**
     * Runs this command for who gives it; a supervisor's approval of it is used up, unless the command asks its person
     * before it does anything.
     * @param input as the schema read it, and as it was written, by which a requested approval is recognized
     * @throws StationError SIGN_IN_NEEDED, ROLE_NEEDED
     */
    run: async <I, A>(
      name: string,
      access: Access<I>,
      { parsed, written }: { parsed: I; written: unknown },
      caller: Caller,
      work: () => Promise<A>,
    ): Promise<A> => {
      if (typeof caller === 'object') return asUser(admittedByToken(name, leastOf(access, parsed), caller), work)
      if (!rules().isOn || caller === 'command-line') return asUser(null, work)
      const entry = admitted(name, leastOf(access, parsed), written)
      const approval = entry?.approval
      if (approval) await useUp(approval)
      try {
        return await asUser(entry?.acting ?? null, work)
      } catch (error) {
        if (approval && error instanceof StationError && ASKS_FIRST.includes(error.code)) await giveBack(approval)
        throw error
      }
    },
    /** Who is signed in; null: no one. */
    personId: (): string | null => here()?.person_id ?? null,
    /** Resolves when it is written that the screen was locked. */
    close: (): Promise<void> => {
      idle?.cancel()
      return locking
    },
  }
}

/** @throws StationError SCOPE_NEEDED (details.command, .least, .role) */
function admittedByToken(name: string, least: Role | 'anyone', caller: ApiCaller): AuditUser {
  const { tokenId, name: called, role, commands } = caller
  const isNamed = isForTokens(name) && (commands === null || commands.includes(name))
  if (isNamed && (least === 'anyone' || isAtLeast(role, least))) {
    return { personId: tokenId, name: called, approvedBy: null, tokenId }
  }
  throw new StationError({
    code: 'SCOPE_NEEDED',
    message: isNamed
      ? `This needs a ${least}; the token "${called}" has the role of a ${role}.`
      : `The token "${called}" is not allowed to use the command ${name}.`,
    details: { command: name, least, role },
  })
}
