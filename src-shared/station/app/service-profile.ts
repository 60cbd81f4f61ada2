/** What may be learned of a service. `clock`: by how many minutes it is ahead of this machine's, or `right`. `limit-…`: calls a window by family of the rate limit. */
const SERVICE_FACTS = [
  'created-filter',
  'track-many',
  'envelope',
  'dates',
  'paging',
  'numbers',
  'label-formats',
  'signature-header',
  'clock',
  'limit-locations',
  'limit-quotes-and-tracking',
  'limit-documents',
  'limit-general',
] as const
export type ServiceFactName = (typeof SERVICE_FACTS)[number]

export function isServiceFactName(name: string): name is ServiceFactName {
  return SERVICE_FACTS.some((known) => known === name)
}

/** One thing learned of a service, and since when it is so. */
export interface ServiceFact {
  fact: ServiceFactName
  /** A word or a list of words; see docs/interface.md. */
  value: string
  /** ISO 8601. */
  learnedAt: string
}

/** All that was learned of the service in use: the answer of `environment.profile`. */
export interface ServiceProfile {
  /** Its key: `embedded`, or the base URL. */
  service: string
  facts: ServiceFact[]
}

/** Answers are under way for less. */
const CLOCK_MATTERS_MS = 5 * 60_000

/** How many whole minutes a service's clock is apart from this machine's, ahead of it or (below 0) behind; 0: it does not matter. */
export const minutesApart = (apartMs: number): number =>
  Math.abs(apartMs) < CLOCK_MATTERS_MS ? 0 : Math.round(apartMs / 60_000)

/** Minutes, whichever way, as hours and minutes: `2 h 5 min`. */
export function apartText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter((part) => part !== '').join(' ')
}
