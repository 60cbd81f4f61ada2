/** Time, and work that is done later. */
export interface TimerPort {
  /** Milliseconds since 1970 by the wall clock, which may be set. */
  now(): number
  /** Milliseconds of a clock that only goes forward. */
  monotonic(): number
  /** Runs once, after this many milliseconds. `isBackground`: does not keep the process alive. */
  after(ms: number, run: () => void, options?: { isBackground?: boolean }): Timer
  /** Runs once, after current work and pending reads. */
  soon(run: () => void): void
}

export interface Timer {
  cancel(): void
}

export const systemTimers: TimerPort = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, run, { isBackground = false } = {}) => {
    const timer = setTimeout(run, ms)
    if (isBackground) timer.unref()
    return { cancel: () => clearTimeout(timer) }
  },
  soon: (run) => void setImmediate(run),
}
