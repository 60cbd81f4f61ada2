import { expect, test } from 'vitest'
import { delayOf } from '../../../../src-renderer/screens/track/board/delay.ts'
import { aShipment } from '../../builders.ts'

const due = aShipment({ status: 'IN_TRANSIT', estimatedDelivery: '2026-11-20T23:30:00-06:00' })

test('a delay counts days as the carrier wrote them, in no time zone', () => {
  expect(delayOf(due, '2026-11-20')).toEqual({ kind: 'days', days: 0, isFinal: false })
  expect(delayOf(due, '2026-11-22')).toEqual({ kind: 'days', days: 2, isFinal: false })
  expect(delayOf(due, '2026-11-18')).toEqual({ kind: 'days', days: 0, isFinal: false })
})

test('what came early came early, and what ended otherwise has no delay', () => {
  expect(delayOf({ ...due, status: 'DELIVERED', actualDelivery: '2026-11-19T10:00:00Z' }, '2026-12-01')).toEqual({
    kind: 'days',
    days: -1,
    isFinal: true,
  })
  expect(delayOf({ ...due, status: 'RETURNED' }, '2026-12-01')).toBe(null)
  expect(delayOf(aShipment(), '2026-12-01')).toBe(null)
})
