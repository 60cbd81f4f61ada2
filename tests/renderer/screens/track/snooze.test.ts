import { expect, test } from 'vitest'
import { snoozeUntil } from '../../../../src-renderer/screens/track/drawer/snooze.ts'

test('a snooze ends in hours, or in the morning of a day', () => {
  const friday = new Date(2026, 10, 20, 15, 30)
  expect(snoozeUntil('hours', friday)).toEqual(new Date(2026, 10, 20, 19, 30))
  expect(snoozeUntil('tomorrow', friday)).toEqual(new Date(2026, 10, 21, 8))
  expect(snoozeUntil('monday', friday)).toEqual(new Date(2026, 10, 23, 8))
})

test('on a Monday the next one is meant, on a Sunday tomorrow', () => {
  expect(snoozeUntil('monday', new Date(2026, 10, 23, 7))).toEqual(new Date(2026, 10, 30, 8))
  expect(snoozeUntil('monday', new Date(2026, 10, 22, 7))).toEqual(new Date(2026, 10, 23, 8))
})
