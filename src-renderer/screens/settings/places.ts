/** The sections of the set-up page, in their order; each has a place in the list of Settings. */
export const SECTIONS = ['station', 'service', 'printers', 'rules'] as const
/** Pages of their own, fetched when they are opened. */
export const PAGES = [
  'desktop',
  'people',
  'site',
  'inbox',
  'carrierRules',
  'scale',
  'papers',
  'connections',
  'webhooks',
  'calls',
  'audit',
  'data',
  'support',
  'about',
] as const

export type Section = (typeof SECTIONS)[number]
export type Page = (typeof PAGES)[number]
/** Where in Settings one is: what `#/settings?section=` names. */
export type Place = Section | Page

/** The place that a route names; anything unknown is the beginning. */
export function placeOf(named: string | undefined): Place {
  return [...SECTIONS, ...PAGES].find((place) => place === named) ?? 'station'
}

/** Places whose cards are in pairs where the screen is wide; the others are tables, which take it whole. */
export const isInPairs = (place: Place): boolean => !isPage(place) || PAIRED.includes(place)
const PAIRED: readonly Page[] = ['people', 'inbox', 'connections', 'data', 'support']

export function isPage(place: Place): place is Page {
  return PAGES.some((page) => page === place)
}
