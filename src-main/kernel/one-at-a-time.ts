/**
 * A single flight that loses no wake-up: the work is done as often as is asked for, and never twice at once. A call
 * while it runs, also in the moment in which it has just found nothing left, makes it run again, and waits for that.
 * @param work an async function; what it throws reaches all who wait, and the next call starts over
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isAsked = false

  async function run(): Promise<void> {
    try {
      while (isAsked) {
        isAsked = false
        await work()
      }
    } finally {
      // In the same turn as the last look at `isAsked`, so that no call comes in between.
      running = undefined
    }
  }

  return () => {
    isAsked = true
    // Begun in a turn of its own: the work may request another run before it has waited for anything.
    return (running ??= Promise.resolve().then(run))
  }
}
