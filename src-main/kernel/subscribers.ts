export type Subscribers<T> = ReturnType<typeof createSubscribers<T>>

/** Subscribers of one event. */
export function createSubscribers<T>() {
  const listeners = new Set<(value: T) => unknown>()
  return {
    subscribe: (listener: (value: T) => unknown): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** All are notified at once; resolves when each has done its work. Rejects with what one of them throws. */
    report: async (value: T): Promise<void> => {
      await Promise.all([...listeners].map((listener) => listener(value)))
    },
  }
}
