import { uptime } from 'node:os'
import { isTokenFresh } from '../../../src-shared/machine/upload.ts'

/** A send begins within so long of its fencing token, or not at all: well below what a takeover waits for. */
const GUARD_MS = 8_000

/** Milliseconds by a monotonic clock that counts while the machine sleeps. */
export const sinceBootMs = (): number => uptime() * 1_000

/** One fencing token of this process: for one send of one booking. */
export interface FencingToken {
  permit: number
  /** By `sinceBootMs`, before the database was asked for it. */
  askedAtMs: number
}

export type FencingTokens = ReturnType<typeof createFencingTokens>

/** The fencing tokens of this sender, and whether they are still good. */
export function createFencingTokens({
  guardMs = GUARD_MS,
  nowMs = sinceBootMs,
}: { guardMs?: number; nowMs?: () => number } = {}) {
  const byBooking = new Map<string, FencingToken>()
  const byReference = new Map<string, FencingToken>()

  return {
    nowMs,

    give: ({ bookingId, reference }: { bookingId: string; reference: string }, permit: FencingToken): void => {
      byBooking.set(bookingId, permit)
      byReference.set(reference, permit)
    },

    /** The one that this process has for a booking. */
    of: (bookingId: string): number | null => byBooking.get(bookingId)?.permit ?? null,

    /** May what was taken under this reference go out now? */
    isFresh: (reference: string): boolean => {
      const permit = byReference.get(reference)
      return permit !== undefined && isTokenFresh(permit.askedAtMs, nowMs(), guardMs)
    },

    end: ({ bookingId, reference }: { bookingId: string; reference: string }): void => {
      byBooking.delete(bookingId)
      byReference.delete(reference)
    },
  }
}
