import { RATE_LIMIT_WINDOW_MS } from '../../../src-shared/freight/limits.ts'
import type { CallPriority } from '../../../src-shared/station/app/call-priority.ts'
import { isPaced, paceOf, reserveOf } from './priority.ts'
import type { RateLimitHeaders } from './rate-limit-headers.ts'

/** How long to wait after a refusal without a time. */
const UNTOLD_WAIT_MS = 5_000
/** A service that asks for more is asked again all the same. */
const LONGEST_BLOCK_MS = 5 * 60_000
/** A limit that is learned is this part of what the service took before it refused. */
const BELOW_REFUSED = 0.9
const GROWTH_A_WINDOW = 0.1
/** Half of the lowest limit that the interface names. One refusal out of a few calls is no evidence of a limit. */
const LOWEST_LEARNED = 30
/** `X-RateLimit-Reset` and `Date` are whole seconds: two spans to the same end may differ by this. */
const SAME_END_MS = 2_500

/**
 * What may still leave in one family. Pure: every method is given the time, in ms of a clock that only goes forward.
 *
 * It keeps the time of every call of the last window, so that no span of a window's length ever holds more calls than
 * the limit, wherever the service's own windows begin; a bucket that refills while it empties would let nearly twice
 * as many through. The service's report overrides that: other stations with the same key use the same limit, so a
 * lower reported number wins until its window ends.
 */
export class CallWindow {
  /** Null: the service names none; then only its refusals hold calls back. */
  #limit: number | null
  #windowMs = RATE_LIMIT_WINDOW_MS
  #starts: number[] = []
  #inFlight = 0
  #reported: { remaining: number; until: number } | null = null
  /** Calls that ended without an answer since: the service may have counted them. */
  #unanswered = 0
  #blockedUntil = -Infinity
  #lastPaced = -Infinity
  /** When the limit was last learned from refusals, or grew; null: the service names its own. */
  #learnedAt: number | null = null
  /** When calls were taken by a service that names no limit, from the last window on. */
  #taken: number[] = []

  constructor(firstLimit: number | null) {
    this.#limit = firstLimit
  }

  /** Calls per window, as reported or as learned from refusals; null: none known. */
  limit(): number | null {
    return this.#limit
  }

