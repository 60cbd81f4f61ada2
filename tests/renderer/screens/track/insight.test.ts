import { expect, test } from 'vitest'
import {
  exceptionSeries,
  faultOfDays,
  newestDay,
  summaryOf,
} from '../../../../src-renderer/screens/track/insight/insight.ts'

test('days that cannot be are told beside their field', () => {
  expect(faultOfDays({ from: '', until: '2026-01-01' })).toBe('from')
  expect(faultOfDays({ from: '2026-01-02', until: '2026-01-01' })).toBe('until')
  expect(faultOfDays({ from: '2026-01-01', until: '2026-01-01' })).toBe(null)
})

test('exceptions are counted by code and step, the most frequent code first', () => {
  const days = { from: '2026-11-16', until: '2026-11-29' }
  const reported = [
    { day: '2026-11-17', code: '004', count: 1 },
    { day: '2026-11-18', code: '006', count: 2 },
    { day: '2026-11-24', code: '006', count: 3 },
    { day: '2026-12-24', code: '001', count: 9 },
  ]
  expect(exceptionSeries(reported, days, 'week')).toEqual([
    { code: '006', total: 5, counts: [2, 3] },
    { code: '004', total: 1, counts: [1, 0] },
  ])
})

test('carriers together: shares by what was promised, days by what was delivered', () => {
  const carrier = { provider: 'A', delivered: 10, promised: 4, onTime: 3, onTimeShare: 0.75, averageTransitDays: 2 }
  const other = { provider: 'B', delivered: 30, promised: 4, onTime: 1, onTimeShare: 0.25, averageTransitDays: 4 }
  expect(summaryOf({ carriers: [carrier, other], exceptions: [{ day: '2026-11-17', code: '004', count: 2 }] })).toEqual(
    { delivered: 40, onTimeShare: 0.5, averageTransitDays: 3.5, exceptions: 2 },
  )
  expect(summaryOf({ carriers: [], exceptions: [] })).toMatchObject({ onTimeShare: null, averageTransitDays: null })
})

test('figures reach to the newest day that they count, in an American evening the next one', () => {
  expect(newestDay(new Date('2026-11-30T04:50:00Z'))).toBe('2026-11-30')
})
