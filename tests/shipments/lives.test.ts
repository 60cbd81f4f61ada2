import fc from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { TRACKING_STATUSES } from '../../src-shared/freight/tracking.ts'
import type { TrackingEvent } from '../../src-shared/station/tracking/shipment.ts'
import type { ShipmentStore } from '../../src-main/shipments/shipments.rows.ts'
import { watchTimes } from '../../src-main/shipments/watch.rows.ts'
import { shipmentReport, testCache, trackingEvent } from '../support/cache.ts'

const IDS = ['a', 'b', 'c']
const now = new Date('2026-11-21T15:00:00Z')

/** The events of some shipments' lives, at odd times, some at the very same one, some with words nobody knows. */
const lives = fc
  .array(
    fc.record({
      shipmentId: fc.constantFrom(...IDS),
      status: fc.constantFrom(...TRACKING_STATUSES, 'AT_THE_MOON'),
      minute: fc.integer({ min: 0, max: 12 }),
    }),
    { maxLength: 24 },
  )
  .map((entries) =>
    entries.map(({ shipmentId, status, minute }, index) =>
      trackingEvent(`evt-${index}`, shipmentId, {
        status,
        timestamp: new Date(now.getTime() + minute * 60_000).toISOString(),
        exceptionCode: status === 'EXCEPTION' ? `00${minute % 8}` : null,
      }),
    ),
  )

/** The same events in another order, some twice, cut into calls. */
const tellings = lives.chain((events) =>
  fc.record({
    events: fc.constant(events),
    order: fc.shuffledSubarray([...events.keys()], { minLength: events.length }),
    again: fc.subarray([...events.keys()]),
    cut: fc.integer({ min: 1, max: 7 }),
    /** The shipments are listed before this call. */
    listedAt: fc.nat({ max: 5 }),
  }),
)

async function everything(shipments: ShipmentStore) {
  const rows = await Promise.all(IDS.map((shipmentId) => shipments.get(shipmentId)))
  const timelines = await Promise.all(IDS.map((shipmentId) => shipments.events(shipmentId)))
  return { rows, timelines, tiles: await shipments.tiles(watchTimes(now, 48)) }
}

const reports = IDS.map((shipmentId) => shipmentReport(shipmentId))

describe('the events of shipments’ lives', () => {
  it('give the same cache in any order, however often and in however many pieces they are told', async () => {
    await fc.assert(
      fc.asyncProperty(tellings, async ({ events, order, again, cut, listedAt }) => {
        const straight = await testCache()
        await straight.shipments.upsert(reports, now)
        await straight.shipments.addEvents(events)

        const odd = await testCache()
        const reported = [...order, ...again].flatMap((index) => events[index] ?? [])
        const calls: TrackingEvent[][] = []
        for (let from = 0; from < reported.length; from += cut) calls.push(reported.slice(from, from + cut))
        for (const [index, call] of calls.entries()) {
          if (index === listedAt) await odd.shipments.upsert(reports, now)
          await odd.shipments.addEvents(call)
        }
        await odd.shipments.upsert(reports, now)
        expect(await everything(odd.shipments)).toEqual(await everything(straight.shipments))
      }),
      { numRuns: 40 },
    )
  })

  it('never lead back from an end', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (events) => {
        const { shipments } = await testCache()
        await shipments.upsert(reports, now)
        const ended = new Map<string, string>()
        for (const event of events) {
          await shipments.addEvents([event])
          const { status } = (await shipments.get(event.shipmentId)) ?? { status: '' }
          const before = ended.get(event.shipmentId)
          if (before !== undefined) expect(['DELIVERED', 'RETURNED']).toContain(status)
          if (before === 'RETURNED') expect(status).toBe('RETURNED')
          if (['DELIVERED', 'RETURNED'].includes(status)) ended.set(event.shipmentId, status)
        }
      }),
      { numRuns: 30 },
    )
  })
})
