import type { Role } from '../../src-shared/station/role.ts'
import { SCREENS, type Screen } from './route.ts'

/** Reached from Settings, the palette and the banner, or from the top bar, where the inbox stands with its count. */
const NOT_IN_RAIL: readonly Screen[] = ['rehearsal', 'inbox']
const LAST: Screen = 'settings'

/** What each role does most, first. Screens that are not named follow in their own order. */
const FIRST: Record<Role, readonly string[]> = {
  packer: ['pack', 'endofday', 'documents', 'track', 'book'],
  clerk: ['quote', 'book', 'batch', 'documents', 'track'],
  supervisor: ['track', 'endofday', 'book', 'documents', 'quote'],
}

/** The screens of the rail for a role, Settings last. Without a role they stand as they are. */
export function railOrder(role: Role | undefined): Screen[] {
  const usual = SCREENS.filter((screen) => screen !== LAST && !NOT_IN_RAIL.includes(screen))
  const wanted = role === undefined ? [] : FIRST[role]
  const first = wanted.flatMap((name) => usual.filter((screen) => screen === name))
  return [...first, ...usual.filter((screen) => !first.includes(screen)), LAST]
}

/** Where the app opens when no place is named. */
export function homeOf(role: Role | undefined): Screen {
  return railOrder(role)[0] ?? 'pack'
}
