/** Pages that are there with Settings itself; the others are fetched when they are opened. */
const OWN = ['station', 'printers', 'rules', 'carriers', 'service'] as const
type OwnPlace = (typeof OWN)[number]

/** The places of Settings in their groups; practice mode, a screen of its own, is linked behind people and site. */
export const GROUPS = [
  { name: 'computer', places: ['station', 'printers', 'scale', 'desktop'] },
  { name: 'shipping', places: ['rules', 'carriers', 'carrierRules', 'papers'] },
  { name: 'people', places: ['people', 'site', 'inbox'] },
  { name: 'data', places: ['service', 'connections', 'webhooks', 'calls', 'data', 'audit', 'support', 'about'] },
] as const

/** Where in Settings one is: what `#/settings?section=` names. */
export type Place = (typeof GROUPS)[number]['places'][number]
/** Pages of their own, fetched when they are opened. */
export type Page = Exclude<Place, OwnPlace>

export const PLACES: readonly Place[] = GROUPS.flatMap(({ places }): readonly Place[] => places)

/** The place that a route names; anything unknown is the beginning. */
export function placeOf(named: string | undefined): Place {
  return PLACES.find((place) => place === named) ?? 'station'
}

/** Places whose cards are in pairs where the screen is wide; the others are tables or rows, which take it whole. */
export const isInPairs = (place: Place): boolean => PAIRED.includes(place)
const PAIRED: readonly Place[] = ['station', 'service', 'people', 'inbox', 'connections', 'data', 'support']

export function isPage(place: Place): place is Page {
  return !OWN.some((own) => own === place)
}
