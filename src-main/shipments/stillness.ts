/** Work that writes into the cache, and moments in which none of it may be under way. */
export function createStillness() {
  const running = new Set<Promise<unknown>>()
  let stillness: Promise<void> = Promise.resolve()

  return {
    run: <T>(work: () => Promise<T>): Promise<T> => {
      const mine = stillness.then(work)
      running.add(mine)
      const forget = () => void running.delete(mine)
      mine.then(forget, forget)
      return mine
    },

    /** Waits for what runs; what would begin meanwhile waits for this. */
    whileStill: (work: () => Promise<void>): Promise<void> => {
      const before = [...running]
      const done = Promise.allSettled([stillness, ...before]).then(work)
      // What failed has been told to whoever asked for it.
      stillness = done.catch(() => undefined)
      return done
    },

    settled: (): Promise<unknown> => Promise.allSettled(running),
  }
}
