import { vi } from 'vitest'
import { inRuntime, runtime } from '../../src-node/runtime/runtime.ts'
import { systemTimers, type TimerPort } from '../../src-node/runtime/timers.ts'
import type { FakeClock } from './fake-clock.ts'

/** Lets what is in hand go on for so many turns of the loop. */
export const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** What a timer begins has its turns before the next timer is due. */
const STEP_MS = 10_000

/** So much time passes for the clock and for every timer that vitest fakes. */
export async function pass(clock: FakeClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) {
    clock.advance(Math.min(left, STEP_MS))
    await vi.advanceTimersByTimeAsync(Math.min(left, STEP_MS))
    await turns(8)
  }
}

/**
 * Runs in time that only `pass` moves, over this network when one is given.
 * @param forgetful a source file whose timers never come: a mutant that forgot to set them; null: none
 */
export function inFakeTime<T>(
  clock: FakeClock,
  forgetful: string | null,
  work: () => T,
  fetch = runtime().network.fetch,
): T {
  const isForgotten = () => forgetful !== null && (new Error('where').stack ?? '').includes(forgetful)
  const timers: TimerPort = {
    ...systemTimers,
    monotonic: () => clock.now().getTime(),
    after: (...given) => (isForgotten() ? { cancel: () => undefined } : systemTimers.after(...given)),
  }
  return inRuntime({ ...runtime(), timers, network: { ...runtime().network, fetch } }, work)
}
