import type { FamilyRateLimit } from '../../../src-shared/station/app/call-priority.ts'

/** Enough for a service that answers at once. */
export const LEAST_SENDS = 4
const MOST = 24
/** Bookings a second that are to be answered, however long the service takes for one. */
const ANSWERED_A_SECOND = 12
/** A service that answers sooner is sent no more at a time. */
export const SLOW_ANSWER_MS = (LEAST_SENDS / ANSWERED_A_SECOND) * 1000
/** Of the newest answer, in how long the service takes. */
const WEIGHT = 0.2

/** Calls that bookings may use of these limits (section Limits: shipments are of the general family); null: no limit. */
export const callsLeftIn = (limits: readonly FamilyRateLimit[]): number | null =>
  limits.find(({ family }) => family === 'general')?.remaining ?? null

/**
 * How many bookings are on their way at a time: as many as a slow service needs to be answered often, and at most half of the
 * calls that its rate limit leaves, so that quotes and labels have theirs and nothing that is SENDING waits for leave.
 * @param callsLeft of the rate limit's window; null: the service names no limit
 */
export function createSendWidth(callsLeft: () => number | null) {
  let answeredInMs = 0
  return {
    /** The service answered a booking after so long. @returns how many from now on */
    after: (ms: number): number => {
      answeredInMs = answeredInMs === 0 ? ms : answeredInMs * (1 - WEIGHT) + ms * WEIGHT
      const needed = Math.min(MOST, Math.ceil((answeredInMs / 1000) * ANSWERED_A_SECOND))
      const left = Math.floor((callsLeft() ?? Infinity) / 2)
      return Math.max(LEAST_SENDS, Math.min(needed, left))
    },
  }
}
