import type { Repeatable } from '../../../src-shared/freight/endpoints.ts'
import type { FreightError } from './failure.ts'

const MAX_ATTEMPTS = 3
const FIRST_DELAY_MS = 250
const LONGEST_WAIT_MS = 10_000

/**
 * The retry rule: how long to wait before the next attempt, or null to give up. Exponential (250 ms, 500 ms) with full
 * jitter; a Retry-After is kept when it is short enough for someone who waits, otherwise the call fails at once.
 *
 * @param attempt how many attempts were made
 * @param random 0 <= random < 1
 */
export function delayBeforeRetry(
  repeatable: Repeatable,
  attempt: number,
  error: FreightError,
  random: number,
): number | null {
  if (repeatable === 'never' || attempt >= MAX_ATTEMPTS || !error.retryable) return null
  if (repeatable === 'once' && error.delivery !== 'unsent') return null
  if (error.retryAfterMs !== null) return error.retryAfterMs <= LONGEST_WAIT_MS ? error.retryAfterMs : null
  return Math.round(FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + random / 2))
}

/** A service that asks for more than an hour is asked again after an hour; timers take no number that is out of reason. */
const LONGEST_RETRY_AFTER_MS = 60 * 60_000
/** The three ways HTTP writes a date: Sun, 06 Nov 1994 08:49:37 GMT; Sunday, 06-Nov-94 08:49:37 GMT; Sun Nov  6 08:49:37 1994. */
const HTTP_DATE = /^[A-Z][a-z]{2,8}(, .* GMT| [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/

/**
 * Retry-After as seconds or as an HTTP date (RFC 9110, 10.2.3), in milliseconds from now, an hour at most; null when absent
 * or unreadable.
 *
 * @param now by the service's clock, where it is known
 */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_RETRY_AFTER_MS)
  if (!HTTP_DATE.test(text)) return null
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now.getTime()), LONGEST_RETRY_AFTER_MS)
}
