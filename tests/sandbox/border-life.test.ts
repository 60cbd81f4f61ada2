import fc from '../support/fast-check.ts'
import { expect, test } from 'vitest'
import { addBusinessDays, dayOf } from '../../src-sandbox/calendar.ts'
import type { Fate } from '../../src-sandbox/life/fate.ts'
import { planLife, type Journey } from '../../src-sandbox/life/plan.ts'
import type { Location } from '../../src-sandbox/locations/location.ts'
import { pickupDayFor } from '../../src-sandbox/rating/transit.ts'
import { palletRequest } from './service.ts'

function city(name: string, country: 'US' | 'MX', lat: number, lng: number): Location {
  return { country, postalCode: '00000', city: name, state: 'XX', fullState: 'XX', county: '', lat, lng }
}
const CHICAGO = city('CHICAGO', 'US', 41.85, -87.65)
const DALLAS = city('Dallas', 'US', 32.78, -96.8)
const LAREDO = city('Laredo', 'US', 27.5, -99.5)
const NUEVO_LAREDO = city('Nuevo Laredo', 'MX', 27.48, -99.51)
const SALTILLO = city('Saltillo', 'MX', 25.42, -101)
const MONTERREY = city('MONTERREY', 'MX', 25.67, -100.31)

const fates = fc.oneof(
  fc.constant<Fate>({ kind: 'smooth' }),
  fc.record({
    kind: fc.constant('late' as const),
    code: fc.constantFrom('001', '002', '003', '004', '005', '006', '008'),
    days: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constant('returned' as const), code: fc.constantFrom('007', '008') }),
)
const days = fc.integer({ min: 1, max: 8 })
const journeys = fc
  .record({
    shipmentId: fc.string({ minLength: 1 }),
    bookedAt: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2030, 0, 1) }),
    toBorder: days,
    atBorder: fc.integer({ min: 1, max: 2 }),
    fromBorder: days,
    before: fc.subarray([DALLAS]),
    after: fc.subarray([SALTILLO]),
  })
  .map(({ shipmentId, bookedAt, toBorder, atBorder, fromBorder, before, after }) => {
    const { originAddress, destinationAddress } = palletRequest()
    const pickupDay = pickupDayFor(undefined, bookedAt)
    const arrivalDay = addBusinessDays(pickupDay, toBorder)
    const releaseDay = addBusinessDays(arrivalDay, atBorder)
    const [first = LAREDO, ...more] = [...before, LAREDO, NUEVO_LAREDO, ...after]
    return {
      shipmentId,
      bookedAt,
      pickupDay,
      deliveryDay: addBusinessDays(releaseDay, fromBorder),
      transitDays: toBorder + atBorder + fromBorder,
      origin: { address: originAddress, location: CHICAGO },
      destination: { address: destinationAddress, location: MONTERREY },
      hubs: [first, ...more],
      border: { exit: LAREDO, entry: NUEVO_LAREDO, arrivalDay, releaseDay },
      recipient: 'Lucía Treviño',
    } satisfies Journey
  })

test('a life across the border runs forward and passes customs on its days, held or not', () => {
  fc.assert(
    fc.property(journeys, fates, (journey, fate) => {
      const life = planLife(journey, fate)
      const times = life.map(({ at }) => at)
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
      expect(life.at(-1)?.status).toBe(fate.kind === 'returned' ? 'RETURNED' : 'DELIVERED')

      const isHeld = fate.kind === 'late' && fate.code === '006'
      const customs = life.filter(({ eventType }) => eventType === 'CUSTOMS')
      expect(customs.map(({ exceptionCode }) => exceptionCode)).toEqual(
        isHeld ? [undefined, '006', undefined] : [undefined, undefined],
      )
      const { arrivalDay, releaseDay } = journey.border
      expect(dayOf(customs[0]?.at ?? 0)).toBe(arrivalDay)
      expect(dayOf(customs.at(-1)?.at ?? 0)).toBe(isHeld ? addBusinessDays(releaseDay, fate.days) : releaseDay)

      const exceptions = life.filter(({ status }) => status === 'EXCEPTION')
      expect(exceptions.map(({ exceptionCode }) => exceptionCode)).toEqual(fate.kind === 'smooth' ? [] : [fate.code])
      const delivered = life.find(({ status }) => status === 'DELIVERED')
      if (delivered && fate.kind === 'smooth') expect(dayOf(delivered.at)).toBe(journey.deliveryDay)
    }),
  )
})
