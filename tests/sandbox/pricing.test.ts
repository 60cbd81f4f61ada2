import fc from '../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { ACCESSORIALS } from '../../src-shared/freight/accessorial.ts'
import { FREIGHT_CLASSES } from '../../src-shared/freight/cargo.ts'
import type { Location } from '../../src-sandbox/locations/location.ts'
import { CARRIERS, type Carrier } from '../../src-sandbox/rating/carriers.ts'
import { loadOf, type Load } from '../../src-sandbox/rating/load.ts'
import { priceOf } from '../../src-sandbox/rating/price.ts'
import { rate } from '../../src-sandbox/rating/rates.ts'

const place = (state: string, lat: number, lng: number): Location => ({
  country: 'US',
  postalCode: '00000',
  city: 'X',
  state,
  fullState: state,
  county: '',
  lat,
  lng,
})
const places = fc
  .record({
    state: fc.constantFrom('TX', 'CA', 'CO', 'HI'),
    lat: fc.double({ min: 25, max: 48, noNaN: true }),
    lng: fc.double({ min: -124, max: -70, noNaN: true }),
  })
  .map(({ state, lat, lng }) => place(state, lat, lng))
const lines = fc.record({
  weight: fc.integer({ min: 1, max: 3000 }),
  length: fc.integer({ min: 4, max: 96 }),
  width: fc.integer({ min: 4, max: 60 }),
  height: fc.integer({ min: 4, max: 96 }),
  quantity: fc.integer({ min: 1, max: 20 }),
  description: fc.constant('Freight'),
  freightClass: fc.constantFrom(...FREIGHT_CLASSES),
  hazmat: fc.boolean(),
})
const loads = fc
  .record({
    origin: places,
    destination: places,
    cargo: fc.array(lines, { minLength: 1, maxLength: 4 }),
    accessorials: fc.uniqueArray(fc.constantFrom(...ACCESSORIALS)),
    insuranceAmount: fc.integer({ min: 0, max: 100_000 }),
  })
  .map(({ origin, destination, ...request }) => loadOf(origin, destination, request))

/** A carrier's price for its standard service, asked directly so that limits do not matter. */
function total(carrier: Carrier, load: Load): number {
  const [service] = carrier.services
  if (!service) throw new Error(`${carrier.name} sells nothing`)
  return priceOf(carrier, service, load).totalCents
}
const carriers = fc.constantFrom(...CARRIERS)

describe('a price', () => {
  test('is the sum of its parts to the cent, all of them whole cents', () => {
    fc.assert(
      fc.property(loads, (load) => {
        for (const { totalCents, baseCents, fuelCents, chargeCents } of rate(load).offers) {
          const parts = [baseCents, fuelCents, ...Object.values(chargeCents)]
          expect(parts.every((cents) => Number.isSafeInteger(cents) && cents > 0)).toBe(true)
          expect(parts.reduce((sum, cents) => sum + cents, 0)).toBe(totalCents)
        }
      }),
    )
  })

  test('never falls when a piece gets heavier', () => {
    fc.assert(
      fc.property(carriers, loads, fc.integer({ min: 1, max: 2000 }), (carrier, load, moreLb) => {
        const [first, ...rest] = load.lines
        if (!first) return
        const heavier = loadOf(load.origin, load.destination, {
          cargo: [{ ...first, weight: first.weight + moreLb }, ...rest],
          accessorials: load.accessorials,
          insuranceAmount: load.insuredUsd,
        })
        expect(total(carrier, heavier)).toBeGreaterThanOrEqual(total(carrier, load))
      }),
    )
  })

  test('never falls when the way gets longer', () => {
    fc.assert(
      fc.property(carriers, loads, fc.integer({ min: 1, max: 3000 }), (carrier, load, moreMiles) => {
        const farther = { ...load, miles: load.miles + moreMiles }
        expect(total(carrier, farther)).toBeGreaterThanOrEqual(total(carrier, load))
      }),
    )
  })

  test('rises with every accessorial, with insurance and with hazardous materials', () => {
    fc.assert(
      fc.property(carriers, loads, (carrier, load) => {
        const bare = { ...load, accessorials: [], insuredUsd: 0, isHazmat: false }
        const plain = total(carrier, bare)
        for (const code of ACCESSORIALS) {
          expect(total(carrier, { ...bare, accessorials: [code] })).toBeGreaterThan(plain)
        }
        expect(total(carrier, { ...bare, insuredUsd: 1 })).toBeGreaterThan(plain)
        expect(total(carrier, { ...bare, isHazmat: true })).toBeGreaterThan(plain)
      }),
    )
  })

  test('of a bulkier class is never lower', () => {
    fc.assert(
      fc.property(carriers, loads, (carrier, load) => {
        const prices = FREIGHT_CLASSES.map((freightClass) =>
          total(carrier, { ...load, lines: load.lines.map((line) => ({ ...line, class: freightClass })) }),
        )
        expect(prices).toEqual(prices.toSorted((a, b) => b - a))
      }),
    )
  })

  test('of a light but bulky parcel follows its volume', () => {
    const carton = { weight: 5, length: 12, width: 12, height: 12, quantity: 1, description: 'Foam' }
    const [from, to] = [place('TX', 32, -97), place('CO', 39, -105)]
    const tern = CARRIERS.find(({ scac }) => scac === 'TRNP') ?? CARRIERS[0]
    if (!tern) throw new Error('no carriers')
    const priceFor = (changes: object) => total(tern, loadOf(from, to, { cargo: [{ ...carton, ...changes }] }))
    expect(priceFor({ height: 40 })).toBeGreaterThan(priceFor({}))
    expect(priceFor({ weight: 6 })).toBe(priceFor({}))
  })
})

test('carrier codes end in no letter that is reserved for equipment, and providers are told apart by name', () => {
  for (const { scac } of CARRIERS) expect(scac).toMatch(/^[A-Z]{3}[A-TVWY]$/)
  expect(new Set(CARRIERS.map(({ name }) => name)).size).toBe(CARRIERS.length)
  expect(new Set(CARRIERS.map(({ proPrefix }) => proPrefix)).size).toBe(CARRIERS.length)
})
