import { describe, expect, it } from 'vitest'
import { onTimeSums } from '../../src-main/shipments/on-time.rows.ts'
import type { ShipmentReport } from '../../src-shared/site/tracking.ts'
import { addDays, mondayOf } from '../../src-shared/station/day.ts'
import { ON_TIME_BY, type OnTimeBy, type OnTimeRow, type OnTimeSums } from '../../src-shared/station/spend/on-time.ts'
import { shipmentReport, testCache } from '../support/cache.ts'
import fc from '../support/fast-check.ts'

const FIRST = '2025-12-15'
const CITIES = ['Laredo', 'Chicago', 'Dallas']
const ADDRESS = {
  companyName: null,
  contactName: null,
  address1: null,
  address2: null,
  postalCode: null,
  country: 'US',
  state: 'TX',
}
const at = (day: number, hour: number) => `${addDays(FIRST, day)}T${String(hour).padStart(2, '0')}:00:00Z`

/** What the service tells of a shipment, in the words of the model. */
const reportArbitrary = fc.record({
  id: fc.integer({ min: 0, max: 11 }),
  carrier: fc.option(fc.constantFrom('NORTHLINE', 'REDWOOD')),
  to: fc.option(fc.constantFrom(...CITIES)),
  pickedUp: fc.option(fc.integer({ min: 0, max: 3 })),
  due: fc.option(fc.integer({ min: 2, max: 9 })),
  delivered: fc.option(fc.integer({ min: 3, max: 400 })),
})
type Reported = typeof reportArbitrary extends fc.Arbitrary<infer T> ? T : never

const reportOf = ({ id, carrier, to, pickedUp, due, delivered }: Reported): ShipmentReport =>
  shipmentReport(`s${id}`, {
    provider: carrier,
    createdAt: at(0, 8),
    origin: to === null ? null : { ...ADDRESS, city: 'Houston' },
    destination: to === null ? null : { ...ADDRESS, city: to },
    actualPickup: pickedUp === null ? null : at(pickedUp, 12),
    estimatedDelivery: due === null ? null : at(due, 17),
    actualDelivery: delivered === null ? null : at(delivered, 15),
  })

const none = (): OnTimeSums => ({ delivered: 0, promised: 0, onTime: 0, timed: 0, transitMs: 0 })

/** What a shipment is by all that was told of it: the last word that was one, field by field. */
function known(reported: readonly Reported[]): Reported[] {
  const all = new Map<number, Reported>()
  for (const one of reported) {
    const before = all.get(one.id)
    all.set(one.id, {
      id: one.id,
      carrier: one.carrier ?? before?.carrier ?? null,
      to: one.to ?? before?.to ?? null,
      pickedUp: one.pickedUp ?? before?.pickedUp ?? null,
      due: one.due ?? before?.due ?? null,
      delivered: one.delivered ?? before?.delivered ?? null,
    })
  }
  return [...all.values()]
}

/** Counted anew. */
function recount(shipments: readonly Reported[], by: OnTimeBy): Map<string, OnTimeSums> {
  const sums = new Map<string, OnTimeSums>()
  for (const { carrier, to, pickedUp, due, delivered } of shipments) {
    if (delivered === null) continue
    const lane = to === null ? '? → ?' : `Houston, TX → ${to}, TX`
    const key = { carrier: `${carrier ?? ''}|`, lane: `|${lane}`, 'carrier-lane': `${carrier ?? ''}|${lane}` }[by]
    const row = sums.get(key) ?? none()
    sums.set(key, row)
    row.delivered += 1
    if (due !== null) {
      row.promised += 1
      if (delivered <= due) row.onTime += 1
    }
    row.timed += 1
    row.transitMs += Date.parse(at(delivered, 15)) - Date.parse(pickedUp === null ? at(0, 8) : at(pickedUp, 12))
  }
  return sums
}

const byName = (rows: readonly OnTimeRow[]) =>
  new Map(rows.map(({ name, ...sums }) => [`${name?.carrier ?? '-'}|${name?.lane ?? '-'}`, sums]))

