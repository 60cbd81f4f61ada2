import { expect, test } from 'vitest'
import fc from '../../../support/fast-check.ts'
import { clustersOf, type Spot } from '../../../../src-renderer/screens/track/map/clusters.ts'

const spot = (city: string, at: readonly [number, number], count: number, troubled = 0): Spot => ({
  place: { city, state: 'TX', country: 'US', count, troubled, shipmentIds: [] },
  at,
})
const asIs = ([x, y]: readonly [number, number]) => [x, y] as const

test('every shipment is counted once, and no two circles are nearer than the reach', () => {
  const coordinate = fc.integer({ min: 0, max: 400 })
  const spots = fc.array(fc.tuple(coordinate, coordinate, fc.integer({ min: 1, max: 90 })), { maxLength: 60 })
  fc.assert(
    fc.property(spots, (places) => {
      const all = places.map(([x, y, count], index) => spot(`${index}`, [x, y], count))
      const clusters = clustersOf(all, asIs, 50)
      expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(
        all.reduce((sum, { place }) => sum + place.count, 0),
      )
      for (const [index, a] of clusters.entries()) {
        for (const b of clusters.slice(index + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(50)
      }
    }),
  )
})
