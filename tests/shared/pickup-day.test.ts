import { describe, expect, it } from 'vitest'
import {
  isHoliday,
  nextPickupDay,
  pickupDayFrom,
  pickupDayOr,
  whyNoPickup,
} from '../../src-shared/station/booking/pickup-day.ts'

const LAREDO = { city: 'Laredo', state: 'TX', postalCode: '78045', country: 'US' } as const
const TIJUANA = { city: 'Tijuana', state: 'BCN', postalCode: '22000', country: 'MX' } as const

describe('a day of pickup', () => {
  it.each([
    ['2026-11-26', 'US', 'Thanksgiving'],
    ['2026-07-03', 'US', 'the Friday before a Fourth of July on Saturday'],
    ['2027-12-31', 'US', 'the Friday before New Year'],
    ['2026-05-25', 'US', 'Memorial Day'],
    ['2026-11-16', 'MX', 'Día de la Revolución'],
    ['2026-09-16', 'MX', 'Independencia'],
    ['2026-04-03', 'CA', 'Good Friday'],
    ['2027-03-26', 'CA', 'Good Friday'],
    ['2026-05-18', 'CA', 'Victoria Day'],
    ['2026-10-12', 'CA', 'Thanksgiving'],
  ] as const)('%s is a holiday in %s: %s', (day, country, _name) => {
    expect(isHoliday(day, country)).toBe(true)
  })

  it('is none of another country’s holidays', () => {
    expect(isHoliday('2026-11-26', 'MX')).toBe(false)
    expect(isHoliday('2026-09-16', 'US')).toBe(false)
  })

  it('is refused in the past, on a weekend, on a holiday and in another year by mistake', () => {
    const why = (day: string) => whyNoPickup(day, LAREDO, new Date('2026-11-20T15:00:00Z'))
    expect(['2026-11-19', '2026-11-22', '2026-11-26', '2027-11-22', '2026-11-20'].map(why)).toEqual([
      'past',
      'weekend',
      'holiday',
      'far',
      null,
    ])
  })

  it('is proposed as the next one on which somebody comes', () => {
    expect(pickupDayFrom('2026-11-22', 'US')).toBe('2026-11-23')
    expect(pickupDayFrom('2026-11-26', 'US')).toBe('2026-11-27')
    expect(pickupDayFrom('2026-12-25', 'CA')).toBe('2026-12-28')
  })
})

describe('the next day of pickup', () => {
  it.each([
    ['2026-11-25T20:00:00Z', '2026-11-25', 'a Wednesday'],
    ['2026-11-26T04:59:00Z', '2026-11-25', 'the last hours of that Wednesday in Laredo'],
    ['2026-11-26T06:00:00Z', '2026-11-27', 'Thanksgiving'],
    ['2026-11-28T18:00:00Z', '2026-11-30', 'a Saturday'],
    ['2026-12-25T18:00:00Z', '2026-12-28', 'Christmas before a weekend'],
    ['2027-01-01T05:50:00Z', '2026-12-31', 'ten minutes before the year ends there'],
    ['2027-01-01T06:10:00Z', '2027-01-04', 'ten minutes after'],
    ['2027-03-14T08:30:00Z', '2027-03-15', 'the night in which the clocks are put forward'],
    ['2028-02-29T18:00:00Z', '2028-02-29', 'a leap day'],
  ])('at %s in Laredo is %s: %s', (now, day, _name) => {
    expect(nextPickupDay(LAREDO, new Date(now))).toBe(day)
  })

  it('goes by the calendar of the place, and by its own holidays', () => {
    const now = new Date('2026-11-26T07:30:00Z')
    // In Tijuana it is still Wednesday; Thanksgiving is none there anyway.
    expect(nextPickupDay(TIJUANA, now)).toBe('2026-11-25')
    expect(nextPickupDay(TIJUANA, new Date('2026-11-26T20:00:00Z'))).toBe('2026-11-26')
    expect(whyNoPickup('2026-11-25', TIJUANA, now)).toBeNull()
    expect(whyNoPickup('2026-11-25', LAREDO, now)).toBe('past')
  })

  it('is the day behind it once the truck has left there', () => {
    const at = (time: string) => nextPickupDay(LAREDO, new Date(`2026-11-24T${time}Z`), '16:00')
    expect([at('21:59:00'), at('22:00:00')]).toEqual(['2026-11-24', '2026-11-25'])
  })

  it('stands in for a day that is past or that no one named, and moves one on which no one comes', () => {
    const now = new Date('2026-11-20T15:00:00Z')
    expect(
      [undefined, '', '2026-11-19', '2026-11-24', '2026-11-26'].map((day) => pickupDayOr(day, LAREDO, now)),
    ).toEqual(['2026-11-20', '2026-11-20', '2026-11-20', '2026-11-24', '2026-11-27'])
  })
})
