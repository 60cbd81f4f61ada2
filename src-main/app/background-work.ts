import { FreightError } from '../freight/http/failure.ts'

/**
 * Work that runs in the background until the end. A failed call shows in the connection, and the next sync retries
 * it.
 */
export function createBackgroundWork(onFault: (error: unknown) => void) {
  const underWay = new Set<Promise<void>>()
  return {
    run: (work: Promise<unknown>): void => {
      const ended = work.then(
        () => undefined,
        (error: unknown) => {
          if (!(error instanceof FreightError)) onFault(error)
        },
      )
      underWay.add(ended)
      void ended.then(() => underWay.delete(ended))
    },

    /** Resolves when the work under way has ended; never rejects. */
    settled: async (): Promise<void> => {
      await Promise.all(underWay)
    },
  }
}
