import {
  approvalSchema,
  credentialsSchema,
  personIdSchema,
  personInputSchema,
  signInRulesSchema,
  type Approval,
  type DrawnBadge,
  type Person,
  type SignInRules,
} from '../app/people.ts'
import type { StationState } from '../app/state.ts'
import { atSite, atStation, nothing, returns } from '../command.ts'

/** The rows of the command table about who works here. */
export const peopleCommands = {
  /** Who works here, and who did. */
  'people.list': returns<Person[]>()(nothing, atSite.supervisor),
  /** INVALID_INPUT: the name or the badge is another person's. SUPERVISOR_NEEDED: the only one. */
  'people.save': returns<Person[]>()(personInputSchema, atSite.supervisor),
  /** They leave; their past actions keep their name. SUPERVISOR_NEEDED: the only one. */
  'people.end': returns<Person[]>()(personIdSchema, atSite.supervisor),
  /** A new badge in place of the one before; its code is shown only here. */
  'people.drawBadge': returns<DrawnBadge>()(personIdSchema, atSite.supervisor),
  'people.rules': returns<SignInRules>()(nothing, atStation.supervisor),
  /** SUPERVISOR_NEEDED: none has a PIN. */
  'people.setRules': returns<SignInRules>()(signInRulesSchema, atStation.supervisor),
  /** Signs in instead of the current person. SIGN_IN_REFUSED. */
  'people.signIn': returns<StationState>()(credentialsSchema, atStation.anyone),
  /** Locks the screen. */
  'people.signOut': returns<StationState>()(nothing, atStation.anyone),
  /** A person is at the screen: it locks some minutes after this (Settings). */
  'people.touch': returns<{ isNoted: true }>()(nothing, atStation.anyone),
  /** A supervisor approves one command of another person, once, within two minutes. SIGN_IN_REFUSED, ROLE_NEEDED. */
  'people.approve': returns<Approval>()(approvalSchema, atStation.packer),
} as const
