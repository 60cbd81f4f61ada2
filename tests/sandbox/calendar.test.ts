import fc from '../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { addBusinessDays, businessDayFrom, isBusinessDay } from '../../src-sandbox/calendar.ts'
import { gs1CheckDigit } from '../../src-sandbox/numbers.ts'
import { pickupDayFor } from '../../src-sandbox/rating/transit.ts'

describe('business days', () => {
  test.each([
    ['2026-11-26', 'Thanksgiving'],
    ['2026-07-03', 'Independence Day, kept on the Friday'],
    ['2026-12-25', 'Christmas'],
    ['2027-07-05', 'Independence Day, kept on the Monday'],
    ['2026-05-25', 'Memorial Day'],
    ['2026-09-07', 'Labor Day'],
    ['2026-01-19', 'Martin Luther King Day'],
    ['2021-12-31', "New Year's Day, kept in the old year"],
    ['2026-11-21', 'a Saturday'],
  ])('%s is none: %s', (day) => {
    expect(isBusinessDay(day)).toBe(false)
  })

  test.each(['2026-11-27', '2026-11-23', '2024-02-29', '2026-05-18'])('%s is one', (day) => {
    expect(isBusinessDay(day)).toBe(true)
  })

  test('a holiday and a weekend are stepped over', () => {
    expect(addBusinessDays('2026-11-25', 1)).toBe('2026-11-27')
    expect(addBusinessDays('2026-11-25', 2)).toBe('2026-11-30')
    expect(businessDayFrom('2026-11-26')).toBe('2026-11-27')
  })

  test('adding up in one go or day by day comes to the same', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        fc.nat(30),
        (date, days) => {
          const from = date.toISOString().slice(0, 10)
          let stepped = from
          for (let step = 0; step < days; step++) stepped = addBusinessDays(stepped, 1)
          expect(addBusinessDays(from, days)).toBe(stepped)
          if (days > 0) expect(isBusinessDay(stepped)).toBe(true)
        },
      ),
    )
  })
})

test('a driver comes the same day until the cut-off, then the next business day', () => {
  expect(pickupDayFor(undefined, Date.parse('2026-11-20T17:59:59Z'))).toBe('2026-11-20')
  expect(pickupDayFor(undefined, Date.parse('2026-11-20T18:00:00Z'))).toBe('2026-11-23')
  expect(pickupDayFor('2026-11-25', Date.parse('2026-11-20T10:00:00Z'))).toBe('2026-11-25')
  expect(pickupDayFor('2026-11-01', Date.parse('2026-11-20T10:00:00Z'))).toBe('2026-11-20')
})

test('check digits are those of the standard', () => {
  expect(gs1CheckDigit('0614141123456791')).toBe('3')
})
