import type { Country } from '../../freight/address.ts'
import { addDays, dayAt, daysBetween, timeAt, weekdayOf } from '../day.ts'
import { wallClock, zoneOfAddress, type WallClock } from '../place-zone.ts'

/**
 * On which days a carrier picks up: Monday to Friday, and no public holiday of the place it picks up at. The rules are those
 * of the countries' laws: US federal holidays (5 U.S.C. 6103), MX Ley Federal del Trabajo art. 74, CA federal holidays.
 */

/** A day of the year: `MM-DD`, or [month, weekday, which one of the month; -1: the last], days after Easter Sunday, or the Monday before
 * a day of the year. */
type Rule =
  string | readonly [month: number, weekday: number, nth: number] | { afterEaster: number } | { mondayBefore: string }

const HOLIDAYS: Record<Country, readonly Rule[]> = {
  US: [
    '01-01',
    [1, 1, 3],
    [2, 1, 3],
    [5, 1, -1],
    '06-19',
    '07-04',
    [9, 1, 1],
    [10, 1, 2],
    '11-11',
    [11, 4, 4],
    '12-25',
  ],
  MX: ['01-01', [2, 1, 1], [3, 1, 3], '05-01', '09-16', [11, 1, 3], '12-25'],
  CA: [
    '01-01',
    { afterEaster: -2 },
    { mondayBefore: '05-25' },
    '07-01',
    [9, 1, 1],
    '09-30',
    [10, 1, 2],
    '11-11',
    '12-25',
    '12-26',
  ],
}

/** A Saturday or a Sunday. */
export const isWeekend = (day: string): boolean => weekdayOf(day) === 0 || weekdayOf(day) === 6

/** Is this day a public holiday there? In the US one that falls on a weekend is kept on the weekday beside it. */
export function isHoliday(day: string, country: Country): boolean {
  const kept = [day]
  if (country === 'US' && weekdayOf(day) === 1) kept.push(addDays(day, -1))
  if (country === 'US' && weekdayOf(day) === 5) kept.push(addDays(day, 1))
  return HOLIDAYS[country].some((rule) => kept.some((one) => fits(one, rule)))
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

/** So many days ahead a pickup can be asked for: a year that was mistyped is farther off. */
const MOST_DAYS_AHEAD = 120

/** Where freight is picked up, as far as it is known: an address, or a stop's. */
export interface PickupPlace {
  country: Country
  city?: string | undefined
  state?: string | undefined
  postalCode?: string | undefined
}

/** Why no one picks up on a day. */
export type NoPickup = 'past' | 'weekend' | 'holiday' | 'far'

/** Why no one picks up there on this day; null: a carrier may. Which day it is now is read off the calendar of the place. */
export function whyNoPickup(day: string, from: PickupPlace, now: Date): NoPickup | null {
  const today = pickupCalendar(from, now).day
  if (day < today) return 'past'
  if (daysBetween(today, day) > MOST_DAYS_AHEAD) return 'far'
  if (isWeekend(day)) return 'weekend'
  return isHoliday(day, from.country) ? 'holiday' : null
}

/** This day, or the next one on which someone picks up there. */
export function pickupDayFrom(day: string, country: Country): string {
  let found = day
  while (isWeekend(found) || isHoliday(found, country)) found = addDays(found, 1)
  return found
}

/**
 * The next day on which someone picks up there: what is booked for when no one names a day.
 * @param leavesAt HH:MM on the clock of the place, when the carrier's truck leaves; null: not known, and today still counts
 */
export function nextPickupDay(from: PickupPlace, now: Date, leavesAt: string | null = null): string {
  const { day, time } = pickupCalendar(from, now)
  const hasLeft = leavesAt !== null && time >= leavesAt
  return pickupDayFrom(hasLeft ? addDays(day, 1) : day, from.country)
}

/** The day that was asked for, or the next one where that is past or no one named one. A weekend or a holiday becomes the day behind it. */
export function pickupDayOr(
  asked: string | null | undefined,
  from: PickupPlace,
  now: Date,
  leavesAt: string | null = null,
): string {
  const next = nextPickupDay(from, now, leavesAt)
  return asked && asked > next ? pickupDayFrom(asked, from.country) : next
}

/** The day that was chosen, whatever it is, while it has not passed there; then the next one on which someone picks up. */
export function pickupDayUnlessPassed(chosen: string, from: PickupPlace, now: Date): string {
  return chosen < pickupCalendar(from, now).day ? nextPickupDay(from, now) : chosen
}

/** Day and time on the wall where freight is picked up; on this machine's where the place's zone is not known. */
export function pickupCalendar({ country, city, state, postalCode }: PickupPlace, now: Date): WallClock {
  const zone = zoneOfAddress({ country, city: city ?? null, state: state ?? null, postalCode })
  return zone === null ? { day: dayAt(now), time: timeAt(now) } : wallClock(zone, now)
}
