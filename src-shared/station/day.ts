/**
 * Days without time, as text YYYY-MM-DD: the days of a station's calendar. Only `dayAt`, `timeAt`, `dayBegins` and
 * `timeOn` know of a time zone, which is that of the process: the station's own, and of the machine that its window
 * is on. All else is counted on the calendar; UTC is used inside because its days are all 24 hours long.
 */

const DAY_MS = 86_400_000

const two = (value: number): string => String(value).padStart(2, '0')

/** The day it is at this station at a moment. */
export function dayAt(moment: Date): string {
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** The time on this station's wall at a moment, HH:MM of 24 hours. */
export function timeAt(moment: Date): string {
  return `${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** When a day begins at this station; where the clock is put forward at midnight, that is at one. */
export function dayBegins(day: string): Date {
  return new Date(`${day}T00:00:00`)
}

/** The moment of a time, HH:MM, on a day at this station; one that the clock skips is the hour behind it. */
export function timeOn(day: string, time: string): Date {
  return new Date(`${day}T${time}:00`)
}

/**
 * The day this many days later; before it when negative. A day of a clock change is not 24 hours long, so hours never
 * count days.
 */
export function addDays(day: string, days: number): string {
  return new Date(noZone(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** How many days after `from` the day `until` is; NaN when either is no day. */
export function daysBetween(from: string, until: string): number {
  return (noZone(until) - noZone(from)) / DAY_MS
}

/** 0 for a Sunday to 6 for a Saturday. */
export function weekdayOf(day: string): number {
  return new Date(noZone(day)).getUTCDay()
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  return addDays(day, -((weekdayOf(day) + 6) % 7))
}

function noZone(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** A day as people write it, e.g. November 24, 2026; it never goes through a time zone. */
export function dayText(day: string, language: 'en' | 'es', dateStyle: 'medium' | 'long'): string {
  const tag = language === 'es' ? 'es-MX' : 'en-US'
  return new Intl.DateTimeFormat(tag, { dateStyle, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
