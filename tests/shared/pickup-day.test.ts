import { addDays } from '../../src-shared/station/day.ts'
import { describe, expect, it } from 'vitest'
import { nextPickupDay, pickupDayFrom, pickupDayOr, whyNoPickup } from '../../src-shared/station/booking/pickup-day.ts'
import { holidayOn, isWeekend } from '../../src-shared/station/holidays.ts'
import { pickupDaysSchema, pickupTermsOf, USUAL_PICKUPS } from '../../src-shared/station/booking/pickup-terms.ts'

const LAREDO = { city: 'Laredo', state: 'TX', postalCode: '78045', country: 'US' } as const
const TIJUANA = { city: 'Tijuana', state: 'BCN', postalCode: '22000', country: 'MX' } as const

describe('a day of pickup', () => {
  it.each([
    ['2026-11-26', 'US', 'Thanksgiving'],
    ['2026-07-03', 'US', 'Independence Day'], // the Friday before a Saturday
    ['2027-12-31', 'US', "New Year's Day"],
    ['2027-07-05', 'US', 'Independence Day'], // the Monday after a Sunday
    ['2026-05-25', 'US', 'Memorial Day'],
    ['2026-11-16', 'MX', 'Revolution Day'],
    ['2026-09-16', 'MX', 'Independence Day'],
    ['2026-04-03', 'CA', 'Good Friday'],
    ['2027-03-26', 'CA', 'Good Friday'],
    ['2026-05-18', 'CA', 'Victoria Day'],
    ['2026-10-12', 'CA', 'Thanksgiving'],
  ] as const)('%s is a holiday in %s: %s', (day, country, name) => {
    expect(holidayOn(day, country)).toBe(name)
  })

  it('is in Canada a holiday that fell on a weekend, moved to the next working day', () => {
    const days = (year: number) =>
      Array.from({ length: 366 }, (_, nth) => addDays(`${year}-01-01`, nth)).filter(
        (day) => day.startsWith(`${year}`) && !isWeekend(day) && holidayOn(day, 'CA') !== null,
      )
    const inYear = (year: number, ...rest: string[]) => rest.map((day) => `${year}-${day}`)
    // Canada Labour Code, ss. 166 and 193.
    expect([2026, 2027, 2028].map(days)).toEqual([
      inYear(2026, '01-01', '04-03', '05-18', '07-01', '09-07', '09-30', '10-12', '11-11', '12-25', '12-28'),
      inYear(2027, '01-01', '03-26', '05-24', '07-01', '09-06', '09-30', '10-11', '11-11', '12-27', '12-28'),
      inYear(2028, '01-03', '04-14', '05-22', '07-03', '09-04', '10-02', '10-09', '11-13', '12-25', '12-26'),
    ])
    // Christmas on a Sunday gives way to Boxing Day.
    expect(['2022-12-26', '2022-12-27'].map((day) => holidayOn(day, 'CA'))).toEqual(['Boxing Day', 'Christmas'])
  })

  it('is none of another country’s holidays', () => {
    expect(holidayOn('2026-11-26', 'MX')).toBeNull()
    expect(holidayOn('2026-09-16', 'US')).toBeNull()
  })

  it('is refused in the past, on a weekend, on a holiday and in another year by mistake', () => {
    const why = (day: string) => whyNoPickup(day, LAREDO, new Date('2026-11-20T15:00:00Z'), USUAL_PICKUPS)
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
    expect(pickupDayFrom('2026-12-25', 'CA')).toBe('2026-12-29')
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
    expect(nextPickupDay(LAREDO, new Date(now), USUAL_PICKUPS)).toBe(day)
  })

  it('goes by the calendar of the place, and by its own holidays', () => {
    const now = new Date('2026-11-26T07:30:00Z')
    // In Tijuana it is still Wednesday; Thanksgiving is none there anyway.
    expect(nextPickupDay(TIJUANA, now, USUAL_PICKUPS)).toBe('2026-11-25')
    expect(nextPickupDay(TIJUANA, new Date('2026-11-26T20:00:00Z'), USUAL_PICKUPS)).toBe('2026-11-26')
    expect(whyNoPickup('2026-11-25', TIJUANA, now, USUAL_PICKUPS)).toBeNull()
    expect(whyNoPickup('2026-11-25', LAREDO, now, USUAL_PICKUPS)).toBe('past')
  })

  it('is the day behind it once the truck has left there', () => {
    const cutoffs = [{ carrier: 'Acme Freight', time: '16:00' }]
    const at = (time: string) =>
      nextPickupDay(LAREDO, new Date(`2026-11-24T${time}Z`), pickupTermsOf({ cutoffs })('ACME_FREIGHT'))
    expect([at('21:59:00'), at('22:00:00')]).toEqual(['2026-11-24', '2026-11-25'])
  })

  it('stands in for a day that is past or that no one named, and moves one on which no one comes', () => {
    const now = new Date('2026-11-20T15:00:00Z')
    expect(
      [undefined, '', '2026-11-19', '2026-11-24', '2026-11-26'].map((day) =>
        pickupDayOr(day, LAREDO, now, USUAL_PICKUPS),
      ),
    ).toEqual(['2026-11-20', '2026-11-20', '2026-11-20', '2026-11-24', '2026-11-27'])
  })
})

