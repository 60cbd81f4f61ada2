import { monotonic } from '../../../src-node/runtime/wait.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { FreightError } from '../../freight/http/failure.ts'
import { delayAfter } from '../../kernel/backoff.ts'
import { RESEND_DELAYS_S } from './schedule.ts'

interface Backoff {
  until: Date
  /** The same moment by a monotonic clock. */
  steadyUntil: number
  times: number
  isRateLimit: boolean
}

export type SendBackoff = ReturnType<typeof createSendBackoff>

/**
 * Holds back all calls of the outbox while the service cannot be reached, refuses the key or limits the rate: what one
 * call has learned, the others need not learn again. One backoff a service. A clock that is set back makes none longer: it is
 * over by the monotonic clock at the latest.
 * @param onEnd called when a backoff is over before its time: a worker that sleeps until then has to look again
 */
export function createSendBackoff(clock: Clock, onEnd: () => void = () => undefined) {
  const backoffs = new Map<string, Backoff>()
  /** Whole milliseconds until it is over, as a date holds them: a part of one would be over by the date and not by the clock. */
  const left = ({ until, steadyUntil }: Backoff): number =>
    Math.max(0, Math.ceil(Math.min(until.getTime() - clock.now().getTime(), steadyUntil - monotonic())))
  const until = (key: string): Date | null => {
    const found = backoffs.get(key)
    const ms = found ? left(found) : 0
    return ms > 0 ? new Date(clock.now().getTime() + ms) : null
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
      const now = clock.now().getTime()
      const msLeft = before ? left(before) : 0
      // Calls that were under way together are one failure.
      if (msLeft > 0 && retryAfterMs === null) return new Date(now + msLeft)
      const times = before && msLeft === 0 ? before.times + 1 : (before?.times ?? 0)
      const wait = Math.max(retryAfterMs ?? delayAfter(RESEND_DELAYS_S, times) * 1000, msLeft)
      const until = new Date(now + wait)
      const isRateLimit = code === 'RATE_LIMIT_ERROR'
      backoffs.set(key, { until, steadyUntil: monotonic() + wait, times, isRateLimit })
      return until
    },

    /** The service took a call. */
    end: (key: string): void => {
      if (backoffs.delete(key)) onEnd()
    },

    /** The network is back online, or the key is valid again. A rate limit is not over for that. */
    lift: (key: string): void => {
      if (!backoffs.get(key)?.isRateLimit) backoffs.delete(key)
    },
  }
}
