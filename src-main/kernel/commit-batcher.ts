import { after } from '../../src-node/runtime/wait.ts'
import type { Timer } from '../../src-node/runtime/timers.ts'
/** Longer than the answers to calls made together lie apart, and nothing to who waits for a booking. */
const LONGEST_WAIT_MS = 8

/**
 * Lets results that come at nearly the same time continue in the same turn, so that they share one commit: a commit
 * waits for the disk. One alone does not wait.
 * @returns to be given how many make a full turn now, this one included
 */
export function createCommitBatcher(): (expected: number) => Promise<void> {
  let waiting: (() => void)[] = []
  let timer: Timer | undefined

  function release(): void {
    timer?.cancel()
    timer = undefined
    const released = waiting
    waiting = []
    for (const go of released) go()
  }

  return (expected) =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length >= expected) release()
      else timer ??= after(LONGEST_WAIT_MS, release)
    })
}
