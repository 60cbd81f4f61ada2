/** When a day begins at this station. */
export function dayBegins(day: string): Date {
  return new Date(`${day}T00:00:00`)
}

/** When the day after it begins at this station; a day of a clock change is not 24 hours long. */
export function nextDayBegins(day: string): Date {
  return dayBegins(daysBefore(day, -1))
}

/** The day so many days before, YYYY-MM-DD. Days without time never go through a time zone. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}
