/** Plans a key may have (section Limits, plan tiers). A sandbox key is one of the sandbox plan. */
export const PLANS = ['sandbox', 'production-basic', 'production-premium', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]

/** What requests are counted together. */
export type RequestFamily = 'lookup' | 'rating' | 'documents' | 'general'

/** Requests a window, by plan (section Limits). Enterprise is "custom" there. */
const LIMITS: Record<Plan, Record<RequestFamily, number>> = {
  sandbox: { lookup: 60, rating: 100, documents: 100, general: 100 },
  'production-basic': { lookup: 60, rating: 1000, documents: 500, general: 1000 },
  'production-premium': { lookup: 60, rating: 1000, documents: 500, general: 5000 },
  enterprise: { lookup: 100_000, rating: 100_000, documents: 100_000, general: 100_000 },
}

export function limitOf(plan: Plan, family: RequestFamily): number {
  return LIMITS[plan][family]
}

/** The family of a path below the base URL. Subscribing at /tracking/webhook is not tracking. */
export function familyOf(path: string): RequestFamily {
  const [first, second, third] = path.split('/').filter(Boolean)
  if (first === 'location' || first === 'sat-code') return 'lookup'
  if (first === 'documents' || (first === 'track' && second === 'get-documents')) return 'documents'
  if (first === 'shipments' && (third === 'documents' || third === 'labels')) return 'documents'
  if (first === 'tracking' && second === 'webhook') return 'general'
  if (first === 'shipments' && third === 'track') return 'rating'
  return ['quote', 'quote-crossborder', 'track', 'tracking'].includes(first ?? '') ? 'rating' : 'general'
}
