/** Waits before the next send when no byte left. The clerk waits behind the first ones, the last repeats for ever. */
export const RESEND_DELAYS_S = [2, 5, 15, 30, 60] as const

/**
 * Waits before each look for an UNKNOWN booking, counted from the look before: at once, after 5, 15 and 60 s, after 5 min,
 * then every hour.
 */
export const LOOK_DELAYS_S = [0, 5, 10, 45, 240, 3600] as const

/** How many looks are due so many seconds after the send. Those made between, as when a person asks, do not count. */
export function looksDueBy(seconds: number): number {
  let [looks, at] = [0, 0]
  for (const delay of LOOK_DELAYS_S) {
    at += delay
    if (seconds < at) return looks
    looks += 1
  }
  return looks + Math.floor((seconds - at) / LOOK_DELAYS_S[5])
}

/**
 * After this many looks without a find a person is asked. A service that has a booking shows it within its own
 * deadline of 30 s; the fourth look is made a minute after the send. Asking early costs a person nothing, and the
 * looks continue.
 */
export const LOOKS_BEFORE_ASKING = 4

/** A booking that is to be canceled anyway needs no person; it counts as never booked after the look at 5 min. */
export const LOOKS_BEFORE_CANCELLING = 5

/** After a look that could not be made. */
export const LOOK_AGAIN_S = [15, 30, 60, 300] as const

/** How long one worker may hold a booking: longer than a call and its repetitions can take. */
export const LEASE_S = 300
