import { expect, test } from 'vitest'
import { quietOf, waysOf } from '../../../../src-renderer/screens/track/drawer/shipment-ways.ts'
import type { ShipmentDetail } from '../../../../src-shared/station/tracking/shipment.ts'
import { aBooking, anEvent, aShipment } from '../../builders.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z')
const detail = (status: string, patch: Partial<ShipmentDetail> = {}): ShipmentDetail => ({
  shipment: aShipment({ status }),
  events: [anEvent({ eventId: 'EVT-2' })],
  booking: aBooking(),
  jobs: [],
  hasLabel: true,
  needsLook: false,
  ...patch,
})

test('freight on the dock is printed first, what moves is mailed, and each has one first way', () => {
  expect(waysOf(detail('PENDING'), NOW)).toEqual(['print', 'mail', 'change', 'refresh'])
  expect(waysOf(detail('IN_TRANSIT'), NOW)).toEqual(['mail', 'print', 'change', 'refresh'])
  expect(waysOf(detail('DELIVERED'), NOW)).toEqual(['mail', 'print', 'return', 'refresh'])
  expect(waysOf(detail('CANCELLED', { booking: null }), NOW)).toEqual(['mail', 'refresh'])
})

test('it is acknowledged only where there is something to acknowledge, and once', () => {
  const asks = detail('EXCEPTION', { needsLook: true })
  expect(waysOf(asks, NOW)[0]).toBe('acknowledge')
  const seen = {
    shipmentId: 'SHP-1',
    kind: 'acknowledged',
    at: '2026-11-25T11:00:00Z',
    until: null,
    lastEventId: 'EVT-2',
  } as const
  expect(waysOf({ ...asks, attention: seen }, NOW)).not.toContain('acknowledge')
  expect(quietOf({ ...asks, attention: seen }, NOW)).toEqual({ kind: 'acknowledged', at: seen.at })
  // News since: it asks again.
  expect(waysOf({ ...asks, attention: { ...seen, lastEventId: 'EVT-1' } }, NOW)[0]).toBe('acknowledge')
})

test('a snooze ends at its time', () => {
  const until = '2026-11-25T13:00:00Z'
  const asks = detail('EXCEPTION', {
    needsLook: true,
    attention: { shipmentId: 'SHP-1', kind: 'snoozed', at: '2026-11-25T11:00:00Z', until, lastEventId: null },
  })
  expect(quietOf(asks, NOW)).toEqual({ kind: 'snoozed', until })
  expect(waysOf(asks, NOW)).not.toContain('acknowledge')
  expect(waysOf(asks, Date.parse(until))[0]).toBe('acknowledge')
})
