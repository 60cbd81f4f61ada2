import fc from '../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { EXCEPTION_REASONS, type ExceptionCode } from '../../src-shared/freight/tracking.ts'
import { dayOf, isBusinessDay } from '../../src-sandbox/calendar.ts'
import { fateOf, type Fate } from '../../src-sandbox/life/fate.ts'
import { routeThrough } from '../../src-sandbox/life/hubs.ts'
import { planLife, type Journey } from '../../src-sandbox/life/plan.ts'
import type { Location } from '../../src-sandbox/locations/location.ts'
import { deliveryDayFor, pickupDayFor } from '../../src-sandbox/rating/transit.ts'
import { palletRequest } from './service.ts'

function city(name: string, state: string, lat: number, lng: number): Location {
  return { country: 'US', postalCode: '00000', city: name, state, fullState: state, county: '', lat, lng }
}
const CHICAGO = city('CHICAGO', 'IL', 41.85, -87.65)
const LOS_ANGELES = city('LOS ANGELES', 'CA', 34.05, -118.24)
const KANSAS_CITY = city('KANSAS CITY', 'MO', 39.1, -94.57)
const DENVER = city('DENVER', 'CO', 39.74, -104.98)
const PHOENIX = city('PHOENIX', 'AZ', 33.45, -112.07)
const MIAMI = city('MIAMI', 'FL', 25.77, -80.19)

const codes = Object.keys(EXCEPTION_REASONS).filter((code): code is ExceptionCode => code in EXCEPTION_REASONS)
const fates = fc.oneof(
  fc.constant<Fate>({ kind: 'smooth' }),
  fc.record({
    kind: fc.constant('late' as const),
    code: fc.constantFrom(...codes),
    days: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constant('returned' as const), code: fc.constantFrom<ExceptionCode>('007', '008') }),
)
const journeys = fc
  .record({
    shipmentId: fc.string({ minLength: 1 }),
    bookedAt: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2030, 0, 1) }),
    transitDays: fc.integer({ min: 1, max: 12 }),
    hubs: fc.subarray([KANSAS_CITY, DENVER, PHOENIX], { minLength: 1 }),
  })
  .map(({ shipmentId, bookedAt, transitDays, hubs: [first = DENVER, ...others] }): Journey => {
    const { originAddress, destinationAddress } = palletRequest()
    const pickupDay = pickupDayFor(undefined, bookedAt)
    return {
      shipmentId,
      bookedAt,
      pickupDay,
      deliveryDay: deliveryDayFor(pickupDay, transitDays),
      transitDays,
      origin: { address: originAddress, location: CHICAGO },
      destination: { address: destinationAddress, location: LOS_ANGELES },
      hubs: [first, ...others],
      recipient: 'Sam Okafor',
    }
  })

describe('the life of a shipment', () => {
  test('runs forward, from the label to delivery or back to the shipper', () => {
    fc.assert(
      fc.property(journeys, fates, (journey, fate) => {
        const life = planLife(journey, fate)
        for (const [index, event] of life.entries()) {
          const previous = life[index - 1]
          if (previous) expect(event.at).toBeGreaterThan(previous.at)
        }
        const statuses = life.map(({ status }) => status)
        expect(statuses.slice(0, 4)).toEqual(['LABEL_CREATED', 'PICKUP_SCHEDULED', 'PICKED_UP', 'IN_TRANSIT'])
        expect(statuses.at(-1)).toBe(fate.kind === 'returned' ? 'RETURNED' : 'DELIVERED')
        expect(statuses.filter((status) => status === 'DELIVERED').length).toBe(fate.kind === 'returned' ? 0 : 1)
        const exceptions = life.filter(({ status }) => status === 'EXCEPTION')
        expect(exceptions.map(({ exceptionCode }) => exceptionCode)).toEqual(fate.kind === 'smooth' ? [] : [fate.code])
        expect(life[0]?.at).toBe(journey.bookedAt)
      }),
    )
  })

  test('is the same whenever it is planned', () => {
    fc.assert(
      fc.property(journeys, fates, (journey, fate) => {
        expect(planLife(journey, fate)).toEqual(planLife(journey, fate))
      }),
    )
  })

  test('picks up and delivers on business days, and on time unless something happened', () => {
    fc.assert(
      fc.property(journeys, fates, (journey, fate) => {
        const life = planLife(journey, fate)
        const dayOfStatus = (status: string) => {
          const event = life.find((candidate) => candidate.status === status)
          return event && dayOf(event.at)
        }
        expect(dayOfStatus('PICKED_UP')).toBe(journey.pickupDay)
        const delivered = dayOfStatus('DELIVERED')
        if (delivered === undefined) return
        expect(isBusinessDay(delivered)).toBe(true)
        if (fate.kind === 'smooth') expect(delivered).toBe(journey.deliveryDay)
        else expect(delivered > journey.deliveryDay).toBe(true)
      }),
    )
  })
})

test('about one shipment in eight meets an exception, of every kind, and customs only at a border', () => {
  const fatesOf = (crossesBorder: boolean) =>
    Array.from({ length: 4000 }, (_, index) => fateOf(`SHP-${index}`, crossesBorder))
  const domestic = fatesOf(false).flatMap((fate) => (fate.kind === 'smooth' ? [] : [fate.code]))
  expect(domestic.length / 4000).toBeGreaterThan(0.1)
  expect(domestic.length / 4000).toBeLessThan(0.15)
  expect([...new Set(domestic)].sort()).toEqual(['001', '002', '003', '004', '005', '007', '008'])
  const atBorder = fatesOf(true).flatMap((fate) => (fate.kind === 'smooth' ? [] : [fate.code]))
  expect([...new Set(atBorder)].sort()).toEqual(codes)
})

describe('the way through terminals', () => {
  test('leads from one end to the other without going round', () => {
    const hubs = [MIAMI, PHOENIX, KANSAS_CITY, DENVER]
    expect(routeThrough(hubs, CHICAGO, LOS_ANGELES)).toEqual([KANSAS_CITY, DENVER, PHOENIX])
    expect(routeThrough(hubs, LOS_ANGELES, CHICAGO)).toEqual([PHOENIX, DENVER, KANSAS_CITY])
  })

  test('has one terminal even where none lies on it', () => {
    expect(routeThrough([DENVER, MIAMI], CHICAGO, city('GARY', 'IN', 41.6, -87.34))).toHaveLength(1)
  })
})
