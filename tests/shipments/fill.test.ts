import fc from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import type { CreatedFilter } from '../../src-main/shipments/sync-cursor.rows.ts'
import { testCache } from '../support/cache.ts'
import { errorAnswer, httpServer, sendJson } from '../support/http-server.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { syncAt } from './sync-at.ts'

const START = Date.parse('2026-11-01T00:00:00Z')
const MINUTE = 60_000

interface Listed {
  shipments: { shipmentId: string; createdAt: string }[]
  events: { eventId: string; shipmentId: string; timestamp: string; status: string }[]
}

/** Several of them bear one time, more than a page does at one point, as after an import at the service. */
function listOf(count: number): Listed {
  const minuteOf = (index: number) => (index > 120 && index < 260 ? 120 : index)
  const timeOf = (index: number) => new Date(START + minuteOf(index) * MINUTE).toISOString()
  const indexes = Array.from({ length: count }, (_, index) => index)
  return {
    shipments: indexes.map((index) => ({ shipmentId: `SHP-${index}`, createdAt: timeOf(index) })),
    events: indexes.map((index) => ({
      eventId: `EVT-${index}`,
      shipmentId: `SHP-${index}`,
      timestamp: timeOf(index),
      status: 'DELIVERED',
    })),
  }
}

/** The moment that a service makes of `createdAfter` or `createdBefore`; null: it refuses it, NaN: it heeds it not. */
type ReadDay = (reported: string) => number | null

/** A service that pages these lists, and refuses or is away when told to. */
async function service(listed: Listed, readDay: ReadDay = (reported) => Date.parse(reported)) {
  let asOf = START + 10 * 24 * 60 * MINUTE
  let requests = 0
  let failAt = Infinity
  let beforePage = (): void => undefined
  const { baseUrl, received } = await httpServer((request, response) => {
    requests += 1
    if (requests === failAt) {
      sendJson(response, 400, errorAnswer('INVALID_REQUEST'))
      return
    }
    const url = new URL(request.url, 'http://service')
    const param = (name: string) => url.searchParams.get(name)
    const detail = /\/tracking\/lookup\/(.+)$/.exec(url.pathname)?.[1]
    const meta = { requestId: 'r', timestamp: new Date(asOf).toISOString(), version: '1.0.0' }
    if (detail !== undefined) {
      const shipment = listed.shipments.find(({ shipmentId }) => shipmentId === detail)
      sendJson(response, 200, { success: true, data: { ...shipment, status: 'DELIVERED' }, error: null, meta })
      return
    }
    const tracked = /\/shipments\/(.+)\/track$/.exec(url.pathname)?.[1]
    if (tracked !== undefined) {
      const events = listed.events.filter(({ shipmentId }) => shipmentId === tracked)
      sendJson(response, 200, {
        success: true,
        data: { shipmentId: tracked, status: 'DELIVERED', events },
        error: null,
        meta,
      })
      return
    }
    const isEvents = url.pathname.endsWith('/tracking/events')
    beforePage()
    const rows = isEvents
      ? listed.events.map((event) => ({ row: event, at: Date.parse(event.timestamp) }))
      : listed.shipments.map((shipment) => ({
          row: { ...shipment, status: 'DELIVERED' },
          at: Date.parse(shipment.createdAt),
        }))
    const after = param(isEvents ? 'after' : 'createdAfter')
    const before = param(isEvents ? 'before' : 'createdBefore')
    const moment = (reported: string | null) =>
      reported === null ? NaN : isEvents ? Date.parse(reported) : readDay(reported)
    const [from, to] = [moment(after), moment(before)]
    if (from === null || to === null) {
      sendJson(response, 400, errorAnswer('INVALID_REQUEST', 'createdAfter'))
      return
    }
    const matching = rows
      .filter(({ at }) => !(at < from) && !(at >= to))
      .sort((a, b) => (param('order') === 'asc' ? a.at - b.at : b.at - a.at))
    const page = Number(param('page') ?? 1)
    const limit = Number(param('limit') ?? 25)
    sendJson(response, 200, {
      success: true,
      data: matching.slice((page - 1) * limit, page * limit).map(({ row }) => row),
      error: null,
      meta: {
        ...meta,
        pagination: { page, limit, total: matching.length, hasNext: page * limit < matching.length, hasPrev: page > 1 },
      },
    })
  })
  return {
    baseUrl,
    received,
    failAfter: (count: number) => (failAt = requests + count),
    moveClock: (ms: number) => (asOf += ms),
    onPage: (happen: () => void) => (beforePage = happen),
  }
}

/** A sync of its own on a cache of its own, without turns by itself. */
async function follow(baseUrl: string, clock = new FakeClock()) {
  const cache = await testCache()
  return { ...cache, clock, start: () => syncAt(baseUrl, cache, clock) }
}

/** 55 pages of one shipment an hour. */
const manyHours = (): Listed => ({
  shipments: Array.from({ length: 5_420 }, (_, hour) => ({
    shipmentId: `SHP-${hour}`,
    createdAt: new Date(START + hour * 60 * MINUTE).toISOString(),
  })),
  events: [],
})
const isDay = (reported: string) => /^\d{4}-\d{2}-\d{2}$/.test(reported)

