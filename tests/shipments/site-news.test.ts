import { describe, expect, it } from 'vitest'
import { TRACKING_STATUSES } from '../../src-shared/freight/tracking.ts'
import { cacheNews } from '../../src-main/shipments/news.rows.ts'
import { watchTimes } from '../../src-main/shipments/watch.rows.ts'
import { MOST_NEWS_SHIPMENTS } from '../../src-shared/site/tracking.ts'
import { shipmentReport, testCache, trackingEvent } from '../support/cache.ts'
import fc from '../support/fast-check.ts'

const IDS = ['a', 'b', 'c']
const now = new Date('2026-11-21T15:00:00Z')
let drawn = 0
const ids = { next: (prefix: string) => `${prefix}_${++drawn}` }

type Cache = Awaited<ReturnType<typeof testCache>>

/** A station takes over a page, as `site-sync` does. */
async function readPage(station: Cache, news: ReturnType<typeof cacheNews>): Promise<boolean> {
  const { cacheId, shipments, events } = await station.source.newsCursor()
  const page = await news.page({ ...(cacheId !== null && { cacheId }), shipments, events })
  await station.shipments.upsert(page.shipments, now)
  await station.shipments.addEvents(page.events, now)
  await station.source.advanceNews({ cacheId: page.cacheId, ...page.next })
  return page.hasMore
}

async function everything({ shipments }: Cache) {
  const rows = await Promise.all(IDS.map((shipmentId) => shipments.get(shipmentId)))
  const timelines = await Promise.all(IDS.map((shipmentId) => shipments.events(shipmentId)))
  return {
    rows: rows.map((row) => row && { ...row, seenAt: '' }),
    timelines,
    tiles: await shipments.tiles(watchTimes(now, 48)),
  }
}

const step = fc.oneof(
  fc.record({
    kind: fc.constant('report' as const),
    shipmentId: fc.constantFrom(...IDS),
    status: fc.constantFrom('PENDING', 'IN_TRANSIT', 'EXCEPTION', 'DELIVERED', 'CANCELLED'),
    reference: fc.constantFrom(null, 'PO-1', 'PO-2'),
    hasDetail: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('event' as const),
    shipmentId: fc.constantFrom(...IDS),
    status: fc.constantFrom(...TRACKING_STATUSES, 'AT_THE_MOON'),
    minute: fc.integer({ min: 0, max: 12 }),
  }),
  fc.record({ kind: fc.constant('read' as const) }),
  fc.record({ kind: fc.constant('emptied' as const) }),
)

describe('a cache that reads another', () => {
  it('is the same at the end, wherever it read in between, also when the other was emptied and filled again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const [site, station] = [await testCache(), await testCache()]
        const news = cacheNews(site.db, ids)
        const reported: (() => Promise<unknown>)[] = []
        for (const [at, one] of steps.entries()) {
          if (one.kind === 'read') await readPage(station, news)
          else if (one.kind === 'emptied') {
            await site.source.forget()
            for (const again of reported) await again()
          } else {
            const report = (): Promise<unknown> => {
              if (one.kind === 'report') {
                const { shipmentId, status, reference, hasDetail } = one
                return site.shipments.upsert([shipmentReport(shipmentId, { status, reference, hasDetail })], now)
              }
              const timestamp = new Date(now.getTime() + one.minute * 60_000).toISOString()
              const exceptionCode = one.status === 'EXCEPTION' ? `00${one.minute % 8}` : null
              const { shipmentId, status } = one
              return site.shipments.addEvents(
                [trackingEvent(`evt-${at}`, shipmentId, { status, timestamp, exceptionCode })],
                now,
              )
            }
            reported.push(report)
            await report()
          }
        }
        while (await readPage(station, news));
        expect(await everything(station)).toEqual(await everything(site))
      }),
      { numRuns: 25 },
    )
  })

  it('tells a shipment that changed again behind the others, once, in pages, and what only was confirmed not at all', async () => {
    const { db, shipments } = await testCache()
    const news = cacheNews(db, ids)
    const reports = Array.from({ length: MOST_NEWS_SHIPMENTS + 1 }, (_, at) => shipmentReport(`s${at}`))
    await shipments.upsert(reports, now)
    await shipments.upsert([shipmentReport('s0', { reference: 'PO-0' })], now)
    const first = await news.page({ shipments: 0, events: 0 })
    expect(first).toMatchObject({ hasMore: true, events: [] })
    const { cacheId } = first
    const second = await news.page({ cacheId, ...first.next })
    expect(second.shipments.map(({ reference }) => reference)).toEqual(['PO-0'])
    const reported = [...first.shipments, ...second.shipments].map(({ shipmentId }) => shipmentId)
    expect(reported.toSorted()).toEqual(reports.map(({ shipmentId }) => shipmentId).toSorted())
    await shipments.upsert(reports, now)
    await shipments.noteChecked('s1', now)
    expect(await news.page({ cacheId, ...second.next })).toMatchObject({ shipments: [], hasMore: false })
  })
})