describe('what Settings say of pickup days', () => {
  const LTL = ['Columbus Day', 'Veterans Day'] as const
  const pickupDays = pickupDaysSchema.parse([
    { country: 'US', worked: LTL, closed: ['2026-10-08'] },
    { country: 'US', carrier: 'Acme Freight', worked: ['Columbus Day'], closed: ['2026-10-09'] },
    { country: 'CA', carrier: 'Acme Freight', worked: ['Boxing Day'], closed: [] },
  ])
  const termsOf = pickupTermsOf({ pickupDays })
  const now = new Date('2026-10-07T15:00:00Z')
  const why = (day: string, carrier?: string) => whyNoPickup(day, LAREDO, now, termsOf(carrier))

  it('holds for every carrier: holidays with pickups, and days without', () => {
    expect(['2026-10-12', '2026-11-11', '2026-11-26', '2026-10-08'].map((day) => why(day))).toEqual([
      null,
      null,
      'holiday',
      'closed',
    ])
    expect(whyNoPickup('2026-10-12', LAREDO, now, USUAL_PICKUPS)).toBe('holiday')
    expect(why('2026-10-12', 'Another')).toBeNull()
    // Nothing was set for that country.
    expect(pickupDayFrom('2026-09-16', 'MX', termsOf())).toBe('2026-09-17')
  })

  it('differs by carrier, however its name is written: its own holidays, and its days without pickups beside all others', () => {
    const days = ['2026-10-12', '2026-11-11', '2026-10-08', '2026-10-09']
    expect(days.map((day) => why(day, 'ACME_FREIGHT'))).toEqual([null, 'holiday', 'closed', 'closed'])
    expect(pickupDayFrom('2026-10-08', 'US', termsOf('acme freight'))).toBe('2026-10-12')
    // The first of several carriers picks up.
    expect(why('2026-10-09', 'Acme Freight + Transportes')).toBe('closed')
  })

  it('opens also the day to which a holiday was moved', () => {
    expect(pickupDayFrom('2026-12-28', 'CA', termsOf('Acme Freight'))).toBe('2026-12-28')
  })

  it('takes one row a country and carrier', () => {
    const twice = [
      { country: 'US', carrier: 'Acme Freight', worked: [], closed: [] },
      { country: 'US', carrier: 'ACME_FREIGHT', worked: [], closed: [] },
    ]
    expect(pickupDaysSchema.safeParse(twice).error?.issues).toMatchObject([{ path: [1, 'carrier'] }])
  })
})
