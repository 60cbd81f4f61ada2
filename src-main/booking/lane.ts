export interface LaneOptions<T> {
  /** How many items are worked on at a time. */
  width: number
  /** The next items, oldest first, at most so many; each is the caller's alone. */
  take: (most: number) => Promise<T[]>
  /**
   * Does the work. It calls `free` in the turn in which it hands its result to the ledger, so that the result and the next
   * taking share one commit.
   */
  work: (item: T, free: () => void) => Promise<void>
  /** When something is due next; null: nothing waits. */
  nextDueAt: () => Promise<Date | null>
  now: () => Date
  onFault: (error: unknown) => void
  /** Called before the first taking after a fault. */
  recover: () => Promise<unknown>
}

/** A lane looks at least this often, whatever the due times say: the clock may be set. */
const LONGEST_SLEEP_MS = 60_000
const AFTER_FAULT_MS = 5_000

export type Lane = ReturnType<typeof createLane>

/** Takes items in strict order and works on several at a time, as they become due. */
export function createLane<T>({ width, take, work, nextDueAt, now, onFault, recover }: LaneOptions<T>) {
  const underWay = new Set<Promise<void>>()
  let inWork = 0
  let taking: Promise<void> | undefined
  let isWanted = false
  let hasFailed = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  /** Takes whatever is due, now. */
  function kick(): void {
    if (isClosed) return
    isWanted = true
    taking ??= takeAll().finally(() => {
      taking = undefined
      // Wanted again between the last look and this turn.
      if (isWanted && inWork < width) kick()
    })
  }

  async function takeAll(): Promise<void> {
    clearTimeout(timer)
    try {
      if (hasFailed) await recover()
      hasFailed = false
      while (isWanted && !isClosed && inWork < width) {
        isWanted = false
        const most = width - inWork
        const items = await take(most)
        for (const item of items) start(item)
        if (items.length > 0) isWanted = true
      }
      if (inWork < width) wakeAt(await nextDueAt())
    } catch (error) {
      fail(error)
    }
  }

  function start(item: T): void {
    inWork += 1
    let isFree = false
    const free = () => {
      if (isFree) return
      isFree = true
      inWork -= 1
      kick()
    }
    const done = work(item, free)
      .catch(fail)
      .finally(() => {
        free()
        underWay.delete(done)
      })
    underWay.add(done)
  }

  function fail(error: unknown): void {
    hasFailed = true
    isWanted = false
    onFault(error)
    wakeIn(AFTER_FAULT_MS)
  }

  function wakeAt(due: Date | null): void {
    if (due) wakeIn(Math.min(Math.max(due.getTime() - now().getTime(), 0), LONGEST_SLEEP_MS))
  }

  function wakeIn(wait: number): void {
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(kick, wait)
    timer.unref()
  }

  return {
    kick,

    /** Takes nothing new and waits for what is under way. */
    close: async (): Promise<void> => {
      isClosed = true
      clearTimeout(timer)
      await taking
      await Promise.all(underWay)
    },
  }
}