describe('a service with a hand of its own with createdAfter and createdBefore', () => {
  it.each<[what: string, readDay: ReadDay, filter: CreatedFilter]>([
    ['takes days as the interface shows them', (reported) => (isDay(reported) ? Date.parse(reported) : null), 'day'],
    ['cuts a time to its day', (reported) => Date.parse(reported.slice(0, 10)), 'day'],
    ['takes times alone', (reported) => (isDay(reported) ? null : Date.parse(reported)), 'time'],
    ['refuses both', () => null, 'none'],
    ['does not heed them', () => NaN, 'none'],
  ])('that %s is read once to its end, and followed by one page a turn', async (_what, readDay, filter) => {
    const listed = manyHours()
    const { baseUrl, received, moveClock } = await service(listed, readDay)
    moveClock(300 * 24 * 60 * MINUTE)
    const { shipments, source, start } = await follow(baseUrl)
    const sync = start()
    const pages = () => received.filter(({ url }) => url.includes('/shipments?'))
    while ((await sync.state()).phase !== 'following') await sync.syncNow()
    expect((await sync.state()).filled).toBe(listed.shipments.length)
    // A list that turns out to be read without a filter is read again from its beginning, once.
    expect(pages().length).toBeLessThan(filter === 'none' ? 125 : 75)
    expect((await source.cursor()).createdFilter).toBe(filter)

    received.length = 0
    const createdAt = new Date(START + 5_421 * 60 * MINUTE).toISOString()
    listed.shipments.push({ shipmentId: 'SHP-NEW', createdAt })
    await sync.syncNow()
    expect(await shipments.get('SHP-NEW')).not.toBeNull()
    expect(pages()).toHaveLength(1)
    if (filter === 'day') expect(pages()[0]?.url).toMatch(/createdAfter=\d{4}-\d{2}-\d{2}(&|$)/)
  })
})

const everything = { text: '', page: 1, limit: 200 }

describe('the first fill', () => {
  it('goes on where it was broken off, at whatever request, and ends with every shipment and event', async () => {
    const listed = listOf(330)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }), async (breaks) => {
        const { baseUrl, failAfter } = await service(listed)
        const { shipments, source, start } = await follow(baseUrl)
        for (const count of breaks) {
          failAfter(count)
          // Each time another sync: nothing but the cache carries over, as after a crash.
          await start()
            .syncNow()
            .catch(() => undefined)
        }
        failAfter(Infinity)
        const sync = start()
        await sync.syncNow()
        expect(await sync.state()).toMatchObject({ phase: 'following', filled: 330, total: 330 })
        expect((await source.cursor()).eventsUntil).toBe(listed.events.at(-1)?.timestamp)
        for (const { shipmentId } of listed.shipments) expect(await shipments.events(shipmentId)).toHaveLength(1)
      }),
      { numRuns: 8 },
    )
  }, 120_000)

  it('shows the newest shipments first, and says how far it has come', async () => {
    const { baseUrl, failAfter } = await service(listOf(330))
    const { shipments, start } = await follow(baseUrl)
    failAfter(2)
    const sync = start()
    await expect(sync.syncNow()).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    expect(await sync.state()).toMatchObject({ phase: 'filling', filled: 100, total: 330 })
    expect((await shipments.search(everything)).rows[0]?.shipmentId).toBe('SHP-329')
  })
})

describe('pages that shift while they are read', () => {
  const kinds: readonly [kind: string, readDay: ReadDay][] = [
    ['by times', (reported) => Date.parse(reported)],
    ['by days alone', (reported) => (isDay(reported) ? Date.parse(reported) : null)],
    ['not at all', () => NaN],
  ]
  it.each(kinds)('lose no shipment and no event, where the service narrows lists %s', async (_kind, readDay) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(40), { maxLength: 12 }), async (arrivals) => {
        const listed = listOf(330)
        const { baseUrl, onPage, moveClock } = await service(listed, readDay)
        const { shipments, start } = await follow(baseUrl)
        const left = [...arrivals]
        // Between two pages: new shipments, each with its event, and an event of long ago that is told late, or twice.
        onPage(() => {
          for (let more = left.shift() ?? 0; more > 0; more--) {
            const nth = listed.shipments.length
            const at = new Date(START + nth * MINUTE).toISOString()
            const old = new Date(START + (nth % 90) * MINUTE).toISOString()
            listed.shipments.push({ shipmentId: `SHP-${nth}`, createdAt: at })
            listed.events.push({
              eventId: `EVT-${nth}`,
              shipmentId: `SHP-${nth}`,
              timestamp: at,
              status: 'DELIVERED',
            })
            const late = {
              eventId: `LATE-${nth}`,
              shipmentId: `SHP-${nth % 90}`,
              timestamp: old,
              status: 'IN_TRANSIT',
            }
            listed.events.push(late, late)
          }
        })
        const sync = start()
        await sync.syncNow()
        while (left.length > 0) await sync.syncNow()
        moveClock(MINUTE)
        await sync.syncNow()
        const known = await sync.state()
        expect(known).toMatchObject({ phase: 'following', filled: listed.shipments.length })
        for (const { shipmentId } of listed.shipments) {
          const reported = listed.events.filter(
            (event) => event.shipmentId === shipmentId && !event.eventId.startsWith('LATE'),
          )
          const kept = (await shipments.events(shipmentId)).map(({ eventId }) => eventId)
          expect(kept).toEqual(expect.arrayContaining(reported.map(({ eventId }) => eventId)))
          expect(new Set(kept).size).toBe(kept.length)
        }
      }),
      { numRuns: 3 },
    )
  })
})