  /** Calls that may start now, reserves aside; Infinity where there is no limit. */
  remaining(now: number): number {
    if (now < this.#blockedUntil) return 0
    const reported = this.#reportedRemaining(now)
    const own = this.#limit === null ? Infinity : this.#limit - this.#used(now)
    // A call on its way may or may not be in the service's number: it is counted until it is answered.
    return Math.max(0, Math.min(own, reported - this.#inFlight))
  }

  /** When nothing of the limit is used any more; null: it is so already. */
  wholeAt(now: number): number | null {
    const last = this.#used(now) === 0 ? -Infinity : (this.#starts.at(-1) ?? -Infinity) + this.#windowMs
    const at = Math.max(last, this.#reported?.until ?? -Infinity, this.#blockedUntil)
    return at > now ? at : null
  }

  canStart(priority: CallPriority, now: number): boolean {
    return (
      this.remaining(now) >= this.#reserve(priority) + 1 &&
      (!isPaced(priority) || now >= this.#lastPaced + this.#pace(priority, now))
    )
  }

  /**
   * How long a call of this priority waits at least, in ms, with this many before it. 0 although it may not start
   * means that calls on their way decide.
   */
  wait(priority: CallPriority, ahead: number, now: number): number {
    let at = Math.max(now, this.#blockedUntil)
    const reserve = this.#reserve(priority)
    if (this.#limit !== null) {
      const usable = this.#limit - reserve
      const mayBeUsed = usable - (ahead % usable) - 1
      const expiring = this.#used(now) - mayBeUsed
      const oldest = expiring > 0 ? this.#starts[expiring - 1] : undefined
      if (oldest !== undefined) at = Math.max(at, oldest + this.#windowMs)
      at += Math.floor(ahead / usable) * this.#windowMs
    }
    if (this.#reported && this.#reportedRemaining(now) < reserve + ahead + 1) at = Math.max(at, this.#reported.until)
    if (isPaced(priority)) at = Math.max(at, this.#lastPaced + this.#pace(priority, now))
    return at - now
  }

  start(priority: CallPriority, now: number): void {
    this.#starts.push(now)
    this.#inFlight += 1
    if (isPaced(priority)) this.#lastPaced = now
  }

  /** A call that started at that time has surely not left. */
  giveBack(startedAt: number): void {
    this.#inFlight -= 1
    const index = this.#starts.lastIndexOf(startedAt)
    if (index !== -1) this.#starts.splice(index, 1)
  }

  /** A call ended: with its answer's report, or without an answer. */
  settle(now: number, reported: RateLimitHeaders | null): void {
    this.#inFlight -= 1
    if (reported === null) {
      this.#unanswered += 1
      return
    }
    if (reported.windowMs !== null) this.#windowMs = reported.windowMs
    this.#hearLimit(now, reported)
    this.#hear(now, reported)
    if (reported.isExceeded) {
      const asked = reported.retryAfterMs ?? reported.resetInMs ?? UNTOLD_WAIT_MS
      this.#blockedUntil = Math.max(this.#blockedUntil, now + Math.min(asked, LONGEST_BLOCK_MS))
    }
  }

  /** A limit of nought would be for ever: one call a window finds out whether it still holds. */
  #hearLimit(now: number, { limit, isExceeded }: RateLimitHeaders): void {
    if (limit !== null) {
      this.#limit = Math.max(1, limit)
      this.#learnedAt = null
    } else if (isExceeded) {
      this.#learn(now)
    } else {
      this.#forgetTaken(now)
      this.#taken.push(now)
      if (this.#learnedAt === null) this.#limit = null
      else this.#growAfter(this.#learnedAt, now)
    }
  }

  /** Refused by a service that names no limit: it is a little below what was taken in the window before. */
  #learn(now: number): void {
    this.#forgetTaken(now)
    const learned = Math.max(LOWEST_LEARNED, Math.floor(this.#taken.length * BELOW_REFUSED))
    const known = this.#learnedAt === null ? null : this.#limit
    this.#limit = Math.min(learned, known ?? Infinity)
    this.#learnedAt = now
  }

  /** A limit that was learned from a refusal may have been another station's doing: it grows by a tenth a window. */
  #growAfter(learnedAt: number, now: number): void {
    if (this.#limit === null || now - learnedAt < this.#windowMs) return
    this.#limit += Math.max(1, Math.floor(this.#limit * GROWTH_A_WINDOW))
    this.#learnedAt = now
  }

  #forgetTaken(now: number): void {
    const first = this.#taken.findIndex((at) => at > now - this.#windowMs)
    this.#taken.splice(0, first === -1 ? this.#taken.length : first)
  }

  #hear(now: number, { remaining, resetInMs }: RateLimitHeaders): void {
    if (remaining === null) return
    const until = now + Math.min(resetInMs ?? this.#windowMs, this.#windowMs)
    const known = this.#reported && now < this.#reported.until ? this.#reported : null
    if (known === null || until > known.until + SAME_END_MS) {
      this.#reported = { remaining, until }
      this.#unanswered = 0
    } else if (until >= known.until - SAME_END_MS) {
      // Answers overtake each other; within one window what is left only falls.
      this.#reported = { remaining: Math.min(remaining, known.remaining), until: Math.max(until, known.until) }
    }
  }

  #reportedRemaining(now: number): number {
    return this.#reported && now < this.#reported.until ? this.#reported.remaining - this.#unanswered : Infinity
  }

  #used(now: number): number {
    const since = now - this.#windowMs
    const first = this.#starts.findIndex((start) => start > since)
    if (first === -1) this.#starts = []
    else if (first > 0) this.#starts.splice(0, first)
    return this.#starts.length
  }

  #reserve(priority: CallPriority): number {
    return this.#limit === null ? 0 : reserveOf(priority, this.#limit)
  }

  #pace(priority: CallPriority, now: number): number {
    if (this.#limit === null) return 0
    const until = this.#reported && now < this.#reported.until ? this.#reported.until : now + this.#windowMs
    return paceOf(priority, { limit: this.#limit, remaining: this.remaining(now), windowLeftMs: until - now })
  }
}
