import type { CallFamily } from '../../../src-shared/station/budget.ts'

/**
 * The family that a path below the base URL is counted in (section Limits: location search and SAT look-up; quotes and
 * tracking; documents; the rest by plan tier). Subscribing at /tracking/webhook tracks nothing. A service that counts
 * otherwise corrects the count by the headers of its answers.
 */
export function familyOf(path: string): CallFamily {
  const [first = '', second = '', third = ''] = path.split('?')[0]?.split('/').filter(Boolean) ?? []
  if (first === 'location' || first === 'sat-code') return 'locations'
  if (first === 'documents' || (first === 'track' && second === 'get-documents')) return 'documents'
  if (first === 'shipments' && (third === 'documents' || third === 'labels')) return 'documents'
  if (first === 'tracking' && second === 'webhook') return 'general'
  if (first === 'shipments' && third === 'track') return 'quotes-and-tracking'
  return ['quote', 'quote-crossborder', 'track', 'tracking'].includes(first) ? 'quotes-and-tracking' : 'general'
}

/** The lowest limits the interface names, calls a minute: kept to until the first answer says what is true. */
export const FIRST_LIMITS: Record<CallFamily, number> = {
  locations: 60,
  'quotes-and-tracking': 100,
  documents: 100,
  general: 100,
}
