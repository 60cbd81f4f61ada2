import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterPause, Debounce, PAUSES } from '../../../src-renderer/live/debounce.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a burst of typing asks once, when it is over', () => {
  let asked = 0
  const debounce = new Debounce('search', () => (asked += 1))
  for (let letter = 0; letter < 5; letter++) {
    debounce.soon()
    vi.advanceTimersByTime(PAUSES.search - 1)
  }
  expect(asked).toBe(0)
  vi.advanceTimersByTime(1)
  expect(asked).toBe(1)
})

test('what is left before its pause is over is not asked at all', () => {
  let asked = 0
  const end = afterPause('service', () => (asked += 1))
  end()
  vi.runAllTimers()
  expect(asked).toBe(0)
})

test('what waits is done at once when it is asked to be, once', () => {
  let asked = 0
  const debounce = new Debounce('draft', () => (asked += 1))
  debounce.flush()
  expect(asked).toBe(0)
  debounce.soon()
  debounce.flush()
  debounce.flush()
  vi.runAllTimers()
  expect(asked).toBe(1)
})
