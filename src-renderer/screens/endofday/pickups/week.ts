import { COUNTRIES, type Country } from '../../../../src-shared/freight/address.ts'
import { dayOff } from '../../../../src-shared/station/booking/pickup-day.ts'
import { isWeekend } from '../../../../src-shared/station/holidays.ts'
import type { PickupTerms } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { PICKUP_DAYS, type PickupCount, type PickupWeek } from '../../../../src-shared/station/booking/pickups.ts'
import { addDays } from '../../../../src-shared/station/day.ts'

/** A number of the calendar; without a carrier, of all. */
export type PickupCell = Omit<PickupCount, 'carrier'> & { carrier: string | null }

interface PickupDay {
  day: string
  isToday: boolean
  isWeekend: boolean
  /** Where it is a public holiday. */
  holidays: Country[]
  /** Countries that Settings exclude from pickup. */
  closed: Country[]
  /** In at least one country there is no pickup. */
  isClosed: boolean
}

/** The calendar as it is drawn: a column a day, a row a carrier, and the sums under them. */
export interface PickupTable {
  days: PickupDay[]
  rows: { carrier: string; cells: PickupCell[] }[]
  totals: PickupCell[]
}

/** @param pickups rules for any carrier */
export function pickupTable({ from, counts }: PickupWeek, today: string, pickups: PickupTerms): PickupTable {
  const days = Array.from({ length: PICKUP_DAYS }, (_, nth) => addDays(from, nth))
  const carriers = [...new Set(counts.map(({ carrier }) => carrier))].sort((a, b) => a.localeCompare(b))
  const sumOf = (day: string, carrier: string | null): PickupCell => {
    const meant = counts.filter((count) => count.day === day && (carrier === null || count.carrier === carrier))
    const sum = (what: 'count' | 'unbooked' | 'taken') => meant.reduce((all, count) => all + count[what], 0)
    return { day, carrier, count: sum('count'), unbooked: sum('unbooked'), taken: sum('taken') }
  }
  return {
    days: days.map((day) => {
      const offBy = (why: string) => COUNTRIES.filter((country) => dayOff(day, country, pickups) === why)
      const [holidays, closed, off] = [offBy('holiday'), offBy('closed'), isWeekend(day)]
      const isClosed = off || holidays.length + closed.length > 0
      return { day, isToday: day === today, isWeekend: off, holidays, closed, isClosed }
    }),
    rows: carriers.map((carrier) => ({ carrier, cells: days.map((day) => sumOf(day, carrier)) })),
    totals: days.map((day) => sumOf(day, null)),
  }
}

const STEPS: Record<string, readonly [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The number that an arrow leads to from one, over cells that hold none; null: there is none that way, or it is another key. */
export function cellBeside(
  { rows, totals }: PickupTable,
  at: { day: string; carrier: string | null },
  key: string,
): PickupCell | null {
  const step = STEPS[key]
  if (!step) return null
  const lines = [...rows.map(({ cells }) => cells), totals]
  let row = lines.findIndex((cells) => cells[0]?.carrier === at.carrier)
  let column = totals.findIndex(({ day }) => day === at.day)
  for (;;) {
    row += step[0]
    column += step[1]
    const cell = lines[row]?.[column]
    if (!cell || cell.count > 0) return cell ?? null
  }
}
