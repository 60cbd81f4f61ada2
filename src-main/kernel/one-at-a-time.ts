/**
 * A single flight that loses no wake-up: the work is done as often as is asked for, and never twice at once. Who asks while it
 * runs, also in the moment in which it has just found nothing left, has it run once more, and waits for that.
 * @param work an async function; what it throws reaches all who wait, and the next who asks begins anew
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
      // In the same turn as the last look at `isAsked`, so that nobody asks in between.
      running = undefined
    }
  }

  return () => {
    isAsked = true
    // Begun in a turn of its own: the work may ask for itself before it has waited for anything.
    return (running ??= Promise.resolve().then(run))
  }
}
