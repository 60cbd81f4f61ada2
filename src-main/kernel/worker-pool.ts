import { after } from '../../src-node/runtime/wait.ts'
import type { Timer } from '../../src-node/runtime/timers.ts'
import { AFTER_FAULT_MS } from './wake-timers.ts'

export interface WorkerPoolOptions<T> {
  /** How many items are worked on at a time, at first. */
  width: number
  /** The next items, oldest first, at most this many; each is the caller's alone. */
  take: (most: number) => Promise<T[]>
  /** Does one taking give all that is due, up to the most asked for? Then fewer mean that nothing else is. */
  takesAll?: boolean
  /**
   * Does the work. It may call `free` in the turn in which it writes its result to the ledger, so that the result and
   * the next taking share one commit. Resolves with whether its result may have left something due: then the pool
   * looks again, whatever was freed before.
   */
  work: (item: T, free: () => void) => Promise<boolean>
  /** When something is due next; null: nothing waits. */
  nextDueAt: () => Promise<Date | null>
  now: () => Date
  onFault: (error: unknown) => void
  /** Called before the first taking after a fault. */
  recover: () => Promise<unknown>
}

/** A lane looks at least this often, whatever the due times say: the clock may be set. */
const LONGEST_SLEEP_MS = 60_000

/**
 * Takes items in strict order and works on several at a time, as they become due. A lane with room never sleeps
 * without a timer while something is due, now or later: it looks after every commit of its own work, and a caller
 * that makes something due from outside, or ends what held it back, kicks it.
 */
export function createWorkerPool<T>(options: WorkerPoolOptions<T>) {
  const { take, takesAll = false, work, nextDueAt, now, onFault, recover } = options
  let { width } = options
  const underWay = new Set<Promise<void>>()
  let inWork = 0
  let taking: Promise<void> | undefined
  let isWanted = false
  let hasFailed = false
  let isClosed = false
  let timer: Timer | undefined

  /** Takes all that is due, now. */
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
    timer?.cancel()
    try {
      if (hasFailed) {
        // Before and not after: what fails meanwhile is recovered from next time.
        hasFailed = false
        await recover()
      }
      while (isWanted && !isClosed && inWork < width) {
        isWanted = false
        // Items freed in this turn are counted first: one taking for all of them, in the commit that settles them.
        await Promise.resolve()
        const most = width - inWork
        const items = await take(most)
        for (const item of items) start(item)
        if (takesAll ? items.length === most : items.length > 0) isWanted = true
      }
      if (inWork < width) await sleep()
    } catch (error) {
      fail(error)
    }
  }

  function start(item: T): void {
    inWork += 1
    let isFree = false
    const free = () => {
      if (!isFree) inWork -= 1
      isFree = true
    }
    const done = work(item, () => {
      free()
      kick()
    })
      .then(
        (mayHaveLeftDue) => {
          // A lane freed early looked before the result was committed: what it left due is seen only now.
          const wasBusy = !isFree
          free()
          if (mayHaveLeftDue || wasBusy) kick()
        },
        (error: unknown) => {
          free()
          fail(error)
        },
      )
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }

  function fail(error: unknown): void {
    hasFailed = true
    isWanted = false
    onFault(error)
    wakeIn(AFTER_FAULT_MS)
  }

  /** Until something is due; a fault is recovered from before that. */
  async function sleep(): Promise<void> {
    const due = await nextDueAt()
    if (hasFailed) wakeIn(AFTER_FAULT_MS)
    else if (due) wakeIn(Math.min(Math.max(due.getTime() - now().getTime(), 0), LONGEST_SLEEP_MS))
  }

  function wakeIn(wait: number): void {
    timer?.cancel()
    if (isClosed) return
    timer = after(wait, kick, { isBackground: true })
  }

  return {
    kick,

    /** From now on so many are worked on at a time; what is under way ends as it is. */
    setWidth: (to: number): void => {
      width = to
    },

    /** Is it taking or working? */
    isBusy: (): boolean => inWork > 0 || taking !== undefined,

    /** Takes nothing new and waits for what is under way. */
    close: async (): Promise<void> => {
      isClosed = true
      timer?.cancel()
      await taking
      await Promise.all(underWay)
    },
  }
}
