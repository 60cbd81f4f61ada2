import { describe, expect, it } from 'vitest'
import { MOST_AT_PLACE } from '../../src-shared/station/tracking/place.ts'
import { watchTimes } from '../../src-main/shipments/watch.rows.ts'
import { shipmentPlaces } from '../../src-main/shipments/places.ts'
import { NOWHERE, shipmentReport as report, testCache, trackingEvent } from '../support/cache.ts'

const now = new Date('2026-11-21T18:00:00Z')
const times = watchTimes(now, 48)
const laredo = { ...NOWHERE, companyName: 'Acme', city: 'Laredo', state: 'TX', country: 'US' }

describe('where shipments under way are', () => {
  it('is where each was told to be last, or where it comes from; what has ended is nowhere', async () => {
    const { shipments } = await testCache()
    await shipments.upsert(
      [
        report('still', { origin: laredo }),
        report('gone', { origin: laredo, estimatedDelivery: '2026-11-20T17:00:00-06:00' }),
        report('held', { origin: laredo }),
        report('there', { origin: laredo, status: 'DELIVERED' }),
        report('lost', { origin: null }),
      ],
      now,
    )
    const place = { state: 'MO', country: 'US' }
    await shipments.addEvents([
      trackingEvent('e1', 'gone', { ...place, city: 'Joplin', timestamp: '2026-11-21T10:00:00Z' }),
      trackingEvent('e2', 'gone', { ...place, city: 'Kansas City', timestamp: '2026-11-21T12:00:00Z' }),
      trackingEvent('e3', 'held', { ...place, city: 'KANSAS CITY', status: 'EXCEPTION', exceptionCode: '002' }),
      trackingEvent('e4', 'still', { city: null, state: null, country: null }),
    ])
    const { places, isComplete } = await shipmentPlaces(shipments, times)
    expect(isComplete).toBe(true)
    const reported = places.map(({ city, ...place }) => [
      city?.toLowerCase() ?? null,
      place.count,
      place.troubled,
      place.shipmentIds.toSorted(),
    ])
    expect(reported[0]).toEqual(['kansas city', 2, 2, ['gone', 'held']])
    expect(reported.slice(1)).toContainEqual(['laredo', 1, 0, ['still']])
    expect(reported.slice(1)).toContainEqual([null, 1, 0, ['lost']])
    expect(places).toHaveLength(3)
  })

  it('counts all of a place, over many turns, and names the newest of them', async () => {
    const { shipments } = await testCache()
    const many = Array.from({ length: 1_203 }, (_, index) =>
      report(`s${index}`, { origin: laredo, createdAt: new Date(now.getTime() - index * 60_000).toISOString() }),
    )
    await shipments.upsert(many, now)
    const { places, isComplete } = await shipmentPlaces(shipments, times)
    expect(isComplete).toBe(true)
    expect(places.map(({ count }) => count)).toEqual([1_203])
    expect(places[0]?.shipmentIds).toEqual(many.slice(0, MOST_AT_PLACE).map(({ shipmentId }) => shipmentId))
  })
})
