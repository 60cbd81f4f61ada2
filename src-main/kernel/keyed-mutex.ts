/**
 * Work on one thing at a time, in the order of the requests, whatever the outcome of the work before: a person's own
 * look at a booking never crosses the outbox's, and of two quick scans of a box the second finds what the first has
 * done.
 */
export function createKeyedMutex() {
  const busy = new Map<string, Promise<unknown>>()

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = busy.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    busy.set(key, mine)
    try {
      return await mine
    } finally {
      if (busy.get(key) === mine) busy.delete(key)
    }
  }
}
