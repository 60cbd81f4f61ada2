import { monotonic, timeoutSignal } from '../../../src-node/runtime/wait.ts'
/** How long one call may take in all its attempts. */
export interface Deadline {
  /** Milliseconds that are left; all of them as long as nothing was sent. */
  leftMs(): number
  /** Aborts with a TimeoutError when the time is over. The first signal that is asked for starts it. */
  signal(): AbortSignal
}

/** By a clock that only goes forward; the wall clock may be set back. */
export function createDeadline(ms: number, now: () => number = monotonic): Deadline {
  let endsAt: number | undefined
  const leftMs = () => (endsAt === undefined ? ms : Math.max(0, endsAt - now()))
  return {
    leftMs,
    signal: () => {
      endsAt ??= now() + ms
      return timeoutSignal(Math.ceil(leftMs()))
    },
  }
}

/**
 * For work that cannot be aborted, such as a name look-up: rejects with the signal's reason when that comes first.
 */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', onAbort))
}
