import { localToday } from '../../../locale/format.ts'
import type { ShipmentStats } from '../../../../src-shared/station/tracking/shipment.ts'
import { addDays, daysBetween, mondayOf } from '../../../../src-shared/station/day.ts'

const DAY_MS = 86_400_000
export const RANGES = ['7', '30', '90', '365', 'own'] as const
export type Range = (typeof RANGES)[number]

/** Days of the calendar, YYYY-MM-DD; both count. */
export interface Days {
  from: string
  until: string
}

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/**
 * The newest day that figures may have: they count days in UTC, whose day is already tomorrow in an American evening, and still
 * yesterday in an Asian morning.
 */
export function newestDay(now = new Date()): string {
  const [local, utc] = [localToday(now), now.toISOString().slice(0, 10)]
  return utc > local ? utc : local
}

/** The last `count` days, including today. */
export function lastDays(count: number, today: string): Days {
  return { from: addDays(today, 1 - count), until: today }
}

/** Why days cannot be asked for; null: they can. */
export function faultOfDays({ from, until }: Days): 'from' | 'until' | null {
  if (Number.isNaN(msOf(from))) return 'from'
  if (Number.isNaN(msOf(until)) || msOf(until) < msOf(from)) return 'until'
  return null
}

/** The moments that the station is asked for: from the first day's midnight up to that after the last, as its figures count days. */
export function momentsOf({ from, until }: Days): { from: string; until: string } {
  return { from: new Date(msOf(from)).toISOString(), until: new Date(msOf(until) + DAY_MS).toISOString() }
}

export interface Summary {
  delivered: number
  /** Of those with a promised day; null: none had one. */
  onTimeShare: number | null
  averageTransitDays: number | null
  exceptions: number
}

export function summaryOf({ carriers, exceptions }: ShipmentStats): Summary {
  const sum = (of: (carrier: ShipmentStats['carriers'][number]) => number) =>
    carriers.reduce((total, carrier) => total + of(carrier), 0)
  const promised = sum((carrier) => carrier.promised)
  const timed = sum((carrier) => (carrier.averageTransitDays === null ? 0 : carrier.delivered))
  return {
    delivered: sum((carrier) => carrier.delivered),
    onTimeShare: promised === 0 ? null : sum((carrier) => carrier.onTime) / promised,
    averageTransitDays:
      timed === 0 ? null : sum((carrier) => (carrier.averageTransitDays ?? 0) * carrier.delivered) / timed,
    exceptions: exceptions.reduce((total, { count }) => total + count, 0),
  }
}

/** How wide a bar of a time chart is. */
export type Step = 'day' | 'week' | 'month'

export function stepOf(days: Days): Step {
  const count = daysBetween(days.from, days.until) + 1
  return count <= 31 ? 'day' : count <= 190 ? 'week' : 'month'
}

/** The first day of the step that a day is in: the day, its Monday, the first of its month. */
function stepStart(day: string, step: Step): string {
  if (step === 'day') return day
  if (step === 'month') return `${day.slice(0, 8)}01`
  return mondayOf(day)
}

/** Every step of the days, in order, those without anything among them. */
export function stepsOf({ from, until }: Days, step: Step): string[] {
  const steps = new Set<string>()
  const count = daysBetween(from, until) + 1
  for (let index = 0; index < count; index++) steps.add(stepStart(addDays(from, index), step))
  return [...steps]
}

/** Of one exception code: how many in each step, in the order of `stepsOf`, and in all. */
export interface CodeSeries {
  code: string
  total: number
  counts: number[]
}

/** Exceptions by code over time, the most frequent code first. */
export function exceptionSeries(exceptions: ShipmentStats['exceptions'], days: Days, step: Step): CodeSeries[] {
  const steps = stepsOf(days, step)
  const series = new Map<string, CodeSeries>()
  for (const { day, code, count } of exceptions) {
    const at = steps.indexOf(stepStart(day, step))
    if (at < 0) continue
    const one = series.get(code) ?? { code, total: 0, counts: steps.map(() => 0) }
    one.counts[at] = (one.counts[at] ?? 0) + count
    one.total += count
    series.set(code, one)
  }
  return [...series.values()].sort((a, b) => b.total - a.total || a.code.localeCompare(b.code))
}
