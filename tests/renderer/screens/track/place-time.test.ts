import { expect, test } from 'vitest'
import { zoneOf } from '../../../../src-shared/station/place-zone.ts'
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

test('no zone is guessed for a place that is not known', () => {
  expect(zoneOf({ city: 'Springfield', state: null, country: 'US' })).toBe(null)
  expect(zoneOf({ city: 'X', state: 'ZZ', country: 'CA' })).toBe(null)
})
