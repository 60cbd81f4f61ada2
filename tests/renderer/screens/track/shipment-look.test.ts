import { expect, test } from 'vitest'
import { shipmentLook } from '../../../../src-renderer/screens/track/board/shipment-look.ts'
import { aShipment, anEvent } from '../../builders.ts'

const TODAY = '2026-11-25'
const failing = (exceptionCode: string, exceptionReason: string) =>
  aShipment({ status: 'EXCEPTION', lastEvent: anEvent({ status: 'EXCEPTION', exceptionCode, exceptionReason }) })

test('an exception is told by its reason: customs waits, every other is bad', () => {
  expect(shipmentLook(failing('003', 'BUSINESS_CLOSED'), TODAY)).toMatchObject({
    tone: 'bad',
    reason: 'BUSINESS_CLOSED',
  })
  expect(shipmentLook(failing('006', 'CUSTOMS_HOLD'), TODAY)).toMatchObject({ tone: 'wait', reason: 'CUSTOMS_HOLD' })
  expect(shipmentLook(aShipment({ status: 'EXCEPTION' }), TODAY)).toMatchObject({ tone: 'bad', reason: null })
})

test('a reason that is over is not told', () => {
  expect(shipmentLook({ ...failing('003', 'BUSINESS_CLOSED'), status: 'IN_TRANSIT' }, TODAY).reason).toBe(null)
})

test('awaiting pickup is no trouble until its day is over', () => {
  const on = (day: string | null) => shipmentLook(aShipment({ status: 'PENDING', estimatedPickup: day }), TODAY).tone
  expect([on(null), on('2026-11-27'), on('2026-11-25T16:00:00-06:00'), on('2026-11-24')]).toEqual([
    'idle',
    'idle',
    'idle',
    'wait',
  ])
  expect(shipmentLook(aShipment({ status: 'PICKED_UP', estimatedPickup: '2026-11-24' }), TODAY).tone).toBe('move')
})
