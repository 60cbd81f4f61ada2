import type { CallFamily } from '../../freight/limits.ts'

/** Who waits for a call, most urgent first. */
export const CALL_PRIORITIES = ['person', 'booking', 'label', 'tracking', 'background'] as const
export type CallPriority = (typeof CALL_PRIORITIES)[number]

/** The rest of a family's limit. */
export interface FamilyRateLimit {
  family: CallFamily
  /** Calls a window; null: the service has named no limit. */
  limit: number | null
  /** Calls that may leave at once; null where there is no limit. */
  remaining: number | null
  /** ISO 8601: when the whole limit is there again; null: nothing of it is used. */
  resetAt: string | null
  /** Calls that wait for their turn. */
  waiting: number
}
