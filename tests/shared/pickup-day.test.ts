import { describe, expect, it } from 'vitest'
import { isHoliday, pickupDayFrom, whyNoPickup } from '../../src-shared/station/booking/pickup-day.ts'

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
    const why = (day: string) => whyNoPickup(day, 'US', '2026-11-20')
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
