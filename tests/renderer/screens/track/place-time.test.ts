import { expect, test } from 'vitest'
import { zoneOf, zoneOfAddress } from '../../../../src-shared/station/place-zone.ts'
import { momentAt } from '../../../../src-renderer/screens/track/drawer/place-time.ts'

test('an event is told by the clock of the place where it happened', () => {
  const place = { timestamp: '2026-11-21T20:32:00Z', city: 'Laredo', state: 'TX', country: 'US' }
  expect(momentAt(place, 'en-US')).toBe('Nov 21, 2:32 PM CST')
  expect(momentAt({ ...place, city: 'El Paso' }, 'en-US')).toBe('Nov 21, 1:32 PM MST')
})

test('border towns keep the time of the other side, whatever way they are written', () => {
  expect(zoneOf({ city: 'Ciudad Juárez', state: 'CHH', country: 'MX' })).toBe('America/Ciudad_Juarez')
  expect(zoneOf({ city: 'NUEVO LAREDO', state: 'TAM', country: 'Mexico' })).toBe('America/Matamoros')
  expect(zoneOf({ city: 'Tampico', state: 'TAM', country: 'MX' })).toBe('America/Mexico_City')
})

test('towns off the time of their state have their own, by name and by postal code', () => {
  const of = (city: string, state: string, postalCode: string) => [
    zoneOf({ city, state, country: 'US' }),
    zoneOfAddress({ city: '', state, country: 'US', postalCode }),
  ]
  const [CENTRAL, EASTERN, MOUNTAIN, PACIFIC] = [
    ...['America/Chicago', 'America/New_York', 'America/Denver', 'America/Los_Angeles'],
  ]
  const towns: [city: string, state: string, postalCode: string, zone: string | undefined][] = [
    ['Panama City', 'FL', '32401', CENTRAL],
    ['Port St. Joe', 'FL', '32456', EASTERN],
    ["Coeur d'Alene", 'ID', '83814-1234', PACIFIC],
    ['Boise', 'ID', '83702', MOUNTAIN],
    ['Evansville', 'IN', '47708', CENTRAL],
    ['Fort Wayne', 'IN', '46802', EASTERN],
    ['Paducah', 'KY', '42001', CENTRAL],
    ['Louisville', 'KY', '40202', EASTERN],
    ['Iron Mountain', 'MI', '49801', CENTRAL],
    ['Dickinson', 'ND', '58601', MOUNTAIN],
    ['Scottsbluff', 'NE', '69361', MOUNTAIN],
    ['Rapid City', 'SD', '57701', MOUNTAIN],
    ['Ontario', 'OR', '97914', MOUNTAIN],
    ['Chattanooga', 'TN', '37402', EASTERN],
    ['Nashville', 'TN', '37201', CENTRAL],
    ['El Paso', 'TX', '79901', MOUNTAIN],
    ['West Wendover', 'NV', '89883', MOUNTAIN],
    ['Chinle', 'AZ', '86503', MOUNTAIN],
    ['Adak', 'AK', '99546', 'America/Adak'],
  ]
  for (const [city, state, postalCode, zone] of towns)
    expect([city, ...of(city, state, postalCode)]).toEqual([city, zone, zone])
  // The same name in another state.
  expect(zoneOf({ city: 'Ontario', state: 'CA', country: 'US' })).toBe(PACIFIC)
  expect(zoneOf({ city: 'Evansville', state: 'WY', country: 'US' })).toBe(MOUNTAIN)
})

test('no zone is guessed for a place that is not known', () => {
  expect(zoneOf({ city: 'Springfield', state: null, country: 'US' })).toBe(null)
  expect(zoneOf({ city: 'X', state: 'ZZ', country: 'CA' })).toBe(null)
})
