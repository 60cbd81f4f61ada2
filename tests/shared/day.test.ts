import fc from '../support/fast-check.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { addDays, dayAt, dayBegins, daysBetween, weekdayOf } from '../../src-shared/station/day.ts'

/** Clocks changed at night, by half an hour, at midnight itself, back over midnight, and never; halves and quarters of hours off. */
const ZONES = [
  'UTC',
  'America/Chicago',
  'America/Mexico_City',
  'America/St_Johns',
  'America/Santiago',
  'America/Havana',
  'Asia/Tokyo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/London',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
]
const zones = fc.constantFrom(...ZONES)
const SPAN = { min: new Date('2015-01-01T00:00:00Z'), max: new Date('2040-12-31T00:00:00Z'), noInvalidDate: true }
const moments = fc.date(SPAN)
const days = moments.map((moment) => moment.toISOString().slice(0, 10))

const before = process.env['TZ']
const stationIn = (zone: string) => void (process.env['TZ'] = zone)
afterEach(() => {
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})

describe('the day at a station', () => {
  test('is the one that a calendar on its wall shows', () => {
    fc.assert(
      fc.property(zones, moments, (zone, moment) => {
        stationIn(zone)
        // Another reader of the time zone database than the one under test.
        const shown = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(moment)
        expect(dayAt(moment)).toBe(shown)
      }),
    )
  })

  test('begins at the first moment that is on it, also where the clock is changed at midnight', () => {
    fc.assert(
      fc.property(zones, days, (zone, day) => {
        stationIn(zone)
        const start = dayBegins(day)
        expect(dayAt(start)).toBe(day)
        expect(dayAt(new Date(start.getTime() - 1))).toBe(addDays(day, -1))
        expect(dayAt(new Date(dayBegins(addDays(day, 1)).getTime() - 1))).toBe(day)
      }),
    )
  })

  test('is 23 or 25 hours long when the clock is changed', () => {
    stationIn('America/Chicago')
    const hours = (day: string) => (dayBegins(addDays(day, 1)).getTime() - dayBegins(day).getTime()) / 3_600_000
    expect(['2026-03-08', '2026-11-01', '2026-11-02'].map(hours)).toEqual([23, 25, 24])
  })
})

describe('days of the calendar', () => {
  test('are counted alike in every time zone, there and back', () => {
    fc.assert(
      fc.property(zones, days, fc.integer({ min: -5000, max: 5000 }), (zone, day, count) => {
        stationIn(zone)
        const other = addDays(day, count)
        expect(addDays(other, -count)).toBe(day)
        expect(daysBetween(day, other)).toBe(count)
        expect(weekdayOf(other)).toBe((((weekdayOf(day) + count) % 7) + 7) % 7)
      }),
    )
  })

  test('walk over the ends of months and years, and over a leap day', () => {
    expect([addDays('2026-12-31', 1), addDays('2026-03-01', -1), addDays('2028-02-28', 1)]).toEqual([
      '2027-01-01',
      '2026-02-28',
      '2028-02-29',
    ])
  })
})