describe('following', () => {
  it('loses no event when the service’s clock is far from ours, or ours is set back', async () => {
    const listed = listOf(20)
    const { baseUrl, moveClock } = await service(listed)
    for (const ours of ['2020-01-01T00:00:00Z', '2031-01-01T00:00:00Z']) {
      const clock = new FakeClock(ours)
      const { shipments, start } = await follow(baseUrl, clock)
      const sync = start()
      await sync.syncNow()
      clock.advance(-400 * 24 * 60 * MINUTE)
      moveClock(60 * MINUTE)
      const eventId = `late-${ours}`
      listed.events.push({
        eventId,
        shipmentId: 'SHP-3',
        timestamp: new Date(START + 30 * MINUTE).toISOString(),
        status: 'RETURNED',
      })
      await sync.syncNow()
      expect((await shipments.events('SHP-3')).map((event) => event.eventId)).toContain(eventId)
      expect((await shipments.get('SHP-3'))?.status).toBe('RETURNED')
    }
  })

  it('goes on hearing after a scanner with a wrong year', async () => {
    const listed = listOf(5)
    const { baseUrl } = await service(listed)
    const { shipments, source, start } = await follow(baseUrl)
    const event = {
      eventId: 'wrong-year',
      shipmentId: 'SHP-1',
      timestamp: '2099-01-01T00:00:00Z',
      status: 'IN_TRANSIT',
    }
    listed.events.push(event)
    const sync = start()
    await sync.syncNow()
    expect((await source.cursor()).eventsUntil?.slice(0, 4)).toBe('2026')
    listed.events.push({ ...event, eventId: 'next', timestamp: new Date(START + 9 * MINUTE).toISOString() })
    await sync.syncNow()
    expect(await shipments.events('SHP-1')).toHaveLength(3)
  })

  it('goes on listing after a shipment that was made in a wrong year', async () => {
    const listed = listOf(5)
    const { baseUrl } = await service(listed)
    const { shipments, source, start } = await follow(baseUrl)
    listed.shipments.push({ shipmentId: 'SHP-2099', createdAt: '2099-01-01T00:00:00Z' })
    const sync = start()
    await sync.syncNow()
    expect((await source.cursor()).filledUntil?.slice(0, 4)).toBe('2026')
    listed.shipments.push({ shipmentId: 'SHP-NEXT', createdAt: new Date(START + 9 * MINUTE).toISOString() })
    await sync.syncNow()
    expect(await shipments.get('SHP-NEXT')).not.toBeNull()
    expect(await shipments.get('SHP-2099')).not.toBeNull()
  })

  it('goes on listing when the service’s clock was ahead and is set right', async () => {
    const listed = listOf(5)
    const { baseUrl, moveClock, received } = await service(listed)
    const { shipments, start } = await follow(baseUrl)
    const year = 365 * 24 * 60 * MINUTE
    const made = (ms: number) => new Date(START + 11 * 24 * 60 * MINUTE + ms).toISOString()
    moveClock(2 * 24 * 60 * MINUTE + year)
    listed.shipments.push({ shipmentId: 'SHP-AHEAD', createdAt: made(year) })
    const sync = start()
    await sync.syncNow()
    moveClock(-year)
    listed.shipments.push({ shipmentId: 'SHP-NEXT', createdAt: made(5 * MINUTE) })
    await sync.syncNow()
    await sync.syncNow()
    expect(await shipments.get('SHP-NEXT')).not.toBeNull()
    received.length = 0
    await sync.syncNow()
    expect(received.filter(({ url }) => /createdAfter=2026-11-/.test(url))).toHaveLength(1)
  })

  it('asks at once for what somebody says has changed, and again later for what is refused', async () => {
    const { baseUrl, failAfter, received } = await service(listOf(5))
    const clock = new FakeClock()
    const { start } = await follow(baseUrl, clock)
    const sync = start()
    await sync.syncNow()
    failAfter(1)
    received.length = 0
    expect(await sync.refreshSoon(['SHP-4'])).toEqual([])
    expect(received.map(({ url }) => url)).toEqual(['/api/v1/tracking/lookup/SHP-4'])
    failAfter(Infinity)
    clock.advance(6 * MINUTE)
    await sync.syncNow()
    expect(received.map(({ url }) => url)).toContain('/api/v1/shipments/SHP-4/track')
    expect(await sync.refreshSoon([])).toEqual([])
  })
})
