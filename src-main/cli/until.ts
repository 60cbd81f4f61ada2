import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 50

/**
 * Looks until `isDone`, the time is up or the signal is aborted, and gives what was seen last. A Waybill that runs in
 * another process tells no events, so this asks.
 */
export async function until<T>(
  look: () => Promise<T>,
  isDone: (value: T) => boolean,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<T> {
  const giveUpAt = performance.now() + waitMs
  for (;;) {
    const value = await look()
    if (isDone(value) || performance.now() >= giveUpAt || signal.aborted) return value
    await sleep(LOOK_EVERY_MS)
  }
}
