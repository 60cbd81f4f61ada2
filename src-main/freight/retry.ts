import type { FreightError } from './failure.ts'

/**
 * `read`: asking twice changes nothing (GET, and look-ups that the interface makes POST).
 * `once`: may be repeated only when surely unsent. `never`: the caller repeats by its own rules (bookings).
 */
export type Repeatable = 'read' | 'once' | 'never'

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

/** Retry-After as seconds or as an HTTP date (RFC 9110, 10.2.3), in milliseconds from now; null when absent or unreadable. */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null
  const text = header.trim()
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}
