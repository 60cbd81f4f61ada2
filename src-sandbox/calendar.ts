import { Lru } from '../src-shared/lru.ts'
import { holidayOn, isWeekend } from '../src-shared/station/holidays.ts'

/**
 * Days without a time zone, as text YYYY-MM-DD. They are counted on the calendar alone; UTC is used inside because it has
 * no daylight saving, never to say what day it is somewhere.
 */
export type Day = string

const DAY_MS = 86_400_000

let lastDay = { number: Number.NaN, day: '' }

/** The UTC day of an instant. */
export function dayOf(ms: number): Day {
  const number = Math.floor(ms / DAY_MS)
  // Most often it is today, again.
  if (number !== lastDay.number) lastDay = { number, day: new Date(ms).toISOString().slice(0, 10) }
  return lastDay.day
}

/** The instant of an hour of the day in UTC. */
export function instantOn(day: Day, utcHour: number): number {
  return Date.parse(`${day}T00:00:00Z`) + Math.round(utcHour * 3_600_000)
}

export function addDays(day: Day, days: number): Day {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)
}

/** Monday to Friday and no US federal holiday: the days carriers pick up and deliver on. */
export function isBusinessDay(day: Day): boolean {
  return !isWeekend(day) && holidayOn(day, 'US') === null
}

/** The same day when it is a business day, otherwise the next one. */
export function businessDayFrom(day: Day): Day {
  return fromDays.remember(day, () => {
    let found = day
    while (!isBusinessDay(found)) found = addDays(found, 1)
    return found
  })
}

/** The business day that comes `count` business days after `day`; `day` does not count. */
export function addBusinessDays(day: Day, count: number): Day {
  return laterDays.remember(`${day} ${count}`, () => {
    let found = day
    for (let left = count; left > 0; left--) found = businessDayFrom(addDays(found, 1))
    return found
  })
}

/** Every rate of every quote asks for the same few days. */
const MOST_REMEMBERED = 1_000
const fromDays = new Lru<Day, Day>(MOST_REMEMBERED)
const laterDays = new Lru<string, Day>(MOST_REMEMBERED)
