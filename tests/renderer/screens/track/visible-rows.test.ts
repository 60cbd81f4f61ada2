import fc from '../../../support/fast-check.ts'
import { expect, test } from 'vitest'
import { rowAfterKey, scrollFor, visibleRows } from '../../../../src-renderer/screens/track/board/visible-rows.ts'

const view = { top: 3600, height: 360, rowHeight: 36 }

test('only the rows in sight are drawn, and a few around them', () => {
  expect(visibleRows(view, 100_000)).toEqual({ first: 92, last: 118 })
  expect(visibleRows({ ...view, top: 0 }, 3)).toEqual({ first: 0, last: 2 })
  expect(visibleRows(view, 0).last).toBe(-1)
})

test('a row that the list no longer has is never drawn', () => {
  fc.assert(
    fc.property(fc.nat(4_000_000), fc.nat(2_000), fc.nat(100_000), (top, height, count) => {
      const { first, last } = visibleRows({ top, height, rowHeight: 36 }, count)
      expect(first).toBeGreaterThanOrEqual(0)
      expect(last).toBeLessThan(Math.max(1, count))
    }),
  )
})

test('keys walk the list and stop at its ends', () => {
  expect(rowAfterKey('ArrowDown', 4, 10, 5)).toBe(5)
  expect(rowAfterKey('ArrowDown', 9, 10, 5)).toBe(9)
  expect(rowAfterKey('ArrowUp', 0, 10, 5)).toBe(0)
  expect(rowAfterKey('PageDown', 4, 10, 5)).toBe(8)
  expect(rowAfterKey('PageUp', 2, 10, 5)).toBe(0)
  expect(rowAfterKey('Home', 7, 10, 5)).toBe(0)
  expect(rowAfterKey('End', 7, 10, 5)).toBe(9)
  expect(rowAfterKey('a', 7, 10, 5)).toBe(null)
})

test('the list scrolls only as far as a row needs to be whole in sight', () => {
  expect(scrollFor(105, view)).toBe(3600)
  expect(scrollFor(99, view)).toBe(99 * 36)
  expect(scrollFor(110, view)).toBe(111 * 36 - 360)
})
