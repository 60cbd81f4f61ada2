import { runtime } from '../../src-node/runtime/runtime.ts'
import { invalidField, notFound, StationError } from '../../src-shared/station/error.ts'
import {
  BADGE_LENGTH,
  BADGE_LETTERS,
  badgeOf,
  signInRulesSchema,
  type Person,
  type PersonInput,
  type SignInRules,
} from '../../src-shared/station/app/people.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { ApprovalStore } from './approvals.rows.ts'
import type { PersonStore } from './people.rows.ts'
import type { BadgeTryStore } from './badge-tries.rows.ts'
import { changed } from '../settings/differences.ts'
import type { SettingStore } from '../settings/settings.rows.ts'
import { openApprovals } from './approvals.ts'
import type { BadgeHasher } from './badge-hash.ts'
import { hashPin } from './secret-hash.ts'
import { createBadgeLookup } from './badge-lookup.ts'
import { createSignIn } from './sign-in.ts'

const SETTING = 'sign-in'

export interface PeoplePorts {
  rows: PersonStore
  approvals: ApprovalStore
  badgeTries: BadgeTryStore
  badges: BadgeHasher
  settings: SettingStore
  clock: Clock
  ids: Ids
  onChange: () => void
  onFault: (error: unknown) => void
}

export type People = Awaited<ReturnType<typeof openPeople>>

/** Who works at this station, and whether they sign in. Off by default. */
export async function openPeople({
  rows,
  approvals: approvalRows,
  badgeTries,
  badges,
  settings,
  clock,
  ids,
  onChange,
  onFault,
}: PeoplePorts) {
  let rules = (await settings.read(SETTING, signInRulesSchema)) ?? signInRulesSchema.parse({ isOn: false })
  const approvals = await openApprovals({ store: approvalRows, clock, ids })
  const lookUp = createBadgeLookup({ rows, tries: badgeTries, badges, clock })
  const signIn = createSignIn({
    rows,
    rules: () => rules,
    requested: approvals,
    ofBadge: lookUp,
    clock,
    onChange,
    onFault,
  })

  /** At least one person left must be able to open Settings. @throws StationError SUPERVISOR_NEEDED */
  async function refuseLastSupervisor(but: string): Promise<void> {
    if (!rules.isOn || (await supervisors()).some(({ personId }) => personId !== but)) return
    throw new StationError({
      code: 'SUPERVISOR_NEEDED',
      message: 'This is the only supervisor with a PIN. Give another supervisor a PIN first, or turn off sign-in.',
    })
  }

  const supervisors = async (): Promise<Person[]> =>
    (await rows.list()).filter(({ role, hasPin, endedAt }) => role === 'supervisor' && hasPin && endedAt === null)

  return {
    signIn,
    approvals,
    rules: (): SignInRules => rules,

    /** @throws StationError SUPERVISOR_NEEDED: no one could open Settings afterwards */
    setRules: async (next: SignInRules): Promise<SignInRules> => {
      if (next.isOn && (await supervisors()).length === 0) {
        throw new StationError({
          code: 'SUPERVISOR_NEEDED',
          message: 'Add a supervisor with a PIN before you turn on sign-in.',
        })
      }
      await settings.write(SETTING, next, changed(rules, next))
      rules = next
      if (!next.isOn) await signIn.signOut()
      onChange()
      return rules
    },

    list: rows.list,

    /** @throws StationError NOT_FOUND, INVALID_INPUT (name, badge), SUPERVISOR_NEEDED */
    save: async ({ personId, name, role, badge, pin }: PersonInput): Promise<Person> => {
      const before = personId === undefined ? null : await rows.get(personId)
      if (personId !== undefined && before === null) throw notFound('person', { personId })
      if (before?.role === 'supervisor' && (role !== 'supervisor' || pin === null)) {
        await refuseLastSupervisor(before.person_id)
      }
      const named = await rows.named(name)
      if (named !== null && named.person_id !== personId)
        throw invalidField('name', `there is already a person named ${named.name}`)
      const holder = badge == null ? null : await rows.ofBadge(await badges.known(badge))
      if (holder !== null && holder.person_id !== personId) {
        throw invalidField('badge', `this badge belongs to ${holder.name}`)
      }
      const saved = await rows.save({
        personId: personId ?? ids.next('prs'),
        name,
        role,
        badgeHash: badge == null ? badge : await badges.current(badge),
        pinHash: pin === undefined || pin === null ? pin : await hashPin(pin),
      })
      await signIn.refresh(saved.personId)
      onChange()
      return saved
    },

    /** @throws StationError NOT_FOUND, SUPERVISOR_NEEDED */
    end: async (personId: string): Promise<void> => {
      const row = await rows.get(personId)
      if (row === null) throw notFound('person', { personId })
      if (row.role === 'supervisor') await refuseLastSupervisor(personId)
      await rows.end(personId)
      await signIn.refresh(personId)
      onChange()
    },

    /** A new badge, which takes the place of the one before. @returns its code, shown and kept nowhere else */
    drawBadge: async (personId: string): Promise<{ person: Person; badge: string }> => {
      const row = await rows.get(personId)
      if (row === null) throw notFound('person', { personId })
      const drawn = [...runtime().random.bytes(BADGE_LENGTH)]
      const badge = badgeOf(drawn.map((byte) => BADGE_LETTERS.charAt(byte % BADGE_LETTERS.length)).join(''))
      const badgeHash = await badges.current(badge)
      const person = await rows.save({ personId, name: row.name, role: row.role, badgeHash })
      await signIn.refresh(personId)
      onChange()
      return { person, badge }
    },
  }
}
