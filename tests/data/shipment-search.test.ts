import fc from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { SHIPMENT_SORTS, type ShipmentPage } from '../../src-shared/station/tracking/shipment.ts'
import type { ShipmentQuery } from '../../src-main/shipments/shipment-search.rows.ts'
import { watchTimes } from '../../src-main/shipments/watch.rows.ts'
import { NOWHERE, shipmentReport as report, testCache, trackingEvent } from '../support/cache.ts'

const HOUR = 60 * 60 * 1000
const now = new Date('2026-11-21T15:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * HOUR).toISOString()
const times = watchTimes(now, 48)
const all = { text: '', page: 1, limit: 50, times }
const ids = ({ rows }: Pick<ShipmentPage, 'rows'>) => rows.map(({ shipmentId }) => shipmentId).sort()

async function watched() {
  const cache = await testCache()
  const { shipments } = cache
  await shipments.upsert(
    [
      report('late', { status: 'IN_TRANSIT', estimatedDelivery: at(-1), createdAt: at(-5) }),
      report('delivered', { status: 'DELIVERED', estimatedDelivery: at(-1), createdAt: at(-90) }),
      report('risk', { status: 'PICKED_UP', estimatedDelivery: at(2), createdAt: at(-4), provider: 'Summit Parcel' }),
      report('out', { status: 'OUT_FOR_DELIVERY', estimatedDelivery: at(2), createdAt: at(-3) }),
      report('far', { status: 'IN_TRANSIT', estimatedDelivery: at(24 * 9), createdAt: at(-2) }),
      report('stale', { status: 'IN_TRANSIT', estimatedDelivery: at(24 * 9), createdAt: at(-80) }),
      report('stuck', { status: 'PENDING', createdAt: at(-6) }),
    ],
    now,
  )
  await shipments.addEvents([
    trackingEvent('e1', 'stuck', { status: 'EXCEPTION', exceptionCode: '002', timestamp: at(-1) }),
  ])
  return cache
}

describe('the Track grid', () => {
  it('shows what is late, at risk, stale or needs attention, and the tiles count the same', async () => {
    const { shipments } = await watched()
    expect(ids(await shipments.search({ ...all, late: true }))).toEqual(['late'])
    expect(ids(await shipments.search({ ...all, atRisk: true }))).toEqual(['risk'])
    expect(ids(await shipments.search({ ...all, stale: true }))).toEqual(['stale'])
    expect(ids(await shipments.search({ ...all, exceptionCode: '002' }))).toEqual(['stuck'])
    expect(ids(await shipments.search({ ...all, attention: true }))).toEqual(['late', 'risk', 'stale', 'stuck'])
    expect(await shipments.tiles(times)).toMatchObject({
      late: 1,
      atRisk: 1,
      stale: 1,
      exceptions: 1,
      exceptionCodes: { '002': 1 },
      providers: { 'Summit Parcel': 1, 'Northline Freight': 6 },
    })
  })

  it('leaves out of attention what a person has snoozed, and what was acknowledged until something newer happens', async () => {
    const { shipments } = await watched()
    const quiet = [
      { shipmentId: 'late', kind: 'snoozed' as const, lastEventId: null },
      { shipmentId: 'stuck', kind: 'acknowledged' as const, lastEventId: 'e1' },
    ]
    expect(ids(await shipments.search({ ...all, attention: true, quiet }))).toEqual(['risk', 'stale'])
    await shipments.addEvents([
      trackingEvent('e2', 'stuck', { status: 'EXCEPTION', exceptionCode: '004', timestamp: at(0) }),
    ])
    expect(ids(await shipments.search({ ...all, attention: true, quiet }))).toEqual(['risk', 'stale', 'stuck'])
    expect((await shipments.tiles(times)).exceptionCodes).toEqual({ '004': 1 })
  })

  it('is no longer late or stale once it is delivered, and hears again of what was quiet', async () => {
    const { shipments } = await watched()
    await shipments.addEvents([
      trackingEvent('d', 'late', { status: 'DELIVERED', timestamp: at(0) }),
      trackingEvent('h', 'stale', { timestamp: at(-1) }),
    ])
    expect(await shipments.tiles(times)).toMatchObject({ late: 0, stale: 0 })
  })

  it('narrows by carrier, status, words and creation together', async () => {
    const { shipments } = await watched()
    expect(ids(await shipments.search({ ...all, provider: 'Summit Parcel' }))).toEqual(['risk'])
    expect(ids(await shipments.search({ ...all, provider: 'Summit Parcel', status: 'IN_TRANSIT' }))).toEqual([])
    expect(ids(await shipments.search({ ...all, text: 'northline', status: 'IN_TRANSIT' }))).toEqual([
      'far',
      'late',
      'stale',
    ])
    expect(ids(await shipments.search({ ...all, text: 'northline', late: true }))).toEqual(['late'])
    expect(ids(await shipments.search({ ...all, since: at(-3) }))).toEqual(['far', 'out'])
  })

  it('shows each shipment once however it is turned over, in every order and with every filter', async () => {
    const { shipments } = await testCache()
    const statuses = ['PENDING', 'IN_TRANSIT', 'DELIVERED']
    const carriers = ['Northline Freight', 'Summit Parcel', null]
    await shipments.upsert(
      Array.from({ length: 57 }, (_, index) =>
        report(`s${index}`, {
          status: statuses[index % 3] ?? '',
          provider: carriers[(index >> 2) % 3] ?? null,
          createdAt: at(-(index >> 1)),
          estimatedDelivery: index % 5 === 0 ? null : at(index % 7),
          reference: index % 6 === 0 ? null : `PO-${index % 9}`,
          pieces: index % 4 === 0 ? null : index % 3,
          total: index % 8 === 0 ? null : { minor: (index % 11) * 100, currency: 'USD' },
        }),
      ),
      now,
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SHIPMENT_SORTS),
        fc.boolean(),
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom<Partial<ShipmentQuery>>(
          {},
          { status: 'IN_TRANSIT' },
          { provider: 'Summit Parcel' },
          { text: 'trks1' },
          { text: 'trk', status: 'DELIVERED' },
          { attention: true },
        ),
        async (sort, isReversed, limit, filter) => {
          const order = { sort, isReversed }
          const whole = await shipments.search({ ...all, ...filter, ...order, limit: 200 })
          const turned: string[] = []
          for (let after: string | undefined; ;) {
            const page = await shipments.search({ ...all, ...filter, ...order, limit, after })
            turned.push(...page.rows.map(({ shipmentId }) => shipmentId))
            if (typeof page.next !== 'string') break
            after = page.next
          }
          expect(turned).toEqual(whole.rows.map(({ shipmentId }) => shipmentId))
          expect(new Set(turned).size).toBe(whole.total)
        },
      ),
      { numRuns: 120 },
    )
  })

  it('is in the order asked for, the newest first within it', async () => {
    const { shipments } = await watched()
    const order = async (sort: (typeof SHIPMENT_SORTS)[number]) =>
      (await shipments.search({ ...all, sort })).rows.map(({ shipmentId }) => shipmentId)
    expect(await order('created')).toEqual(['far', 'out', 'risk', 'late', 'stuck', 'stale', 'delivered'])
    expect((await order('carrier')).at(-1)).toBe('risk')
    expect((await order('status'))[0]).toBe('delivered')
    expect((await order('delivery')).at(-1)).toBe('stuck')
  })

  it('is in the order of consignees, of lanes, of the last news and of delays', async () => {
    const { shipments } = await testCache()
    const place = (city: string, companyName: string | null = null, contactName: string | null = null) => ({
      ...{ ...NOWHERE, companyName, contactName, city, country: 'US' },
    })
    const day = (of: number) => `2026-11-${String(of).padStart(2, '0')}T17:00:00-06:00`
    await shipments.upsert(
      [
        report('a', { origin: place('Laredo'), destination: place('Chicago', 'globex'), estimatedDelivery: day(24) }),
        report('b', { origin: place('El Paso'), destination: place('Tulsa', 'Acme'), estimatedDelivery: day(18) }),
        report('c', {
          ...{ origin: place('Laredo'), destination: place('Austin', '', 'Bo Lee'), status: 'DELIVERED' },
          ...{ estimatedDelivery: day(10), actualDelivery: day(13) },
        }),
        report('d', {
          ...{ origin: null, destination: null, status: 'DELIVERED' },
          ...{ estimatedDelivery: day(10), actualDelivery: day(9) },
        }),
        report('e', { status: 'CANCELLED', origin: null, destination: null, estimatedDelivery: day(1) }),
      ],
      now,
    )
    await shipments.addEvents(
      ['d', 'a', 'c', 'b', 'e'].map((id, at) =>
        trackingEvent(`h${id}`, id, { timestamp: day(19 + at), status: 'IN_TRANSIT' }),
      ),
    )
    const order = async (sort: (typeof SHIPMENT_SORTS)[number]) =>
      (await shipments.search({ ...all, sort })).rows.map(({ shipmentId }) => shipmentId).join('')
    expect(await order('consignee')).toMatch(/^(de|ed)bca$/)
    expect(await order('lane')).toMatch(/^(de|ed)bca$/)
    expect(await order('lastEvent')).toBe('ebcad')
    // Under way by what is overdue most, then delivered by how late; what was canceled has none.
    expect(await order('delay')).toBe('bacde')
  })

  it('turns the order round, and orders by what has an index whichever way it goes', async () => {
    const { shipments, db } = await testCache()
    const priced = [300, null, 100, 200].map((minor, index) =>
      report(`s${index}`, { total: minor === null ? null : { minor, currency: 'USD' } }),
    )
    await shipments.upsert(priced, now)
    const order = async (isReversed: boolean) =>
      (await shipments.search({ ...all, sort: 'price', isReversed })).rows.map(({ shipmentId }) => shipmentId)
    expect(await order(false)).toEqual(['s1', 's2', 's3', 's0'])
    expect(await order(true)).toEqual(['s0', 's3', 's2', 's1'])

    const asked: string[] = []
    const prepare = db.prepare.bind(db)
    db.prepare = (sql: string) => {
      asked.push(sql)
      return prepare(sql)
    }
    for (const sort of SHIPMENT_SORTS) {
      for (const isReversed of [false, true]) await shipments.search({ ...all, sort, isReversed })
    }
    const orders = asked.filter((sql) => sql.startsWith('SELECT s.place FROM shipment s ORDER BY'))
    expect(orders).toHaveLength(SHIPMENT_SORTS.length * 2 - 2)
    const values = { limit: 1, offset: 0, value: null, place: null }
    const plans = orders.map((sql) => JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values)))
    expect(plans.filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([])
  })

  it('finds a number by its last four digits', async () => {
    const { shipments } = await testCache()
    await shipments.upsert(
      [
        report('1', { trackingNumber: 'NLF004417392', proNumber: null, reference: 'PO-48148' }),
        report('2', { trackingNumber: 'NLF007392001', proNumber: '1Z-990-117392', reference: '7392' }),
      ],
      now,
    )
    expect(ids(await shipments.search({ ...all, text: '7392' }))).toEqual(['1', '2'])
    expect(ids(await shipments.search({ ...all, text: '8148' }))).toEqual(['1'])
    expect(ids(await shipments.search({ ...all, text: '2001' }))).toEqual(['2'])
    expect(ids(await shipments.search({ ...all, text: '0441' }))).toEqual([])
  })

  it('refuses a cursor that was made for another order, or by nobody', async () => {
    const { shipments } = await watched()
    const { next } = await shipments.search({ ...all, limit: 2 })
    for (const after of [next ?? '', 'nonsense', Buffer.from('[1,2]').toString('base64url')]) {
      await expect(shipments.search({ ...all, sort: 'carrier', after })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
    }
  })

  it('says that a total is not exact where counting stops', async () => {
    const { shipments } = await testCache()
    const many = Array.from({ length: 1100 }, (_, index) => report(`s${index}`, { createdAt: at(-index) }))
    await shipments.upsert(many, now)
    expect(await shipments.search({ ...all, text: 'trk' })).toMatchObject({ total: 1000, isTotalExact: false })
    expect(await shipments.search(all)).toMatchObject({ total: 1100, isTotalExact: true })
    expect(await shipments.search({ ...all, status: 'PENDING' })).toMatchObject({ total: 1100, isTotalExact: true })
  })

  it('counts every value right whatever happens to the shipments', async () => {
    const { shipments } = await testCache()
    const status = fc.constantFrom('PENDING', 'IN_TRANSIT', 'EXCEPTION', 'DELIVERED', 'CANCELLED', 'ON_A_BOAT')
    const step = fc.record({
      id: fc.integer({ min: 0, max: 9 }).map(String),
      status,
      provider: fc.constantFrom('A', 'B', null),
      isEvent: fc.boolean(),
    })
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        for (const { id, status, provider, isEvent } of steps) {
          const reported = trackingEvent(`e${++count}`, id, { status, exceptionCode: '001', timestamp: at(count) })
          if (isEvent) await shipments.addEvents([reported])
          else await shipments.upsert([report(id, { status, provider })], now)
        }
        const { rows } = await shipments.search({ ...all, limit: 200 })
        const tiles = await shipments.tiles(times)
        const counted: Record<string, number> = {}
        for (const row of rows) counted[row.status] = (counted[row.status] ?? 0) + 1
        expect(tiles.statuses).toEqual(counted)
        expect(Object.values(tiles.providers).reduce((sum, value) => sum + value, 0)).toBe(
          rows.filter(({ provider }) => provider !== null).length,
        )
      }),
      { numRuns: 40 },
    )
  })

  it('finds words with any signs and letters in them, and never fails on what is typed', async () => {
    const { shipments } = await testCache()
    await shipments.upsert([report('1', { reference: "O'Brien/77-A Łódź" }), report('2', { reference: '𞤀𞤁 x' })], now)
    for (const text of ["o'brien", 'brien/77', '77-a', '77a', 'łódź', 'ŁÓDŹ']) {
      expect(ids(await shipments.search({ ...all, text }))).toEqual(['1'])
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (text) => {
        expect((await shipments.search({ ...all, text })).total).toBeLessThanOrEqual(2)
      }),
    )
  })

  it('finds a long name typed in full, and from its seventh letter on', async () => {
    const { shipments } = await testCache()
    await shipments.upsert([report('1'), report('2', { provider: 'Summit Transportes' })], now)
    for (const text of ['transpo', 'transportes', 'summit transporte']) {
      expect(ids(await shipments.search({ ...all, text }))).toEqual(['2'])
    }
    expect(ids(await shipments.search({ ...all, text: 'transportation' }))).toEqual([])
  })

  it('keeps shipments of one instant apart, a thousand of them', async () => {
    const { shipments } = await testCache()
    await shipments.upsert(
      Array.from({ length: 1000 }, (_, index) => report(`same${index}`)),
      now,
    )
    const { rows, total } = await shipments.search({ ...all, limit: 200, page: 5 })
    expect([rows.length, total]).toEqual([200, 1000])
  })
})
