import { parseRetryAfter } from '../http/retry.ts'

/** The limit that an answer reported. Times are spans, so that no clock has to agree with the service's. */
export interface RateLimitHeaders {
  /** Calls a window; null: not named. */
  limit: number | null
  /** Calls left in the service's window, which all callers share; null: not named. */
  remaining: number | null
  windowMs: number | null
  /** Until the service's window ends. */
  resetInMs: number | null
  /** The call was one too many. */
  isExceeded: boolean
  retryAfterMs: number | null
}

const MOST_CALLS = 10_000_000
const LONGEST_WINDOW_S = 3600

/**
 * Reads X-RateLimit-Limit, -Remaining, -Reset (epoch seconds), -Window (seconds) and Retry-After (section Limits).
 * The answer's own Date is the service's clock, so a clock that is wrong on either side moves nothing.
 *
 * @param now used where the answer has no Date
 */
export function readRateLimitHeaders(status: number, headers: Headers, now: Date): RateLimitHeaders {
  const sentAt = dateOf(headers, now)
  const reset = count(headers.get('x-ratelimit-reset'), Number.MAX_SAFE_INTEGER)
  const window = count(headers.get('x-ratelimit-window'), LONGEST_WINDOW_S)
  return {
    limit: count(headers.get('x-ratelimit-limit'), MOST_CALLS),
    remaining: count(headers.get('x-ratelimit-remaining'), MOST_CALLS),
    windowMs: window === null || window === 0 ? null : window * 1000,
    resetInMs: reset === null ? null : Math.max(0, reset * 1000 - sentAt.getTime()),
    isExceeded: status === 429,
    retryAfterMs: parseRetryAfter(headers.get('retry-after'), sentAt),
  }
}

/** When the service sent an answer, by its own clock. */
export function dateOf(headers: Headers, now: Date): Date {
  const at = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(at) ? now : new Date(at)
}

/** A whole number that is not negative; anything else is ignored. */
function count(text: string | null, most: number): number | null {
  if (text === null || !/^\d{1,16}$/.test(text.trim())) return null
  return Math.min(Number(text), most)
}
