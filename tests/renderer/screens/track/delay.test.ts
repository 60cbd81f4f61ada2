import { expect, test } from 'vitest'
import { daysLate } from '../../../../src-renderer/screens/track/board/delay.ts'
import { aShipment } from '../../builders.ts'

const due = aShipment({ status: 'IN_TRANSIT', estimatedDelivery: '2026-11-20T23:30:00-06:00' })

test('a delay counts days as the carrier wrote them, in no time zone', () => {
  expect(daysLate(due, '2026-11-22')).toBe(2)
  expect(daysLate({ ...due, status: 'DELIVERED', actualDelivery: '2026-11-23T10:00:00Z' }, '2026-12-01')).toBe(3)
})

test('there is none while it is due, nor of what came in time or ended otherwise', () => {
  expect(daysLate(due, '2026-11-20')).toBe(null)
  expect(daysLate(due, '2026-11-18')).toBe(null)
  expect(daysLate({ ...due, status: 'DELIVERED', actualDelivery: '2026-11-19T10:00:00Z' }, '2026-12-01')).toBe(null)
  expect(daysLate({ ...due, status: 'DELIVERED' }, '2026-12-01')).toBe(null)
  expect(daysLate({ ...due, status: 'RETURNED' }, '2026-12-01')).toBe(null)
  expect(daysLate(aShipment(), '2026-12-01')).toBe(null)
})
