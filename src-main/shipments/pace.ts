const SHORT_MS = 15_000
const LONG_ACTIVE_MS = 60_000
const LONG_IDLE_MS = 5 * 60_000
/** Between two turns of a fill: other calls get their turn. */
const FILLING_MS = 50
const GROWTH = 1.5
const LONGEST_AFTER_FAILURE_MS = 60_000

export interface Turn {
  /** There is more of the past to fetch. */
  isFilling: boolean
  /** Shipments under way are known. */
  hasOpen: boolean
  /** Turns in a row that brought nothing new; 0 when the last one did. */
  quietTurns: number
  /** The factor by which turns are slower than usual. */
  slower?: number
}

/**
 * How long to wait before the next turn, in milliseconds: 15 s while things change, then half as long again each
 * quiet turn, up to a minute while shipments are under way and five minutes when none is. `slower`: longer by this
 * factor, up to the same five minutes.
 */
export function paceAfter({ isFilling, hasOpen, quietTurns, slower = 1 }: Turn): number {
  if (isFilling) return FILLING_MS
  const longest = hasOpen ? LONG_ACTIVE_MS : LONG_IDLE_MS
  const pace = Math.min(longest, SHORT_MS * GROWTH ** Math.min(quietTurns, 20))
  return Math.round(Math.min(LONG_IDLE_MS, pace * slower))
}

/**
 * How long to wait after a failure: 15, 30, then 60 s, or as long as the service asked for.
 * @param failures failures in a row, this one counted
 */
export function paceAfterFailure(failures: number, retryAfterMs: number | null): number {
  return retryAfterMs ?? Math.min(LONGEST_AFTER_FAILURE_MS, SHORT_MS * 2 ** (Math.min(failures, 10) - 1))
}
