import { describe, expect, it } from 'vitest'
import { testCache } from '../support/cache.ts'
import { errorAnswer, httpServer, sendJson } from '../support/http-server.ts'
import { syncAt } from './sync-at.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const HOUR = 60 * 60_000
const HELD = 500

/** Of a hundred: three on the dock, two in an exception, ten on their way, the others delivered. */
function statusOf(index: number): string {
  const place = index % 100
  if (place < 3) return 'PENDING'
  if (place < 5) return 'EXCEPTION'
  return place < 15 ? 'IN_TRANSIT' : 'DELIVERED'
}

/** A service with so many shipments that counts its calls by endpoint. */
async function service({ many = true }: { many?: boolean } = {}) {
  const calls = new Map<string, number>()
  const shipments = Array.from({ length: HELD }, (_, index) => ({
    shipmentId: `SHP-${index}`,
    trackingNumber: `TRK-${index}`,
    status: statusOf(index),
    createdAt: new Date(START + index * HOUR).toISOString(),
  }))
  const record = (index: number) => ({ ...shipments[index], proNumber: `PRO-${index}`, reference: `PO-${index}` })
  const { baseUrl } = await httpServer((request, response) => {
    const url = new URL(request.url, 'http://service')
    const path = url.pathname.replace('/api/v1', '').replaceAll(/SHP-\d+/g, '{id}')
    calls.set(path, (calls.get(path) ?? 0) + 1)
    const answer = (data: unknown, pagination?: object) =>
      sendJson(response, 200, { success: true, data, error: null, meta: { requestId: 'r', ...pagination } })
    if (path === '/shipments') {
      const before = Date.parse(url.searchParams.get('createdBefore') ?? '') || Infinity
      const after = Date.parse(url.searchParams.get('createdAfter') ?? '') || -Infinity
      const found = shipments.filter(
        ({ createdAt }) => Date.parse(createdAt) < before && Date.parse(createdAt) >= after,
      )
      const page = Number(url.searchParams.get('page') ?? 1)
      const rows = found.toReversed().slice((page - 1) * 100, page * 100)
      answer(rows, { pagination: { page, limit: 100, total: found.length, hasNext: page * 100 < found.length } })
    } else if (path === '/tracking/events') {
      answer([], { timestamp: new Date(START).toISOString(), pagination: { page: 1, hasNext: false } })
    } else if (path === '/track/shipments' && many) {
      const asked: { trackingNumbers: string[] } = JSON.parse(request.body)
      answer({ shipments: asked.trackingNumbers.map((number) => record(Number(number.slice(4)))), errors: [] })
    } else if (path === '/tracking/lookup/{id}') {
      answer(record(Number(/SHP-(\d+)/.exec(url.pathname)?.[1])))
    } else if (path === '/shipments/{id}/track') {
      answer({ ...record(Number(/SHP-(\d+)/.exec(url.pathname)?.[1])), events: [] })
    } else {
      sendJson(response, 404, errorAnswer('NO_SUCH_ENDPOINT'))
    }
  })
  return { baseUrl, calls }
}

async function filled(baseUrl: string) {
  const cache = await testCache()
  // Calls are counted, not timed.
  const rateLimit = { take: async () => ({ settle: () => undefined, giveBack: () => undefined }), view: () => [] }
  const sync = syncAt(baseUrl, cache, cache.clock, { rateLimit })
  const inFull = async () => {
    const all: (string | null)[] = []
    for await (const batch of cache.shipments.each({ text: '' }))
      all.push(...batch.shipments.map(({ reference }) => reference))
    return all.length === HELD && all.every((reference) => reference !== null)
  }
  let turns = 0
  while (!(await inFull()) && turns < 200) {
    await sync.syncNow()
    turns += 1
  }
  for (let more = 0; more < 4; more += 1) await sync.syncNow()
  return { ...cache, sync, turns }
}

const details = (calls: Map<string, number>) => calls.get('/tracking/lookup/{id}') ?? 0

describe('the first fill, by its calls', () => {
  it('asks for a hundred records in a call, and for details of what is on the dock or in trouble alone', async () => {
    const { baseUrl, calls } = await service()
    const { sync, shipments } = await filled(baseUrl)
    expect(calls.get('/track/shipments')).toBe(HELD / 100)
    // Timelines are compared beside it, five a turn: each asks for the detail too.
    const compared = calls.get('/shipments/{id}/track') ?? 0
    expect(details(calls) - compared).toBeLessThanOrEqual((HELD / 100) * 5)
    expect(await shipments.wantingDetail(1)).toEqual([])
    expect((await sync.state()).summariesOnly).toBe(0)
  }, 120_000)

  it('asks for what a person opens, once', async () => {
    const { baseUrl, calls } = await service()
    const { sync } = await filled(baseUrl)
    const before = details(calls)
    await sync.opened(`SHP-${HELD - 1}`)
    expect(details(calls)).toBe(before + 1)
    await sync.opened(`SHP-${HELD - 1}`)
    expect(details(calls)).toBe(before + 1)
  }, 120_000)

  it('asks one by one where the service tells no records of many, and asks for many once', async () => {
    const { baseUrl, calls } = await service({ many: false })
    const { sync, facts } = await filled(baseUrl)
    expect(calls.get('/track/shipments')).toBe(1)
    expect(details(calls)).toBeGreaterThanOrEqual(HELD)
    expect((await sync.state()).summariesOnly).toBe(0)
    expect(await facts.get('embedded', 'track-many')).toMatchObject({ value: 'refused' })
  }, 120_000)
})