describe('Kept sums of deliveries', () => {
  it('are what a recount of the shipments gives, whatever is told and in what order, and whichever were there before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(reportArbitrary, { minLength: 1, maxLength: 40 }),
        fc.array(reportArbitrary, { maxLength: 10 }),
        fc.tuple(fc.nat(50), fc.nat(60)),
        async (before, after, [start, length]) => {
          const { db, shipments, clock } = await testCache()
          const sums = onTimeSums(db)
          for (const reported of before) await shipments.upsert([reportOf(reported)], clock.now())
          // As if these were there before the sums.
          db.exec(`DELETE FROM on_time_sum;
            UPDATE on_time_backfill SET (done_to, until) = (SELECT min(place) - 1, max(place) FROM shipment)`)
          for (const reported of after) await shipments.upsert([reportOf(reported)], clock.now())
          while (await sums.countOlder());
          const model = known([...before, ...after])
          const whole = { from: '2025-12-01', until: '2027-12-27', limit: 5_000 }
          for (const by of ON_TIME_BY) {
            const report = await sums.report({ ...whole, by })
            expect(byName(report.rows)).toEqual(recount(model, by))
            expect(report.isCounting).toBe(false)
          }
          // Rows that are left out are in the row of the others: the total stays the sum of the rows.
          const cut = await sums.report({ ...whole, by: 'carrier-lane', limit: 1 })
          for (const key of ['delivered', 'promised', 'onTime', 'timed', 'transitMs'] as const) {
            expect(cut.rows.reduce((sum, row) => sum + row[key], 0)).toBe(cut.total[key])
          }
          const part = {
            from: addDays(mondayOf(FIRST), start * 7),
            until: addDays(mondayOf(FIRST), (start + length) * 7),
          }
          const inPart = model.filter(({ delivered }) => {
            const week = mondayOf(addDays(FIRST, delivered ?? 0))
            return week >= part.from && week <= part.until
          })
          expect(byName((await sums.report({ ...part, by: 'lane', limit: 5_000 })).rows)).toEqual(
            recount(inPart, 'lane'),
          )
          expect(db.prepare('SELECT count(*) FROM on_time_sum WHERE delivered <= 0').pluck().get()).toBe(0)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('go with the shipments of another service', async () => {
    const { db, shipments, source, clock } = await testCache()
    await shipments.upsert([shipmentReport('s1', { actualDelivery: at(5, 15) })], clock.now())
    const sums = onTimeSums(db)
    const whole = { by: 'carrier', from: '2025-12-01', until: '2026-12-28', limit: 5 } as const
    expect((await sums.report(whole)).total.delivered).toBe(1)
    await source.use('another')
    expect(await sums.report(whole)).toMatchObject({ rows: [], total: none() })
  })

  it('are read by their key, and never the shipments', async () => {
    const { db } = await testCache()
    const asked: string[] = []
    const prepare = db.prepare.bind(db)
    db.prepare = (sql: string) => {
      if (!sql.startsWith('EXPLAIN')) asked.push(sql)
      return prepare(sql)
    }
    for (const by of ON_TIME_BY) {
      await onTimeSums(db).report({ by, from: '2021-11-15', until: '2026-11-16', limit: 500 })
    }
    const [total, rows] = asked.filter((sql) => sql.includes('on_time_sum'))
    for (const sql of [total ?? '', rows ?? '']) {
      expect(sql).not.toContain('FROM shipment')
      const names = [...sql.matchAll(/@(\w+)/g)].map(([, name = '']) => name)
      const plan = prepare(`EXPLAIN QUERY PLAN ${sql}`).all(Object.fromEntries(names.map((name) => [name, null])))
      const reads = plan
        .map((row) => (row as { detail: string }).detail)
        .filter((detail) => detail.includes('on_time_sum'))
      expect(reads).toHaveLength(3)
      for (const read of reads) expect(read).toMatch(/^SEARCH on_time_sum USING PRIMARY KEY \(dimension=\? AND week>\?/)
    }
  })
})
