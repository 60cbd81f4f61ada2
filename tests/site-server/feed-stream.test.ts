import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { inRuntime, runtime } from '../../src-node/runtime/runtime.ts'
import { siteApp } from '../../src-main/site-server/http/site-app.ts'
import type { SiteController } from '../../src-main/site-server/site-controller.ts'
import { serveSite } from '../../src-main/site-server/site-server.ts'
import { SITE_STREAM } from '../../src-shared/site/endpoints.ts'
import { SITE_BASE } from '../../src-shared/site/identity.ts'
import { until } from '../support/until.ts'
import { streamFeed } from '../../src-main/site-server/http/feed-stream.ts'
import type { FeedListener } from '../../src-main/site-server/feed-notifier.ts'
import type { FeedPage } from '../../src-shared/site/feed.ts'

const frame = { timeline: 'timeline-1', events: [], at: '2026-10-21T20:00:00.000Z' }
const page = (after: number): FeedPage => ({ ...frame, after, next: after + 1, hasMore: false })
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a station that reads nothing holds a few pages in memory, and reads all of them in order when it does', async () => {
  const listeners: FeedListener[] = []
  const written: string[] = []
  let last = 0
  let fromDatabase = 0
  const mayWrite = Promise.withResolvers<null>()
  const stream = {
    aborted: false,
    onAbort: () => undefined,
    writeSSE: async ({ event, id }: { event?: string; id?: string }) => {
      await mayWrite.promise
      if (event === 'feed') written.push(id ?? '')
    },
  }
  const work = streamFeed(
    stream,
    {
      subscribe: (listener) => {
        listeners.push(listener)
        return () => false
      },
      feedPage: async (after) => {
        if (after < last) fromDatabase += 1
        return after < last ? { ...page(after), hasMore: after + 1 < last } : { ...page(after), next: after }
      },
      reportedAfter: () => undefined,
      isStill: async () => !stream.aborted,
      cut: () => undefined,
    },
    0,
  )
  for (let seq = 0; seq < 1_000; seq += 1) {
    last = seq + 1
    for (const listener of listeners) listener(page(seq))
  }
  await turn()
  expect(written).toEqual([])
  mayWrite.resolve(null)
  while (written.length < 1_000) await turn()
  expect(written).toEqual(Array.from({ length: 1_000 }, (_, seq) => String(seq + 1)))
  // All but the few that were held came out of the database.
  expect(fromDatabase).toBeGreaterThan(980)
  stream.aborted = true
  for (const listener of listeners) listener(page(last))
  await work
})

/** A site's server with a station whose socket is read by nobody, until more was written than any buffer between them takes. */
async function unread({ isFast }: { isFast: boolean }) {
  const at = { isEnrolled: true, listeners: new Set<FeedListener>(), looks: 0, written: 0 }
  const big = { ...frame, timeline: 'x'.repeat(256 * 1024) }
  const controller = {
    onFault: (error: unknown) => {
      throw error
    },
    refused: () => undefined,
    readiness: async () => ({ isReady: true, why: [] }),
    callerOf: async () => ({ stationId: 'stn_1', syncedTo: null, forgottenTo: 0 }),
    isStill: async () => {
      at.looks += 1
      return at.isEnrolled
    },
    subscribe: (listener: FeedListener) => {
      at.listeners.add(listener)
      return () => at.listeners.delete(listener)
    },
    reportedAfter: () => undefined,
    feedPage: async (after: number) => {
      at.written += 1
      return { ...big, after, next: after + 1, hasMore: true }
    },
  } as unknown as SiteController
  const { timers } = runtime()
  // Each wait a hundredth of itself: what is bounded is bounded in looks.
  const fast = { ...timers, after: (ms: number, run: () => void) => timers.after(ms / 100, run) }
  const app = siteApp({ controller, apiKey: async () => null, mayReadMetrics: () => false })
  const server = await inRuntime({ ...runtime(), ...(isFast && { timers: fast }) }, () =>
    serveSite(app, { host: '127.0.0.1', port: 0, certificate: null }),
  )
  onTestFinished(server.close)
  const socket = connect(server.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(
    `GET ${SITE_BASE}${SITE_STREAM}?after=0 HTTP/1.1\r\nhost: site\r\nauthorization: Bearer ${'t'.repeat(48)}\r\n\r\n`,
  )
  await until('the stream', () => (at.listeners.size === 1 ? true : null))
  return { at, socket }
}

test('a stream that nobody reads is cut after some looks, holds nothing, and its listener is gone', async () => {
  const { at } = await unread({ isFast: true })
  await until('the end', () => (at.listeners.size === 0 ? true : null))
  expect(at.looks).toBeGreaterThanOrEqual(6)
  const { written } = at
  await turn()
  expect(at.written).toBe(written)
})

test('a stream that nobody reads ends when its station is revoked', async () => {
  const { at, socket } = await unread({ isFast: false })
  at.isEnrolled = false
  await until('the end', () => (at.listeners.size === 0 ? true : null))
  expect(at.looks).toBeLessThan(6)
  socket.resume()
  await until('the connection to be over', () => (socket.destroyed ? true : null))
})
