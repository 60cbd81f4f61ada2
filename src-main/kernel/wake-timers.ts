import { after } from '../../src-node/runtime/wait.ts'
import type { Timer } from '../../src-node/runtime/timers.ts'

/** After a fault of ours, a full disk for instance. Milliseconds. */
export const AFTER_FAULT_MS = 5_000

/** One timer a key; one that fails is set again. They keep no process alive. */
export function wakeTimers(onDue: (key: string) => Promise<void>, onFault: (error: unknown) => void) {
  const timers = new Map<string, Timer>()
  let isClosed = false
  const clear = (key: string) => {
    timers.get(key)?.cancel()
    timers.delete(key)
  }
  const set = (key: string, inMs: number): void => {
    clear(key)
    if (isClosed) return
    const timer = after(
      Math.max(0, inMs),
      () => {
        timers.delete(key)
        onDue(key).catch((error: unknown) => {
          onFault(error)
          if (!timers.has(key)) set(key, AFTER_FAULT_MS)
        })
      },
      { isBackground: true },
    )
    timers.set(key, timer)
  }
  return {
    clear,
    set,
    has: (key: string): boolean => timers.has(key),
    close: (): void => {
      isClosed = true
      for (const key of [...timers.keys()]) clear(key)
    },
  }
}
