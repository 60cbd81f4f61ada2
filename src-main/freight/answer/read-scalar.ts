import { visibleText } from '../../../src-shared/clean-text.ts'

/**
 * Single values of an answer, read as any service may write them. Each gives the value as our model has it, and undefined
 * for what cannot be read. None of them guesses: what may mean two things is not read.
 */

/** Absent: left out, null, or an empty text. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** A list of any values. */
export function isList(value: unknown): value is unknown[] {
  return Array.isArray(value)
}

/** Text, as it can be seen (`visibleText`); a number or a boolean as text. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? visibleText(value) : asWritten(value)
}

/** The same to the letter: an id is returned as it came. */
function asWritten(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  return typeof value === 'boolean' ? String(value) : undefined
}

const MOST_ID = 1000

/** An id that is only used in bodies and in encoded paths: any characters, but for those that no path can hold. */
export function readAnyId(value: unknown): string | undefined {
  const text = asWritten(value)
  if (text === undefined || text === '.' || text === '..' || text.length > MOST_ID) return undefined
  return text.isWellFormed() && !/\p{Cc}/u.test(text) ? text : undefined
}

/** Ids that go into paths and file names as well: nothing that ends a segment, steps out of it or hides in it. */
const PLAIN_ID = /^(?!\.{1,2}$)[^/\\?#%\s\p{Cc}]{1,200}$/u

/** An id of a shipment, document or subscription. */
export function readId(value: unknown): string | undefined {
  const text = asWritten(value)
  return text !== undefined && PLAIN_ID.test(text) ? text : undefined
}

/** `412.8`, `"412.80"`, `"$1,412.80"`. A comma that may be a decimal point is not read. */
const NUMBER = /^[-+]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/

/** A finite number, or its text. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return NUMBER.test(text) ? Number(text.replaceAll(',', '')) : undefined
}

/** In cents it must still be a safe integer. */
const GREATEST_AMOUNT = 1e12

/** A money amount in the major unit: never negative, never out of all reason. */
export function readAmount(value: unknown): number | undefined {
  const amount = readNumber(typeof value === 'string' ? value.trim().replace(/^\$\s*/, '') : value)
  return amount !== undefined && amount >= 0 && amount <= GREATEST_AMOUNT ? amount : undefined
}

/** A selling price. Zero is no price: it is used where a carrier gave none. */
export function readPrice(value: unknown): number | undefined {
  const amount = readAmount(value)
  return amount === 0 ? undefined : amount
}

/** A whole number of things, 0 or more; `3.0` is one. */
export function readCount(value: unknown): number | undefined {
  const count = readNumber(value)
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

const YES = new Set(['true', 'yes', 'y', '1'])
const NO = new Set(['false', 'no', 'n', '0'])

/** A yes or no. */
export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = readText(value)?.trim().toLowerCase() ?? ''
  if (YES.has(word)) return true
  return NO.has(word) ? false : undefined
}

/** Three letters, in upper case. */
export function readCurrency(value: unknown): string | undefined {
  const word = readText(value)?.trim() ?? ''
  return /^[a-z]{3}$/i.test(word) ? word.toUpperCase() : undefined
}

const COUNTRY_NAMES: ReadonlyMap<string, string> = new Map([
  ['USA', 'US'],
  ['UNITED STATES', 'US'],
  ['UNITED STATES OF AMERICA', 'US'],
  ['MEX', 'MX'],
  ['MEXICO', 'MX'],
  ['MÉXICO', 'MX'],
  ['CAN', 'CA'],
  ['CANADA', 'CA'],
])

/** A country by its two letters where its name is known; another word as it came. */
export function readCountry(value: unknown): string | undefined {
  const text = readText(value)?.trim()
  if (text === undefined) return undefined
  const word = text.toUpperCase()
  return COUNTRY_NAMES.get(word.replaceAll('.', '')) ?? (word.length === 2 ? word : text)
}

/** A word of the interface however it is written (`in transit`, `InTransit`, `Canceled`); a strange one as it came. */
export function readWord(known: readonly string[]): (value: unknown) => string | undefined {
  return (value) => {
    const text = readText(value)?.trim()
    if (text === undefined) return undefined
    const word = text
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .toUpperCase()
      .replaceAll(/[\s-]+/g, '_')
    const spelled = word === 'CANCELED' ? 'CANCELLED' : word
    return known.includes(spelled) ? spelled : text
  }
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i
/** The form of the interface's dock times: 11/27/2026 08:00. */
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s+(\d{2}:\d{2}(?::\d{2})?))?$/
/** Seconds since 1970 from 2001 on, and milliseconds. */
const EPOCH = /^\d{10}(\d{3})?$/
/** Milliseconds as an old library writes them. */
const WRAPPED_EPOCH = /^\/Date\((\d{13})(?:[+-]\d{4})?\)\/$/
/** Nothing was shipped before: a moment of the year 1 means none. */
const FIRST_DAY = '1970-01-01'

interface Moment {
  /** YYYY-MM-DD, as written. */
  day: string
  /** HH:mm[:ss[.fff]]; null: a day alone. */
  time: string | null
  /** Z or ±HH:mm; null: not named. */
  zone: string | null
}

function readMoment(value: unknown): Moment | undefined {
  const reported = readText(value)?.trim() ?? ''
  const text = WRAPPED_EPOCH.exec(reported)?.[1] ?? reported
  const [, year, month, date, time, zone] = ISO.exec(text) ?? []
  if (year !== undefined) return realMoment({ day: `${year}-${month}-${date}`, time: time ?? null, zone: zone ?? null })
  const [, aMonth = '', aDate = '', aYear, aTime] = AMERICAN.exec(text) ?? []
  if (aYear !== undefined) {
    const day = `${aYear}-${aMonth.padStart(2, '0')}-${aDate.padStart(2, '0')}`
    return realMoment({ day, time: aTime ?? null, zone: null })
  }
  if (!EPOCH.test(text)) return undefined
  const iso = new Date(Number(text) * (text.length === 10 ? 1000 : 1)).toISOString()
  return { day: iso.slice(0, 10), time: iso.slice(11, 23), zone: 'Z' }
}

/** A day of the calendar and a time of the clock; Date.parse takes 30 February for 2 March. */
function realMoment(moment: Moment): Moment | undefined {
  const at = new Date(`${moment.day}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || moment.day < FIRST_DAY || at.toISOString().slice(0, 10) !== moment.day)
    return undefined
  return moment.time === null || !Number.isNaN(Date.parse(isoOf(moment))) ? moment : undefined
}

function isoOf({ day, time, zone }: Moment): string {
  const offset = (zone ?? 'Z').toUpperCase().replace(/^([+-]\d{2}):?(\d{2})?$/, (_, hours, minutes) => {
    return `${String(hours)}:${String(minutes ?? '00')}`
  })
  return `${day}T${(time ?? '00:00:00').replace(',', '.')}${offset}`
}

/**
 * A timestamp as ISO 8601 with an offset. One without an offset is taken as UTC, a day alone as its first moment.
 */
export function readTimestamp(value: unknown): string | undefined {
  const moment = readMoment(value)
  return moment && isoOf(moment)
}

/** When something is due: as a timestamp, but a day alone lasts until its end. */
export function readDueTime(value: unknown): string | undefined {
  const moment = readMoment(value)
  return moment && isoOf({ ...moment, time: moment.time ?? '23:59:59' })
}

/** The day of a day or timestamp, YYYY-MM-DD, as the service wrote it: a time zone applied here would shift it. */
export function readDay(value: unknown): string | undefined {
  return readMoment(value)?.day
}
