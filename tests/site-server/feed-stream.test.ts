import { expect, test } from 'vitest'
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
