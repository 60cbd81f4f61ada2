import type { Country } from '../../freight/address.ts'
import { addDays, dayAt, daysBetween, timeAt, weekdayOf } from '../day.ts'
import { wallClock, zoneOfAddress, type WallClock } from '../place-zone.ts'
import { HOLIDAY_NAMES, USUAL_PICKUPS, type Holiday, type PickupTerms } from './pickup-terms.ts'

/**
 * On which days a carrier picks up: Monday to Friday, and no public holiday of the place it picks up at, except where
 * Settings differ (pickup-terms.ts). The holidays are those of the countries' laws: US federal holidays (5 U.S.C.
 * 6103), MX Ley Federal del Trabajo art. 74, CA Canada Labour Code ss. 166 and 193.
 */

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

/** How many days ahead a pickup can be requested: a mistyped year is farther off. */
const MOST_DAYS_AHEAD = 120

/** Where freight is picked up, as far as it is known: an address, or a stop's. */
export interface PickupPlace {
  country: Country
  city?: string | undefined
  state?: string | undefined
  postalCode?: string | undefined
}

/** Why there is no pickup on a day. */
export type NoPickup = 'past' | 'weekend' | 'holiday' | 'closed' | 'far'

/**
 * Why there is no pickup there on this day; null: a carrier may. Which day it is now is read off the calendar of the
 * place.
 */
export function whyNoPickup(day: string, from: PickupPlace, now: Date, terms: PickupTerms): NoPickup | null {
  const today = pickupCalendar(from, now).day
  if (day < today) return 'past'
  if (daysBetween(today, day) > MOST_DAYS_AHEAD) return 'far'
  return dayOff(day, from.country, terms)
}

/** Why this day is off there, whichever day it is now; null: it is a working day. */
export function dayOff(
  day: string,
  country: Country,
  { worked, closed }: PickupTerms,
): Exclude<NoPickup, 'past' | 'far'> | null {
  if (isWeekend(day)) return 'weekend'
  const holiday = holidayOn(day, country)
  if (holiday !== null && !worked[country].includes(holiday)) return 'holiday'
  return closed[country].includes(day) ? 'closed' : null
}

/** This day, or the next pickup day there. */
export function pickupDayFrom(day: string, country: Country, terms: PickupTerms = USUAL_PICKUPS): string {
  let found = day
  while (dayOff(found, country, terms) !== null) found = addDays(found, 1)
  return found
}

/**
 * The next pickup day there: the default of a booking without a day. Today still counts where it is not
 * known when the truck leaves.
 */
export function nextPickupDay(from: PickupPlace, now: Date, terms: PickupTerms): string {
  const { day } = pickupCalendar(from, now)
  const hasLeft = whyNotToday(from, now, terms) === 'left'
  return pickupDayFrom(hasLeft ? addDays(day, 1) : day, from.country, terms)
}

/** Why nothing is picked up there any more today; null: it may be. */
export function whyNotToday(
  from: PickupPlace,
  now: Date,
  terms: PickupTerms,
): Exclude<NoPickup, 'past' | 'far'> | 'left' | null {
  const { day, time } = pickupCalendar(from, now)
  return dayOff(day, from.country, terms) ?? (terms.leavesAt !== null && time >= terms.leavesAt ? 'left' : null)
}

/**
 * The day that was asked for, or the next one where that is past or none was given. A weekend or a holiday becomes
 * the day behind it.
 */
export function pickupDayOr(
  asked: string | null | undefined,
  from: PickupPlace,
  now: Date,
  terms: PickupTerms,
): string {
  const next = nextPickupDay(from, now, terms)
  return asked && asked > next ? pickupDayFrom(asked, from.country, terms) : next
}

/** The chosen day while it has not passed there; then the next pickup day. */
export function pickupDayUnlessPassed(chosen: string, from: PickupPlace, now: Date, terms: PickupTerms): string {
  return chosen < pickupCalendar(from, now).day ? nextPickupDay(from, now, terms) : chosen
}

/** Day and time on the wall where freight is picked up; on this machine's where the place's zone is not known. */
export function pickupCalendar({ country, city, state, postalCode }: PickupPlace, now: Date): WallClock {
  const zone = zoneOfAddress({ country, city: city ?? null, state: state ?? null, postalCode })
  return zone === null ? { day: dayAt(now), time: timeAt(now) } : wallClock(zone, now)
}
