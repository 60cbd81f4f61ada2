import { expect, test } from 'vitest'
import places from '../../../../src-renderer/screens/track/map/places.json' with { type: 'json' }
import land from '../../../../src-renderer/screens/track/map/land.json' with { type: 'json' }
import { locate, pointsOf, stopsOf, type Places } from '../../../../src-renderer/screens/track/map/route.ts'
import { anEvent } from '../../builders.ts'

const TOWNS: Places = places
const address = (city: string, state: string, country = 'US') => ({
  companyName: null,
  contactName: null,
  address1: null,
  address2: null,
  postalCode: null,
  city,
  state,
  country,
})
const event = (city: string, state: string, status = 'IN_TRANSIT') =>
  anEvent({ eventId: `${city} ${status}`, status, city, state, country: 'US' })
const shipment = (status: string) => ({
  status,
  origin: address('Laredo', 'TX'),
  destination: address('Chicago', 'IL'),
})

test('towns stand where they are, in three countries and with or without accents', () => {
  expect(locate(TOWNS, address('LAREDO', 'TX'))).toEqual({ at: [-99.5, 27.5], isExact: true })
  expect(locate(TOWNS, address('Querétaro', 'QUE', 'MX'))?.isExact).toBe(true)
  expect(locate(TOWNS, address('Toronto', 'ON', 'Canada'))?.isExact).toBe(true)
})

test('a town that is not known stands in the middle of its state, and nowhere without one', () => {
  const middle = locate(TOWNS, address('Nowhere Creek', 'TX'))
  expect(middle).toMatchObject({ isExact: false })
  expect(locate(TOWNS, address('Nowhere Creek', 'ZZ'))).toBe(null)
})

test('the way goes from pickup over what was told to the consignee, each place once in a row', () => {
  const events = [event('Dallas', 'TX'), event('Dallas', 'TX', 'EXCEPTION'), event('Laredo', 'TX', 'PICKED_UP')]
  expect(stopsOf(TOWNS, shipment('IN_TRANSIT'), events).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'origin Laredo, TX',
    'now Dallas, TX',
    'destination Chicago, IL',
  ])
})

test('what is delivered stands at its end, and what is returned never got there', () => {
  const events = [event('Chicago', 'IL', 'DELIVERED'), event('Dallas', 'TX')]
  expect(stopsOf(TOWNS, shipment('DELIVERED'), events).map(({ kind }) => kind)).toEqual([
    'origin',
    'passed',
    'destination',
  ])
  expect(stopsOf(TOWNS, shipment('RETURNED'), [event('Dallas', 'TX')]).map(({ kind }) => kind)).toEqual([
    'origin',
    'passed',
  ])
})

test('the land is drawn clockwise, or it would be the sea', () => {
  for (const ring of land.map(pointsOf)) {
    const area = ring.reduce((sum, [x, y], index) => {
      const [x2, y2] = ring[(index + 1) % ring.length] ?? [0, 0]
      return sum + (x * y2 - x2 * y) / 2
    }, 0)
    expect(area).toBeLessThan(0)
  }
})
