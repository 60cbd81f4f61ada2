import { monotonic } from '../../../src-node/runtime/wait.ts'
import { StationError } from '../../../src-shared/station/error.ts'

/** As many as come at once when a station was offline, and its rate after that. */
const BURST = 400
const PER_SECOND = 40
/** Who has no token yet, by address: a code is not guessed by trying. */
const UNKNOWN_BURST = 20
const UNKNOWN_PER_SECOND = 0.5
const MOST_KNOWN = 5_000

/** Holds back who asks too often: a bucket for each token, and for each address without one. */
export function createThrottle(now: () => number = monotonic) {
  const buckets = new Map<string, { left: number; at: number }>()

  function leftOf(key: string, burst: number, perSecond: number, at: number): number {
    const bucket = buckets.get(key) ?? { left: burst, at }
    return Math.min(burst, bucket.left + ((at - bucket.at) / 1_000) * perSecond)
  }

  function take(key: string, burst: number, perSecond: number): void {
    const at = now()
    const left = leftOf(key, burst, perSecond, at)
    buckets.delete(key)
    buckets.set(key, { left: Math.max(0, left - 1), at })
    if (buckets.size > MOST_KNOWN)
      for (const oldest of buckets.keys()) {
        buckets.delete(oldest)
        break
      }
    if (left < 1) throw tooOften(left, perSecond)
  }

  return {
    /** @throws StationError RATE_LIMIT_ERROR */
    station: (stationId: string): void => take(`station:${stationId}`, BURST, PER_SECOND),
    /** Who would become a station. @throws StationError RATE_LIMIT_ERROR */
    unknownCaller: (address: string): void => take(`address:${address}`, UNKNOWN_BURST, UNKNOWN_PER_SECOND),
    /** A token that is no station's; apart from who enrols, for many do so from one address. @throws StationError RATE_LIMIT_ERROR */
    wrongToken: (address: string): void => take(wrongKey(address), UNKNOWN_BURST, UNKNOWN_PER_SECOND),
    /** Did this address show too many wrong tokens? Counts nothing. @throws StationError RATE_LIMIT_ERROR */
    refuseWrongTokens: (address: string): void => {
      const left = leftOf(wrongKey(address), UNKNOWN_BURST, UNKNOWN_PER_SECOND, now())
      if (left < 1) throw tooOften(left, UNKNOWN_PER_SECOND)
    },
  }
}

const wrongKey = (address: string): string => `token:${address}`

const tooOften = (left: number, perSecond: number): StationError =>
  new StationError({
    code: 'RATE_LIMIT_ERROR',
    message: 'Too many requests. Try again in a moment.',
    details: { retryAfterMs: Math.ceil(((1 - left) / perSecond) * 1_000) },
  })
