import fc from '../../../../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import {
  DOCK_ZONES,
  offsetHours,
  wallOf,
  writeDockTime,
} from '../../../../../src-renderer/screens/quote/cross-border/stops/dock-zone.ts'
import { zoneOfAddress } from '../../../../../src-shared/station/place-zone.ts'
import { readDockTime } from '../../../../../src-shared/freight/dock-time.ts'

describe('the time at a dock', () => {
  test.each([
    ['Laredo', 'TX', '78040', 'US', 'America/Chicago'],
    ['El Paso', 'TX', '79901', 'US', 'America/Denver'],
    ['Tucson', 'AZ', '85701', 'US', 'America/Phoenix'],
    ['Knoxville', 'TN', '37902', 'US', 'America/New_York'],
    ['Nuevo Laredo', 'TAM', '88000', 'MX', 'America/Matamoros'],
    ['Cd. Juárez', 'CHH', '32000', 'MX', 'America/Ciudad_Juarez'],
    ['Chihuahua', 'CHH', '31000', 'MX', 'America/Mexico_City'],
    ['Hermosillo', 'SON', '83000', 'MX', 'America/Hermosillo'],
    ['Tijuana', 'BCN', '22000', 'MX', 'America/Tijuana'],
  ])('of %s, %s %s is that of its zone', (city, state, postalCode, country, zone) => {
    expect(zoneOfAddress({ city, state, postalCode, country })).toBe(zone)
  })

  test('carries the hours from UTC of that very day', () => {
    expect(writeDockTime('2026-11-23', '08:00', 'America/Chicago')).toBe('11/23/2026 08:00 -6')
    expect(writeDockTime('2026-07-06', '08:00', 'America/Chicago')).toBe('07/06/2026 08:00 -5')
    expect(writeDockTime('2026-07-06', '08:00', 'America/Mexico_City')).toBe('07/06/2026 08:00 -6')
    // The border town keeps the time of its neighbour in Texas.
    expect(writeDockTime('2026-07-06', '08:00', 'America/Matamoros')).toBe('07/06/2026 08:00 -5')
    // The clocks go back on this day, at two.
    expect(offsetHours('America/Denver', '2026-11-01', '00:30')).toBe(-6)
    expect(offsetHours('America/Denver', '2026-11-01', '08:00')).toBe(-7)
  })

  test('is read by the service as what it is on the wall there', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DOCK_ZONES),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }),
        (zone, date) => {
          const [day, time] = [date.toISOString().slice(0, 10), date.toISOString().slice(11, 16)]
          const written = writeDockTime(day, time, zone) ?? ''
          expect(wallOf(written)).toEqual({ day, time })
          const read = readDockTime(written)
          const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
          // An hour that the clocks leave out is the one after it.
          const shown = wall.format(read?.at)
          const later = wall.format((read?.at ?? 0) - 3_600_000)
          expect([shown, later]).toContain(`${day} ${time}`)
        },
      ),
    )
  })
})
