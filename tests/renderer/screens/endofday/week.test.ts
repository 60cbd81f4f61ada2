import { describe, expect, test } from 'vitest'
import { USUAL_PICKUPS } from '../../../../src-shared/station/booking/pickup-terms.ts'
import type { PickupWeek } from '../../../../src-shared/station/booking/pickups.ts'
import { cellBeside, pickupTable } from '../../../../src-renderer/screens/endofday/pickups/week.ts'

const MONDAY = '2026-11-23'
const WEDNESDAY = '2026-11-25'
const week: PickupWeek = {
  from: MONDAY,
  counts: [
    { day: MONDAY, carrier: 'Norte', count: 3, unbooked: 1, taken: 0 },
    { day: WEDNESDAY, carrier: 'Estrella', count: 2, unbooked: 0, taken: 2 },
    { day: WEDNESDAY, carrier: 'Norte', count: 5, unbooked: 0, taken: 1 },
  ],
  isComplete: true,
}

describe('the calendar of pickups', () => {
  const table = pickupTable(week, MONDAY, USUAL_PICKUPS)

  test('begins with its first day, marks today, weekends and holidays', () => {
    expect(table.days.map(({ day }) => day.slice(8))).toEqual(['23', '24', '25', '26', '27', '28', '29'])
    expect(table.days.flatMap(({ isToday }, nth) => (isToday ? [nth] : []))).toEqual([0])
    expect(table.days.flatMap(({ isWeekend }, nth) => (isWeekend ? [nth] : []))).toEqual([5, 6])
    // Thanksgiving is kept in the US alone.
    expect(table.days.map(({ holidays }) => holidays.join())).toEqual(['', '', '', 'US', '', '', ''])
  })

  test('has a row a carrier, and sums under them', () => {
    expect(table.rows.map(({ carrier, cells }) => [carrier, cells.map(({ count }) => count).join(' ')])).toEqual([
      ['Estrella', '0 0 2 0 0 0 0'],
      ['Norte', '3 0 5 0 0 0 0'],
    ])
    expect(table.totals[2]).toEqual({ day: WEDNESDAY, carrier: null, count: 7, unbooked: 0, taken: 3 })
  })

  test('arrows lead from number to number, over days without', () => {
    const from = (day: string, carrier: string | null, key: string) => {
      const cell = cellBeside(table, { day, carrier }, key)
      return cell && `${cell.day} ${cell.carrier}`
    }
    expect(from(MONDAY, 'Norte', 'ArrowRight')).toBe(`${WEDNESDAY} Norte`)
    expect(from(WEDNESDAY, 'Norte', 'ArrowUp')).toBe(`${WEDNESDAY} Estrella`)
    expect(from(WEDNESDAY, 'Norte', 'ArrowDown')).toBe(`${WEDNESDAY} null`)
    expect(from(MONDAY, 'Norte', 'ArrowUp')).toBeNull()
    expect(from(MONDAY, 'Norte', 'ArrowLeft')).toBeNull()
    expect(from(MONDAY, 'Norte', 'Enter')).toBeNull()
  })
})
