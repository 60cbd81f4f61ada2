import type { SSEStreamingApi } from 'hono/streaming'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import { monotonic } from '../../../src-node/runtime/wait.ts'
import type { FeedPage } from '../../../src-shared/site/feed.ts'
import type { SiteController } from '../site-controller.ts'

/** A proxy closes a stream on which nothing is sent for long. */
const STREAM_BEAT_MS = 15_000
/** How many new pages are held for a station that reads slowly; the older ones are in the database and are read again. */
const MOST_PAGES_HELD = 16

export interface FeedStreamPorts extends Pick<SiteController, 'subscribe' | 'feedPage' | 'reportedAfter'> {
  /** Is the station still enrolled? */
  isStill: () => Promise<boolean>
}

/**
 * Sends the feed from `after` on: first the earlier pages, then the new ones, until the station closes the stream or
 * is revoked. A station that reads nothing costs the memory of MOST_PAGES_HELD pages at most.
 */
export async function streamFeed(
  stream: Pick<SSEStreamingApi, 'writeSSE' | 'onAbort' | 'aborted'>,
  { subscribe, feedPage, reportedAfter, isStill }: FeedStreamPorts,
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
  const send = async (page: FeedPage): Promise<void> => {
    if (page.next <= at) return
    at = page.next
    await stream.writeSSE({ event: 'feed', id: String(page.next), data: JSON.stringify(page) })
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
    await stream.writeSSE({ event: 'ready', data: String(at) })
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
      if (waiting.length === 0 && !stream.aborted) await stream.writeSSE({ event: 'beat', data: String(at) })
    }
  } finally {
    end()
  }
}
