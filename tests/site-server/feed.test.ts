import { describe, expect, it, onTestFinished } from 'vitest'
import { createFeedNotifier } from '../../src-main/site-server/feed-notifier.ts'
import { siteFeed } from '../../src-main/site-server/feed.rows.ts'
import type { FeedPage } from '../../src-shared/site/feed.ts'
import { hasPostgres } from '../support/postgres.ts'
import { testSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'

const why = hasPostgres ? '' : 'skipped: no PostgreSQL'

describe.skipIf(why !== '')(`what is told to all stations at once ${why}`.trim(), () => {
  it('goes on from where the database is when a fail-over has lost the newest of it', async () => {
    const { db, site } = await testSite()
    // The site's own notifier would number what this one is to.
    await site.close()
    const feed = siteFeed(db)
    const happen = async (...keys: string[]) => {
      for (const key of keys) await db.run("INSERT INTO feed_pending (kind, key) VALUES ('test', $1)", key)
    }
    await happen('a', 'b', 'c')
    await feed.number()
    const last = await feed.last()
    const faults: unknown[] = []
    const notifier = createFeedNotifier(db, feed, (error) => void faults.push(error))
    onTestFinished(() => notifier.close())
    const reported: FeedPage[] = []
    notifier.subscribe((page) => void reported.push(page))
    notifier.start()
    const isReported = (seq: number) => () =>
      reported.some(({ events }) => events.some((one) => one.seq === seq)) ? true : null
    await happen('d', 'e', 'f')
    await until('what is new', isReported(last + 3))
    // The machine that took over never heard of the last three.
    await db.run('DELETE FROM feed WHERE seq > $1', last)
    await db.run("SELECT setval('feed_seq', $1)", last)
    await until('the loss to be seen', async () => ((await feed.last()) === last ? true : null))
    reported.length = 0
    await happen('g')
    await until('what is new since', isReported(last + 1))
    expect(reported.map(({ after }) => after)).toEqual([last])
    expect(faults).toEqual([])
  })
})
