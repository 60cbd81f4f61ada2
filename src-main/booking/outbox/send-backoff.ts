import type { Clock } from '../../clock.ts'
import type { FreightError } from '../../freight/http/failure.ts'
import { delayAfter } from '../../backoff.ts'
import { RESEND_DELAYS_S } from './schedule.ts'

export type SendBackoff = ReturnType<typeof createSendBackoff>

/**
 * Holds back all calls of the outbox while the service cannot be reached, refuses the key or limits the rate: what one
 * call has learned, the others need not learn again. One backoff a service.
 * @param onEnd told when a backoff is over before its time: who sleeps until then has to look again
 */
export function createSendBackoff(clock: Clock, onEnd: () => void = () => undefined) {
  const backoffs = new Map<string, { until: Date; times: number; isRateLimit: boolean }>()
  const until = (key: string): Date | null => {
    const found = backoffs.get(key)?.until
    return found && found > clock.now() ? found : null
  }

  return {
    /** When calls may be made again; null: now. */
    until,

    /** What is due then, or later when calls are held back until then; null stays null. */
    notBefore: (key: string, due: Date | null): Date | null => {
      const end = until(key)
      return due && end && end > due ? end : due
    },

    /** A failure that concerns all. Returns when to try again. */
    note: (key: string, { code, retryAfterMs }: FreightError): Date => {
      const before = backoffs.get(key)
      const now = clock.now()
      // Calls that were under way together are one failure.
      if (before && before.until > now && retryAfterMs === null) return before.until
      const times = before && before.until <= now ? before.times + 1 : (before?.times ?? 0)
      const wait = retryAfterMs ?? delayAfter(RESEND_DELAYS_S, times) * 1000
      const until = new Date(Math.max(now.getTime() + wait, before?.until.getTime() ?? 0))
      backoffs.set(key, { until, times, isRateLimit: code === 'RATE_LIMIT_ERROR' })
      return until
    },

    /** The service took a call. */
    end: (key: string): void => {
      if (backoffs.delete(key)) onEnd()
    },

    /** The network or the key is back. A rate limit is not over for that. */
    lift: (key: string): void => {
      if (!backoffs.get(key)?.isRateLimit) backoffs.delete(key)
    },
  }
}
