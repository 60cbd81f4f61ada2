export type Subscribers<T> = ReturnType<typeof createSubscribers<T>>

/** Those who want to be told of one thing. */
export function createSubscribers<T>() {
  const listeners = new Set<(value: T) => unknown>()
  return {
    subscribe: (listener: (value: T) => unknown): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** All are told at once; resolves when each has done what it does about it. Rejects with what one of them throws. */
    report: async (value: T): Promise<void> => {
      await Promise.all([...listeners].map((listener) => listener(value)))
    },
  }
}
