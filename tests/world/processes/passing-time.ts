import { inRuntime, runtime } from '../../../src-node/runtime/runtime.ts'
import { systemTimers, type Timer, type TimerPort } from '../../../src-node/runtime/timers.ts'

/** Shorter ones are time limits of calls, which go by the machine's clock: nothing takes longer because time runs fast. */
const SHORTEST_MS = 1_000

interface Waiting {
  dueAt: number
  run: () => void
  timer: Timer
}

/**
 * The machine's timers, and time that can be made to pass at once: what is due by then comes, in its order.
 * @param shortestMs what is set for less goes by the machine's clock
 */
export function passingTime(shortestMs = SHORTEST_MS): TimerPort & { pass(ms: number): void } {
  const waiting = new Set<Waiting>()
  let passedMs = 0
  const monotonic = () => systemTimers.monotonic() + passedMs
  return {
    ...systemTimers,
    monotonic,
    after: (ms, run, options) => {
      if (ms < shortestMs) return systemTimers.after(ms, run, options)
      const once = () => {
        if (waiting.delete(entry)) run()
      }
      const entry: Waiting = { dueAt: monotonic() + ms, run: once, timer: systemTimers.after(ms, once, options) }
      waiting.add(entry)
      return {
        cancel: () => {
          waiting.delete(entry)
          entry.timer.cancel()
        },
      }
    },
    pass: (ms) => {
      passedMs += ms
      const now = monotonic()
      const left: Waiting[] = []
      for (const entry of [...waiting].sort((a, b) => a.dueAt - b.dueAt)) {
        entry.timer.cancel()
        if (entry.dueAt <= now) systemTimers.soon(entry.run)
        else left.push(entry)
      }
      for (const entry of left) entry.timer = systemTimers.after(entry.dueAt - now, entry.run, { isBackground: true })
    },
  }
}

/** Does this, and all that it begins, while time passes as it is told to. */
export function inPassingTime<T>(work: (pass: (ms: number) => void) => Promise<T>): Promise<T> {
  const timers = passingTime()
  return inRuntime({ ...runtime(), timers }, () => work(timers.pass))
}
