/** Calls that the interface counts together (section Limits); each family has its own limit. */
export const CALL_FAMILIES = ['locations', 'quotes-and-tracking', 'documents', 'general'] as const
export type CallFamily = (typeof CALL_FAMILIES)[number]

/** The length of the window that calls are counted in (section Limits, rate limit window). */
export const RATE_LIMIT_WINDOW_MS = 60_000

/** Calls a window for a sandbox key: the lowest that the interface names. */
export const SANDBOX_LIMITS = {
  locations: 60,
  'quotes-and-tracking': 100,
  documents: 100,
  general: 100,
} as const satisfies Record<CallFamily, number>
