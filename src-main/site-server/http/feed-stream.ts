import type { SSEStreamingApi } from 'hono/streaming'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import { every, monotonic } from '../../../src-node/runtime/wait.ts'
import type { FeedPage } from '../../../src-shared/site/feed.ts'
import type { SiteController } from '../site-controller.ts'

/** A proxy closes a stream on which nothing is sent for long. */
const STREAM_BEAT_MS = 15_000
/** How many new pages are held for a station that reads slowly; the older ones are in the database and are read again. */
const MOST_PAGES_HELD = 16

/** A station that reads nothing is looked at this often, and after so many looks its stream is cut: it asks again when it is well. */
const STUCK_LOOK_MS = 5_000
const MOST_STUCK_LOOKS = 6

export interface FeedStreamPorts extends Pick<SiteController, 'subscribe' | 'feedPage' | 'reportedAfter'> {
  /** Is the station still enrolled? */
  isStill: () => Promise<boolean>
  /** Ends the connection, also one that takes no more bytes. */
  cut: () => void
}

/**
 * Sends the feed from `after` on: first the earlier pages, then the new ones, until the station closes the stream or
 * is revoked. A station that reads nothing costs the memory of MOST_PAGES_HELD pages at most, and soon nothing.
 */
export async function streamFeed(
  stream: Pick<SSEStreamingApi, 'writeSSE' | 'onAbort' | 'aborted'>,
  { subscribe, feedPage, reportedAfter, isStill, cut }: FeedStreamPorts,
  after: number,
): Promise<void> {
  let at = after
  let wake: (() => void) | undefined
  const waiting: FeedPage[] = []
  const end = subscribe((page) => {
    waiting.push(page)
    // The next page begins behind the one that is dropped, which is how the gap is noticed.
    if (waiting.length > MOST_PAGES_HELD) waiting.shift()
    wake?.()
  })
  stream.onAbort(() => {
    end()
    wake?.()
  })
  /** Resolves when the station has taken it, or is cut off. */
  const write = async (message: Parameters<typeof stream.writeSSE>[0]): Promise<void> => {
    let looks = 0
    const look = (): void => {
      looks += 1
      void isStill()
        // A database that cannot be asked revokes nobody.
        .catch(() => true)
        .then((is) => {
          if (!is || looks >= MOST_STUCK_LOOKS) cut()
        })
    }
    const timer = every(STUCK_LOOK_MS, look, { isBackground: true })
    try {
      await stream.writeSSE(message)
    } finally {
      timer.cancel()
    }
  }
  const send = async (page: FeedPage): Promise<void> => {
    if (page.next <= at) return
    at = page.next
    await write({ event: 'feed', id: String(page.next), data: JSON.stringify(page) })
  }
  const sendMissing = async (): Promise<void> => {
    for (let more = true; more && !stream.aborted;) {
      const page = await feedPage(at)
      more = page.hasMore
      await send(page)
    }
  }
  try {
    await sendMissing()
    await write({ event: 'ready', data: String(at) })
    while (!stream.aborted && (await isStill())) {
      const startedAt = monotonic()
      let hasSent = false
      // One at a time: while one is written, those that wait are bounded.
      for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
        // Pages are the same for every listener: they begin where this process was, which may be past this station.
        if ((page.after ?? at) > at) await sendMissing()
        await send(page)
        hasSent = true
      }
      if (hasSent) {
        reportedAfter((monotonic() - startedAt) / 1_000)
        continue
      }
      await new Promise<void>((resolve) => {
        const timer = runtime().timers.after(STREAM_BEAT_MS, resolve, { isBackground: true })
        wake = () => {
          timer.cancel()
          resolve()
        }
      })
      wake = undefined
      if (waiting.length === 0 && !stream.aborted) await write({ event: 'beat', data: String(at) })
    }
  } finally {
    end()
    cut()
  }
}
