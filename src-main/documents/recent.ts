/** The few things asked for last, so that the next question about them need not fetch again. A failure is not kept. */
export function createRecent<T>(most: number) {
  const known = new Map<string, Promise<T>>()
  return {
    get: async (key: string, fetch: () => Promise<T>): Promise<T> => {
      const promise = known.get(key) ?? fetch()
      known.delete(key)
      known.set(key, promise)
      for (const oldest of known.keys()) {
        if (known.size <= most) break
        known.delete(oldest)
      }
      try {
        return await promise
      } catch (error) {
        if (known.get(key) === promise) known.delete(key)
        throw error
      }
    },
    forget: (key: string): void => void known.delete(key),
  }
}
