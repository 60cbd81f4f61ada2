/** Work that writes into the cache, and moments in which none of it may be under way. */
export function createExclusiveSection() {
  const running = new Set<Promise<unknown>>()
  let exclusive: Promise<void> = Promise.resolve()

  return {
    run: <T>(work: () => Promise<T>): Promise<T> => {
      const mine = exclusive.then(work)
      running.add(mine)
      const forget = () => void running.delete(mine)
      mine.then(forget, forget)
      return mine
    },

    /** Waits for running work; new work waits for this. */
    exclusively: (work: () => Promise<void>): Promise<void> => {
      const before = [...running]
      const done = Promise.allSettled([exclusive, ...before]).then(work)
      // The caller has already been given the error.
      exclusive = done.catch(() => undefined)
      return done
    },

    settled: (): Promise<unknown> => Promise.allSettled(running),
  }
}
