import type { Country } from '../freight/address.ts'
import { addDays, daysBetween, weekdayOf } from './day.ts'

/**
 * The public holidays of the countries' laws: US federal holidays (5 U.S.C. 6103), MX Ley Federal del Trabajo art. 74, CA
 * Canada Labour Code ss. 166 and 193. The embedded service's carriers keep them as well.
 */

/** The public holidays that are known, in the order of the year. Messages name them in either language. */
export const HOLIDAY_NAMES = [
  "New Year's Day",
  'Martin Luther King Day',
  'Constitution Day',
  "Presidents' Day",
  "Juárez's Birthday",
  'Good Friday',
  'Victoria Day',
  'Memorial Day',
  'Juneteenth',
  'Canada Day',
  'Independence Day',
  'Labor Day',
  'Truth and Reconciliation Day',
  'Columbus Day',
  'Veterans Day',
  'Remembrance Day',
  'Revolution Day',
  'Thanksgiving',
  'Christmas',
  'Boxing Day',
] as const
export type Holiday = (typeof HOLIDAY_NAMES)[number]

/** A day of the year: `MM-DD`, or [month, weekday, which one of the month; -1: the last], days after Easter Sunday, or the Monday before
 * a day of the year. */
type Rule =
  string | readonly [month: number, weekday: number, nth: number] | { afterEaster: number } | { mondayBefore: string }

const HOLIDAYS: Record<Country, Partial<Record<Holiday, Rule>>> = {
  US: {
    "New Year's Day": '01-01',
    'Martin Luther King Day': [1, 1, 3],
    "Presidents' Day": [2, 1, 3],
    'Memorial Day': [5, 1, -1],
    Juneteenth: '06-19',
    'Independence Day': '07-04',
    'Labor Day': [9, 1, 1],
    'Columbus Day': [10, 1, 2],
    'Veterans Day': '11-11',
    Thanksgiving: [11, 4, 4],
    Christmas: '12-25',
  },
  MX: {
    "New Year's Day": '01-01',
    'Constitution Day': [2, 1, 1],
    "Juárez's Birthday": [3, 1, 3],
    'Labor Day': '05-01',
    'Independence Day': '09-16',
    'Revolution Day': [11, 1, 3],
    Christmas: '12-25',
  },
  CA: {
    "New Year's Day": '01-01',
    'Good Friday': { afterEaster: -2 },
    'Victoria Day': { mondayBefore: '05-25' },
    'Canada Day': '07-01',
    'Labor Day': [9, 1, 1],
    'Truth and Reconciliation Day': '09-30',
    Thanksgiving: [10, 1, 2],
    'Remembrance Day': '11-11',
    Christmas: '12-25',
    'Boxing Day': '12-26',
  },
}

/** The public holidays of a country, in the order of the year. */
export const holidaysOf = (country: Country): Holiday[] => HOLIDAY_NAMES.filter((name) => name in HOLIDAYS[country])

/** A Saturday or a Sunday. */
export const isWeekend = (day: string): boolean => weekdayOf(day) === 0 || weekdayOf(day) === 6

/**
 * The public holiday observed there on this day; null: none. One that falls on a weekend is also observed on a
 * working day: in the US on the one beside it, in CA on the next that is no holiday.
 */
export function holidayOn(day: string, country: Country): Holiday | null {
  const own = holidayOf(day, country)
  if (own !== null || isWeekend(day) || country === 'MX') return own
  if (country === 'US') {
    const beside = { 1: addDays(day, -1), 5: addDays(day, 1) }[weekdayOf(day)]
    return beside === undefined ? null : holidayOf(beside, country)
  }
  const saturday = addDays(day, -1 - weekdayOf(day))
  const moved = [saturday, addDays(saturday, 1)].flatMap((one) => holidayOf(one, country) ?? [])
  for (let at = addDays(saturday, 2); at < day; at = addDays(at, 1)) if (holidayOf(at, country) === null) moved.shift()
  return moved[0] ?? null
}

/** The public holiday that falls on this day. */
function holidayOf(day: string, country: Country): Holiday | null {
  const rules = HOLIDAYS[country]
  return holidaysOf(country).find((name) => fits(day, rules[name] ?? '')) ?? null
}

function fits(day: string, rule: Rule): boolean {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return false
  if (typeof rule === 'string') return day.endsWith(`-${rule}`)
  if ('mondayBefore' in rule) {
    const before = daysBetween(day, `${year}-${rule.mondayBefore}`)
    return weekdayOf(day) === 1 && before >= 1 && before <= 7
  }
  if ('afterEaster' in rule) return day === addDays(easter(year), rule.afterEaster)
  const [ofMonth, weekday, nth] = rule
  if (month !== ofMonth || weekdayOf(day) !== weekday) return false
  return nth === -1 ? !addDays(day, 7).startsWith(day.slice(0, 7)) : Math.ceil(date / 7) === nth
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
function easter(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(Math.floor(n / 31))}-${two((n % 31) + 1)}`
}
