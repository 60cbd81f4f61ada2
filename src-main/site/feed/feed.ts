import { after } from '../../../src-node/runtime/wait.ts'
import type { Timer } from '../../../src-node/runtime/timers.ts'
import { SITE_GETS, SITE_STREAM } from '../../../src-shared/site/endpoints.ts'
import { feedPageSchema, type FeedPage } from '../../../src-shared/site/feed.ts'
import { createKeyedMutex } from '../../kernel/keyed-mutex.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import type { SiteLinkStore } from '../site-link.rows.ts'
import type { FeedEffect, SiteMirror } from '../site-mirror.rows.ts'
import type { SiteClient } from '../link/site-client.ts'
import { readEvents } from './server-events.ts'

export interface FeedPorts {
  client: SiteClient
  mirror: SiteMirror
  followed: SiteLinkStore
  stationId: string
  onEffect: (effect: FeedEffect) => void
  /** A change in what is reported apart from the feed. */
  onOther: (what: string) => void
  /** The stream broke, or the site's timeline is another one: how the site is, is to be asked now. */
  onBreak: () => void
  onFault: (error: unknown) => void
}

/** The stream reports at once; the feed is also polled, for a stream may go silent without an error. */
const POLL_MS = 10_000
const STREAM_AGAIN_MS = 2_000
/** A stream that delivers nothing, not even a heartbeat, for this long is reopened. */
const SILENT_MS = 45_000

/** Follows what happens at the site, page by page, each taken over in one commit with how far it goes. */
export function createFeedFollower({
  client,
  mirror,
  followed,
  stationId,
  onEffect,
  onOther,
  onBreak,
  onFault,
}: FeedPorts) {
  const inTurn = createKeyedMutex()
  let closing = new AbortController()
  let isRunning = false
  let pollTimer: Timer | undefined
  let streamTimer: Timer | undefined
  const underWay = new Set<Promise<void>>()

  const where = async (): Promise<{ seq: number; timeline: string | null }> => {
    const { feedSeq, feedTimeline } = await followed.read()
    return { seq: feedSeq, timeline: feedTimeline }
  }

  /** @returns whether the next page begins where this one ends */
  const take = (page: FeedPage): Promise<boolean> =>
    inTurn('feed', async () => {
      const { seq, timeline } = await where()
      if (timeline !== null && timeline !== page.timeline) {
        // Numbers of the feed restart with a timeline.
        await followed.write({ feedSeq: 0, feedTimeline: page.timeline })
        onBreak()
        return false
      }
      if (page.next < seq) return true
      if (page.next === seq && timeline === page.timeline) return true
      // The gap was not delivered, as after a fail-over that lost some of it: it is requested from here.
      if (page.after !== undefined && page.after > seq) return false
      onEffect(await mirror.follow(page, stationId))
      for (const event of page.events) if (event.kind === 'other') onOther(event.what)
      return true
    })

  async function poll(): Promise<void> {
    for (;;) {
      const { seq } = await where()
      const page = await client.get(SITE_GETS.feed, { after: String(seq) })
      const isInStep = await take(page)
      if (isInStep && !page.hasMore) return
      if (!isRunning) return
    }
  }

  async function stream(signal: AbortSignal): Promise<void> {
    const { seq } = await where()
    const answer = await client.stream(`${SITE_STREAM}?after=${seq}`, signal)
    for await (const { event, data } of readEvents(answer, SILENT_MS)) {
      if (event !== 'feed') continue
      const page = feedPageSchema.safeParse(JSON.parse(data))
      // What this version cannot read it requests, so that the failure is reported.
      if (!page.success || !(await take(page.data))) break
    }
  }

  function quiet(error: unknown): void {
    // The link has noted who cannot be reached; what cannot be read is tried again.
    if (!(error instanceof StationError) && !closing.signal.aborted) onFault(error)
  }

  function track(work: Promise<void>): void {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }

  let polling: Promise<void> | undefined
  function pollNow(): void {
    pollTimer?.cancel()
    if (!isRunning) return
    polling ??= poll()
      .catch(quiet)
      .finally(() => {
        polling = undefined
        if (isRunning) pollTimer = after(POLL_MS, pollNow, { isBackground: true })
      })
    track(polling)
  }

  function streamNow(): void {
    streamTimer?.cancel()
    if (!isRunning) return
    const { signal } = closing
    track(
      stream(signal)
        .catch((error: unknown) => {
          // A broken stream is no fault: it is reopened.
          if (!signal.aborted && error instanceof SyntaxError) onFault(error)
        })
        .finally(() => {
          if (!isRunning || signal.aborted) return
          onBreak()
          streamTimer = after(STREAM_AGAIN_MS, streamNow, { isBackground: true })
        }),
    )
  }

  return {
    start: (): void => {
      if (isRunning) return
      isRunning = true
      closing = new AbortController()
      pollNow()
      streamNow()
    },

    /** The site is back online, or its timeline changed: it is asked at once. */
    hasten: (): void => {
      pollNow()
      if (!isRunning) return
      closing.abort()
      closing = new AbortController()
      streamNow()
    },

    close: async (): Promise<void> => {
      isRunning = false
      pollTimer?.cancel()
      streamTimer?.cancel()
      closing.abort()
      await Promise.all(underWay)
    },
  }
}
