import type { Clock } from '../kernel/clock.ts'

/** Corrections by a time server are smaller. */
const SET_BACK_MS = 2_000

/**
 * Detects that the wall clock was set back: it shows less than at the last look. Moments that were written down
 * before, when to send again for one, then are too far in the future, by hours where it was set back by hours.
 * @param onSetBack called with how far behind the last look it is, in milliseconds
 */
export function createClockWatch(clock: Clock, onSetBack: (ms: number) => void) {
  let last = clock.now().getTime()
  return {
    /** One look; reports a clock that was set back since the last one. */
    tick: (): void => {
      const before = last
      last = clock.now().getTime()
      if (before - last > SET_BACK_MS) onSetBack(before - last)
    },
  }
}
