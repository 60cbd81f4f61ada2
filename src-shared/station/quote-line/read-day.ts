import { addDays, weekdayOf } from '../day.ts'
import { longest, NOT_UNDERSTOOD, type Part, type Reading } from './cursor.ts'
import { leadEnds, leadsAt, saidBefore, saidBehind, saidBetween } from './deadline.ts'
import { SERVICES } from './words.ts'

const table = <T>(...rows: (readonly [T, string])[]): ReadonlyMap<string, T> =>
  new Map(rows.flatMap(([value, words]) => words.split(',').map((word) => [word, value] as const)))

const DAYS_AHEAD = table(
  [0, 'today,tdy,hoy,now,asap,hoy mismo'],
  [1, 'tomorrow,tmrw,tmw,tmr,manana,tomorrow am,tomorrow pm'],
  [2, 'day after tomorrow,the day after tomorrow,pasado manana'],
)
const WEEKDAYS = table(
  [0, 'sunday,sun,domingo,dom'],
  [1, 'monday,mon,lunes,lun'],
  [2, 'tuesday,tue,tues,martes'],
  [3, 'wednesday,wed,weds,miercoles,mie'],
  [4, 'thursday,thu,thur,thurs,jueves,jue'],
  [5, 'friday,fri,viernes,vie'],
  [6, 'saturday,sat,sabado,sab'],
)
const MONTHS = table(
  [1, 'january,jan,enero,ene'],
  [2, 'february,feb,febrero'],
  [3, 'march,mar,marzo'],
  [4, 'april,apr,abril,abr'],
  [5, 'may,mayo'],
  [6, 'june,jun,junio'],
  [7, 'july,jul,julio'],
  [8, 'august,aug,agosto,ago'],
  [9, 'september,sep,sept,septiembre'],
  [10, 'october,oct,octubre'],
  [11, 'november,nov,noviembre'],
  [12, 'december,dec,diciembre,dic'],
)
const LEADS = table([
  true,
  'on,el,for,para el,para,this,este,the,by,ready,ship,pickup,pick up,next,el proximo,proximo,el siguiente,el otro',
])
const BEHIND = table([0, 'que viene,proximo,next'])
const MANY = table([1, 'days,day,dias,dia'], [7, 'weeks,week,semanas,semana'])

/** So far ahead freight is booked: of two readings of a day, one that is further away is not meant. */
const NEAR_DAYS = 30

/**
 * The day at this position, with the words before it that lead to it; null: none. A day that is said as one of the
 * delivery ("must deliver by friday") is none to ship on, and is not understood.
 * @param before the parts before it
 */
export function readDay(reading: Reading, start: number, before: readonly Part[] = []): Part | null {
  const at = dayAt(reading, start)
  const found = at === null ? null : dayFrom(reading, start, at, NEXT.has(reading.tokens[at - 1]?.text ?? ''))
  if (at === null || found === null) return null
  const said = saidBetween(reading, start, at + 1)
  if (said === 'pickup') return found
  if (said === 'delivery') return due(found)
  const word = saidBehind(reading, found.end)
  const behind = word !== null && isOfOther(reading, found.end) ? null : word
  if (behind === 'delivery') return due({ ...found, end: found.end + 1 })
  const of = behind ?? saidBefore(reading, before) ?? (said === 'until' ? 'delivery' : 'pickup')
  return of === 'delivery' ? due(found) : found
}

const NEXT: ReadonlySet<string> = new Set(['next', 'proximo', 'siguiente', 'otro'])

const due = ({ start, end }: Part): Part => ({
  start,
  end,
  meaning: { kind: 'due' },
  doubt: NOT_UNDERSTOOD,
})

/** Where the day is that the words from here on lead to; null: they do not. */
function dayAt(reading: Reading, start: number): number | null {
  const isDay = (at: number) => dayFrom(reading, start, at, false) !== null
  if (isDay(start)) return start
  const lead = longest(reading, start, LEADS)
  if (lead && isDay(lead.end)) return lead.end
  if (!leadsAt(reading, start)) return null
  const at = leadEnds(reading, start).find(isDay)
  return at !== undefined && saidBetween(reading, start, at + 1) !== null ? at : null
}

/** The word behind a day begins a service or another day: "friday delivery appointment", "friday delivery monday". */
function isOfOther(reading: Reading, at: number): boolean {
  return (
    longest(reading, at, SERVICES) !== null ||
    longest(reading, at + 1, SERVICES) !== null ||
    dayAt(reading, at) !== null ||
    dayAt(reading, at + 1) !== null
  )
}

