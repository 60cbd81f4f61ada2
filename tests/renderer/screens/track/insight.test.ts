import { expect, test } from 'vitest'
import {
  exceptionSeries,
  faultOfDays,
  lastDays,
  momentsOf,
  stepOf,
  stepsOf,
  stepStart,
  summaryOf,
} from '../../../../src-renderer/screens/track/insight/insight.ts'

test('the last days end with today, and the station is asked for whole days', () => {
  const days = lastDays(7, '2026-03-03')
  expect(days).toEqual({ from: '2026-02-25', until: '2026-03-03' })
  expect(momentsOf(days)).toEqual({ from: '2026-02-25T00:00:00.000Z', until: '2026-03-04T00:00:00.000Z' })
})

test('days that cannot be are told beside their field', () => {
  expect(faultOfDays({ from: '', until: '2026-01-01' })).toBe('from')
  expect(faultOfDays({ from: '2026-01-02', until: '2026-01-01' })).toBe('until')
  expect(faultOfDays({ from: '2026-01-01', until: '2026-01-01' })).toBe(null)
})

test('a longer time is told in wider steps, none left out', () => {
  expect(stepOf(lastDays(30, '2026-03-03'))).toBe('day')
  expect(stepOf(lastDays(90, '2026-03-03'))).toBe('week')
  expect(stepOf(lastDays(365, '2026-03-03'))).toBe('month')
  expect(stepStart('2026-11-22', 'week')).toBe('2026-11-16')
  expect(stepsOf({ from: '2026-11-30', until: '2027-02-01' }, 'month')).toEqual([
    '2026-11-01',
    '2026-12-01',
    '2027-01-01',
    '2027-02-01',
  ])
})

test('exceptions are counted by code and step, the most frequent code first', () => {
  const days = { from: '2026-11-16', until: '2026-11-29' }
  const told = [
    { day: '2026-11-17', code: '004', count: 1 },
    { day: '2026-11-18', code: '006', count: 2 },
    { day: '2026-11-24', code: '006', count: 3 },
    { day: '2026-12-24', code: '001', count: 9 },
  ]
  expect(exceptionSeries(told, days, 'week')).toEqual([
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
