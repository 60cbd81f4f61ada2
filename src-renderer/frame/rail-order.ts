import type { Role } from '../../src-shared/station/role.ts'
import { SCREENS, type Screen } from './route.ts'

/**
 * Reached from Settings, the palette and the banner, from the top bar, where the inbox is with its count, or from Track,
 * which the wall screen is a view of.
 */
const NOT_IN_RAIL: readonly Screen[] = ['rehearsal', 'inbox', 'wall']
/** Screens that a role does not need: the palette leads there all the same. */
const NOT_FOR: Partial<Record<Role, readonly Screen[]>> = { packer: ['spend'] }
const LAST: Screen = 'settings'
/** Only where there is a site: all its stations. */
const OF_SITE: Screen = 'site'

/** The main screens of each role, first. Other screens follow in their own order. */
const FIRST: Record<Role, readonly string[]> = {
  packer: ['pack', 'endofday', 'documents', 'track', 'book'],
  clerk: ['quote', 'book', 'batch', 'documents', 'track'],
  supervisor: ['track', 'endofday', 'book', 'documents', 'quote'],
}

/** The screens of the rail for a role, Settings last. Without a role the order is unchanged. */
export function railOrder(role: Role | undefined, isOfSite = false): Screen[] {
  const left = [...NOT_IN_RAIL, OF_SITE, ...((role && NOT_FOR[role]) ?? [])]
  const usual = SCREENS.filter((screen) => screen !== LAST && !left.includes(screen))
  const wanted = role === undefined ? [] : FIRST[role]
  const first = wanted.flatMap((name) => usual.filter((screen) => screen === name))
  const stations = isOfSite && role !== 'packer' ? [OF_SITE] : []
  return [...first, ...usual.filter((screen) => !first.includes(screen)), ...stations, LAST]
}

/** Where the app opens when no place is named. */
export function homeOf(role: Role | undefined): Screen {
  return railOrder(role)[0] ?? 'pack'
}
