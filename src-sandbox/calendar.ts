import { Lru } from '../src-shared/lru.ts'

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
  const date = new Date(`${day}T00:00:00Z`)
  const weekday = date.getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isFederalHoliday(date)
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

/** Fixed holidays as month-day, kept on the Friday before or the Monday after when they fall on a weekend. */
const FIXED = ['01-01', '06-19', '07-04', '11-11', '12-25']
/** Holidays by [month, weekday, which one of the month]; -1 is the last. */
const FLOATING = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, -1],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
] as const

function isFederalHoliday(date: Date): boolean {
  const weekday = date.getUTCDay()
  const observed = [0, ...(weekday === 1 ? [-1] : []), ...(weekday === 5 ? [1] : [])]
  if (observed.some((shift) => FIXED.includes(new Date(date.getTime() + shift * DAY_MS).toISOString().slice(5, 10)))) {
    return true
  }
  const dayOfMonth = date.getUTCDate()
  const isLast = new Date(date.getTime() + 7 * DAY_MS).getUTCMonth() !== date.getUTCMonth()
  return FLOATING.some(
    ([month, onWeekday, nth]) =>
      date.getUTCMonth() + 1 === month &&
      weekday === onWeekday &&
      (nth === -1 ? isLast : Math.ceil(dayOfMonth / 7) === nth),
  )
}
