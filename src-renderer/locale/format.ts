import { dayAt } from '../../src-shared/station/day.ts'
import { majorUnits, type Money } from '../../src-shared/station/money.ts'

const DAY = /^(\d{4})-(\d{2})-(\d{2})/

/** Making a format costs a hundred times more than using it, and a list uses the same ones in each row. */
function kept<F>(make: (locale: string, detail: string) => F): (locale: string, detail?: string) => F {
  const formats = new Map<string, F>()
  return (locale, detail = '') => {
    const key = `${locale} ${detail}`
    const format = formats.get(key) ?? make(locale, detail)
    formats.set(key, format)
    return format
  }
}

const moneyFormat = kept((locale, currency) => new Intl.NumberFormat(locale, { style: 'currency', currency }))
const numberFormat = kept((locale, digits) => new Intl.NumberFormat(locale, { maximumFractionDigits: Number(digits) }))
const dayFormat = kept(
  (locale, year) =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      ...(year === 'year' ? { year: 'numeric' } : {}),
      timeZone: 'UTC',
    }),
)

/** Money with its currency, for example $412.80. */
export function formatMoney(value: Money, locale: string): string {
  return moneyFormat(locale, value.currency).format(majorUnits(value))
}

/** A number with at most `digits` decimals. */
export function formatNumber(value: number, locale: string, digits = 2): string {
  return numberFormat(locale, String(digits)).format(value)
}

/**
 * A day without a time zone ("2026-11-25", or the leading day of a timestamp a carrier wrote) as
 * "Wed, Nov 25", with its year when that is not today's. Formatted in UTC from its own three numbers, so that no time
 * zone can move it.
 */
export function formatDay(day: string, locale: string, today: string = localToday()): string {
  const match = DAY.exec(day)
  if (!match) return day
  const date = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])))
  return dayFormat(locale, match[1] === today.slice(0, 4) ? '' : 'year').format(date)
}

/** A sentence of the service or the station, its days and moments written as the screen writes them. */
export function withDates(
  sentence: string,
  { day, moment }: Record<'day' | 'moment', (iso: string) => string>,
): string {
  return sentence.replaceAll(/\b\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z)?\b/g, (found, time?: string) =>
    time === undefined ? day(found) : moment(found),
  )
}

/**
 * A moment in the time zone of this machine, with the zone's name: "Nov 21, 2:32 PM CST".
 * @param second '2-digit': "Nov 21, 2:32:07 PM CST"
 */
export function formatMoment(timestamp: string, locale: string, timeZone?: string, second?: '2-digit'): string {
  const date = new Date(timestamp)
  if (Number.isNaN(date.getTime())) return timestamp
  return new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second,
    timeZoneName: 'short',
    timeZone,
  }).format(date)
}

/** The time of day alone: "2:32 PM". */
export function formatTime(timestamp: string, locale: string, timeZone?: string): string {
  const date = new Date(timestamp)
  if (Number.isNaN(date.getTime())) return timestamp
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone }).format(date)
}

/** How long ago, in the largest whole unit: "8 seconds ago", "in 4 minutes". */
export function formatAgo(timestamp: string, now: number, locale: string): string {
  const seconds = Math.round((Date.parse(timestamp) - now) / 1000)
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' })
  const size = Math.abs(seconds)
  const said = () => {
    if (size < 60) return format.format(seconds, 'second')
    if (size < 3_600) return format.format(Math.trunc(seconds / 60), 'minute')
    if (size < 86_400) return format.format(Math.trunc(seconds / 3_600), 'hour')
    return format.format(Math.trunc(seconds / 86_400), 'day')
  }
  // Spanish has "dentro de 29 min" beside "en 3 h": one word for both.
  return said().replace(/^dentro de /, 'en ')
}

/** Time left as mm:ss, never below 00:00. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

/** This moment, on this machine's clock. */
export const now = (): Date => new Date()

/** Today's day on this machine's calendar, YYYY-MM-DD. */
export function localToday(now: Date = new Date()): string {
  return dayAt(now)
}

/** A carrier's service code for people: "LTL_STANDARD" -> "LTL Standard". Mixed-case text is left as received. */
export function humaniseCode(code: string): string {
  if (!/^[A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(code)) return code
  return code
    .split('_')
    .map((word) => (word.length <= 3 ? word : word.slice(0, 1) + word.slice(1).toLowerCase()))
    .join(' ')
}
