import { AsyncLocalStorage } from 'node:async_hooks'
import type { SitePerson } from '../../src-shared/site/identity.ts'

/** Who asked for what is being done: a person who is signed in, or another system by its token. */
export interface AuditUser {
  personId: string
  name: string
  /** The supervisor whose approval this one command has; null: it needed none. */
  approvedBy: string | null
  /** Another system's, whose name is the token's. */
  tokenId?: string
}

const storage = new AsyncLocalStorage<AuditUser | null>()

/** The person for whom this is done; null: there is no sign-in here, or the station does it automatically. */
export const currentUser = (): AuditUser | null => storage.getStore() ?? null

/** The same as it is reported to a site. */
export function currentSitePerson(): SitePerson {
  const person = currentUser()
  return person && { personId: person.personId, name: person.name, approvedBy: person.approvedBy }
}

/** Where people sign in, the approving supervisor; elsewhere the name that was typed. Undefined: no approval was given. */
export function provenName(typed: string): string
export function provenName(typed: string | undefined): string | undefined
export function provenName(typed: string | undefined): string | undefined {
  return typed && (currentUser()?.approvedBy ?? currentUser()?.name ?? typed)
}

export const asUser = <T>(person: AuditUser | null, work: () => T): T => storage.run(person, work)
