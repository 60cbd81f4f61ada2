export type InTurn = ReturnType<typeof createInTurn>

/** Work on one thing at a time: a person's own look at a booking never crosses the outbox's. */
export function createInTurn() {
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
