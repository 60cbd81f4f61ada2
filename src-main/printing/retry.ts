/** Until a job of which no byte left is tried again: first, second ... try; the last one from then on. Milliseconds. */
export const RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 30_000, 60_000] as const

/** One timer a job. They keep no process alive. */
export function retryTimers(onDue: (jobId: string) => Promise<void>, onFault: (error: unknown) => void) {
  const timers = new Map<string, NodeJS.Timeout>()
  const clear = (jobId: string) => {
    clearTimeout(timers.get(jobId))
    timers.delete(jobId)
  }
  return {
    clear,
    set: (jobId: string, inMs: number): void => {
      clear(jobId)
      const timer = setTimeout(
        () => {
          timers.delete(jobId)
          onDue(jobId).catch(onFault)
        },
        Math.max(0, inMs),
      )
      timers.set(jobId, timer.unref())
    },
    clearAll: (): void => {
      for (const jobId of [...timers.keys()]) clear(jobId)
    },
  }
}
