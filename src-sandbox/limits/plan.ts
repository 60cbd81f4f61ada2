import { SANDBOX_LIMITS, type CallFamily } from '../../src-shared/freight/limits.ts'

/** Plans a key may have (section Limits, plan tiers). A sandbox key is one of the sandbox plan. */
export const PLANS = ['sandbox', 'production-basic', 'production-premium', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]

/** Requests a window, by plan (section Limits). Enterprise is "custom" there. */
const LIMITS: Record<Plan, Record<CallFamily, number>> = {
  sandbox: SANDBOX_LIMITS,
  'production-basic': { locations: 60, 'quotes-and-tracking': 1000, documents: 500, general: 1000 },
  'production-premium': { locations: 60, 'quotes-and-tracking': 1000, documents: 500, general: 5000 },
  enterprise: { locations: 100_000, 'quotes-and-tracking': 100_000, documents: 100_000, general: 100_000 },
}

export function limitOf(plan: Plan, family: CallFamily): number {
  return LIMITS[plan][family]
}
