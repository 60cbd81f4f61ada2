import type { Role } from '../../src-shared/station/role.ts'
import type { Screen } from './route.ts'

/** The rail: what people work with, what they look at, what they set up. One order for all roles. */
const GROUPS: readonly (readonly Screen[])[] = [
  ['orders', 'quote', 'book', 'pack', 'endofday'],
  ['track', 'documents', 'spend', 'site'],
  ['addresses', 'labels', 'settings'],
]

/** The screens of somebody who has signed in to pack. Links and the palette lead to the others. */
const OF_PACKERS: readonly Screen[] = ['pack', 'endofday', 'track', 'settings']

const HOMES: Record<Role, Screen> = { packer: 'pack', clerk: 'quote', supervisor: 'track' }

export interface RailFor {
  /** Of the person who has signed in; null: nobody has to. */
  signedInAs: Role | null
  /** Only a site has stations to look at. */
  isOfSite: boolean
}

/**
 * The screens of the rail, in groups. The inbox is in the top bar; Orders leads to imported files, Track to the wall, Settings
 * to the rehearsal.
 */
export function railGroups({ signedInAs, isOfSite }: RailFor): Screen[][] {
  return GROUPS.map((group) =>
    group.filter(
      (screen) => (screen !== 'site' || isOfSite) && (signedInAs !== 'packer' || OF_PACKERS.includes(screen)),
    ),
  )
}

/** Where the app opens when no place is named, and where a person begins who signs in. */
export function homeOf(role: Role | undefined): Screen {
  return role === undefined ? 'pack' : HOMES[role]
}
