import { runtime } from '../../src-node/runtime/runtime.ts'
import { RATE_LIMIT_WINDOW_MS } from '../../src-shared/freight/limits.ts'

/** A key's usage after a request. `resetAt` in machine milliseconds since 1970. */
export interface Allowance {
  isExceeded: boolean
  limit: number
  remaining: number
  resetAt: number
}

/**
 * Counts requests in windows that begin with the first request after the last window. They run on the machine's time, not
 * the service's: the client that is to wait does so on its own clock.
 */
export class RequestCounter {
  readonly #windows = new Map<string, { until: number; count: number }>()
  readonly #now: () => number

  constructor(now: () => number = runtime().timers.now) {
    this.#now = now
  }

  /** Counts one request under a name. A request that is refused is not counted. */
  take(name: string, limit: number): Allowance {
    const now = this.#now()
    const known = this.#windows.get(name)
    // A machine clock that was set back must not hold a window open for longer than its length.
    const isOpen = known !== undefined && now < known.until && known.until <= now + RATE_LIMIT_WINDOW_MS
    const window = isOpen ? known : { until: now + RATE_LIMIT_WINDOW_MS, count: 0 }
    this.#windows.set(name, window)
    const isExceeded = window.count >= limit
    if (!isExceeded) window.count += 1
    return { isExceeded, limit, remaining: Math.max(0, limit - window.count), resetAt: window.until }
  }

  /** Seconds until an allowance is whole again, at least one. */
  secondsUntil(resetAt: number): number {
    return Math.max(1, Math.ceil((resetAt - this.#now()) / 1000))
  }
}