function dayFrom(reading: Reading, start: number, at: number, isNext: boolean): Part | null {
  const { today } = reading.context
  const ahead = longest(reading, at, DAYS_AHEAD)
  if (ahead) return part(start, ahead.end, addDays(today, ahead.value))
  const weekday = longest(reading, at, WEEKDAYS)
  if (weekday) return weekdayPart(reading, start, weekday, isNext)
  return countedDay(reading, start, at) ?? writtenDay(reading, start, at) ?? monthDay(reading, start, at)
}

const part = (start: number, end: number, day: string): Part => ({ start, end, meaning: { kind: 'day', day } })

function weekdayPart(
  reading: Reading,
  start: number,
  { value, end }: { value: number; end: number },
  isNext: boolean,
): Part {
  const { today } = reading.context
  const soon = addDays(today, (value - weekdayOf(today) + 7) % 7 || 7)
  const behind = longest(reading, end, BEHIND)
  const found = part(start, behind?.end ?? end, soon)
  // "Next Friday" on a Monday is this week's or the one after: people do not agree.
  const isTwo = isNext && value > weekdayOf(today) && value !== 0
  return isTwo ? { ...found, doubt: { why: 'day-or-month', readings: [soon, addDays(soon, 7)] } } : found
}

/** "in 3 days", "en 2 semanas". */
function countedDay(reading: Reading, start: number, at: number): Part | null {
  const [word, count] = [reading.tokens[at], reading.tokens[at + 1]]
  if (!word || !['in', 'en', 'dentro', 'within'].includes(word.text) || count?.kind !== 'number') return null
  const unit = longest(reading, at + 2, MANY)
  return unit && part(start, unit.end, addDays(reading.context.today, Number(count.text) * unit.value))
}

/** 2026-11-27, 11/27, 27/11/2026. */
function writtenDay(reading: Reading, start: number, at: number): Part | null {
  const text = reading.tokens[at]?.text ?? ''
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) {
    const day = dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
    return day === null ? null : part(start, at + 1, day)
  }
  const parts = /^(\d{1,2})[/-](\d{1,2})(?:[/-](\d{2}|\d{4}))?$/.exec(text)
  if (!parts) return null
  const [, first, second, yearText] = parts
  const year = yearText === undefined ? null : Number(yearText.padStart(4, '20'))
  const american = nextOf(reading, year, Number(first), Number(second))
  const other = nextOf(reading, year, Number(second), Number(first))
  const [taken, left] = reading.language === 'es' ? [other, american] : [american, other]
  const day = taken ?? left
  if (day === null) return null
  const found = part(start, at + 1, day)
  const near = addDays(reading.context.today, NEAR_DAYS)
  // 12/1 late in November is the first of December: nobody books freight for the middle of January then.
  const isTwo = taken !== null && left !== null && taken !== left && taken <= near && left <= near
  return isTwo ? { ...found, doubt: { why: 'day-or-month', readings: [taken, left] } } : found
}

/** nov 27, 27 nov, 27 de noviembre, november 27th. */
function monthDay(reading: Reading, start: number, at: number): Part | null {
  const { tokens } = reading
  const first = longest(reading, at, MONTHS)
  const date = first ? tokens[first.end] : tokens[at]
  if (date?.kind !== 'number' || !/^\d{1,2}$/.test(date.text)) return null
  if (first) {
    const behind = tokens[first.end + 1]
    const isOrdinal = behind !== undefined && behind.from === date.to && /^(st|nd|rd|th)$/.test(behind.text)
    const day = nextOf(reading, null, first.value, Number(date.text))
    return day === null ? null : part(start, first.end + (isOrdinal ? 2 : 1), day)
  }
  const ofAt = tokens[at + 1]?.text === 'de' ? at + 2 : at + 1
  const month = longest(reading, ofAt, MONTHS)
  const day = month ? nextOf(reading, null, month.value, Number(date.text)) : null
  return month && day !== null ? part(start, month.end, day) : null
}

/** That day of this year or, when it has passed, of the next. */
function nextOf({ context }: Reading, year: number | null, month: number, date: number): string | null {
  const thisYear = Number(context.today.slice(0, 4))
  const day = dayOf(year ?? thisYear, month, date)
  return day !== null && year === null && day < context.today ? dayOf(thisYear + 1, month, date) : day
}

function dayOf(year: number, month: number, date: number): string | null {
  const text = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-')
  const isDay = month >= 1 && month <= 12 && date >= 1 && addDays(`${text.slice(0, 8)}01`, date - 1) === text
  return isDay ? text : null
}
