/** The sections that the interface divides its endpoints into. */
export type Section =
  'Helper' | 'Locations' | 'SAT codes' | 'Quotes' | 'Shipments' | 'Tracking' | 'Documents' | 'Webhooks'

/** By the beginning of the path; of several that fit, the first one counts. */
const SECTIONS: readonly [RegExp, Section][] = [
  [/^\/help/, 'Helper'],
  [/^\/(location|address)\b/, 'Locations'],
  [/^\/sat-code\b/, 'SAT codes'],
  [/^\/quote\b/, 'Quotes'],
  [/^\/(webhooks\b|tracking\/webhook)/, 'Webhooks'],
  [/^\/(documents\b|track\/get-documents|shipments\/[^/]+\/(documents|labels))/, 'Documents'],
  [/^\/tracking\/lookup\b/, 'Shipments'],
  [/^\/(track|tracking)\b|^\/shipments\/[^/]+\/(track|signature)/, 'Tracking'],
]

export function sectionOf(path: string): Section {
  return SECTIONS.find(([pattern]) => pattern.test(path))?.[1] ?? 'Shipments'
}
