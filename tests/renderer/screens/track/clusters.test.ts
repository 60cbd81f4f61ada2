import { expect, test } from 'vitest'
import fc from '../../../support/fast-check.ts'
import { clustersOf, type Spot } from '../../../../src-renderer/screens/track/map/clusters.ts'

const spot = (city: string, at: readonly [number, number], count: number, troubled = 0): Spot => ({
  place: { city, state: 'TX', country: 'US', count, troubled, shipmentIds: [] },
  at,
})
const asIs = ([x, y]: readonly [number, number]) => [x, y] as const

test('places that would stand on one another are one circle, where the one with the most is', () => {
  const clusters = clustersOf(
    [spot('Dallas', [0, 0], 3), spot('Fort Worth', [10, 0], 5, 2), spot('Laredo', [200, 0], 1)],
    asIs,
    50,
  )
  expect(clusters).toMatchObject([
    { x: 10, y: 0, count: 8, troubled: 2 },
    { x: 200, y: 0, count: 1, troubled: 0 },
  ])
  expect(clusters[0]?.spots.map(({ place }) => place.city)).toEqual(['Fort Worth', 'Dallas'])
})

test('a place that the projection does not reach stands in no circle', () => {
  expect(clustersOf([spot('Perth', [0, 0], 3)], () => null, 50)).toEqual([])
})

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
