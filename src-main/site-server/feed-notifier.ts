import type { Timer } from '../../src-node/runtime/timers.ts'
import { after, every } from '../../src-node/runtime/wait.ts'
import type { FeedPage } from '../../src-shared/site/feed.ts'
import { FEED_CHANNEL, type SiteFeed } from './feed.rows.ts'
import type { SiteDatabase } from './site-database.ts'

/** Events are gathered for one notification: writers do not notify, one notifier does. */
const GATHER_MS = 20
/** LISTEN may go silent: the feed is checked this often in any case. */
const LOOK_EVERY_MS = 1_000
const LISTEN_AGAIN_MS = 2_000

/** Called with each page of new events; the same page to all. */
export type FeedListener = (page: FeedPage) => void

export type FeedNotifier = ReturnType<typeof createFeedNotifier>

/** Numbers events, and notifies the listeners in this process. */
export function createFeedNotifier(db: SiteDatabase, feed: SiteFeed, onFault: (error: unknown) => void) {
  const listeners = new Set<FeedListener>()
  let reported: number | null = null
  let working: Promise<void> | undefined
  let isWanted = false
  let isClosed = false
  let isGathering = false
  let listening: { close(): Promise<void> } | undefined

  /** Something may be new. */
  function kick(): void {
    if (isClosed || isGathering) return
    isGathering = true
    after(
      GATHER_MS,
      () => {
        isGathering = false
        look()
      },
      { isBackground: true },
    )
  }

  function look(): void {
    if (isClosed) return
    isWanted = true
    working ??= run().finally(() => {
      working = undefined
      if (isWanted) look()
    })
  }

  async function run(): Promise<void> {
    isWanted = false
    try {
      // A fail-over may have lost the newest events: their numbers are given again.
      const last = await feed.last()
      reported = Math.min(reported ?? last, last)
      for (let more = true; more;) more = (await feed.number())?.hasMore ?? false
      for (let more = true; more && !isClosed;) {
        const page = await feed.page(reported)
        more = page.hasMore
        if (page.next === reported) break
        reported = page.next
        for (const listener of listeners) listener(page)
      }
    } catch (error) {
      onFault(error)
    }
  }

  async function listen(): Promise<void> {
    if (isClosed) return
    try {
      const opened = await db.listen(FEED_CHANNEL, kick, later)
      // Closed meanwhile.
      if (isClosed) return await opened.close()
      listening = opened
    } catch {
      later()
    }
  }

  function later(): void {
    if (!isClosed) after(LISTEN_AGAIN_MS, () => void listen(), { isBackground: true })
  }

  let timer: Timer | undefined

  return {
    kick,

    start: (): void => {
      timer = every(LOOK_EVERY_MS, look, { isBackground: true })
      void listen()
    },

    /** Who listens hears every page from now on, in order; what was before, it reads. */
    subscribe: (listener: FeedListener): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    listeners: (): number => listeners.size,

    close: async (): Promise<void> => {
      isClosed = true
      timer?.cancel()
      await working
      await listening?.close()
    },
  }
}
