import { expect, test } from 'vitest'
import { nextRow } from '../../../src-renderer/ui/basic/grid-keys.ts'

test('the arrow keys walk a grid and stop at its ends', () => {
  expect(['ArrowDown', 'ArrowUp', 'Home', 'End'].map((key) => nextRow(key, 3, 9))).toEqual([4, 2, 0, 9])
  expect([nextRow('ArrowDown', 9, 9), nextRow('ArrowUp', 0, 9)]).toEqual([9, 0])
})

test('other keys are left to the screen', () => {
  expect(nextRow('Enter', 3, 9)).toBeNull()
})
