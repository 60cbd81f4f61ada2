import { expect, test } from 'vitest'
import { NewExceptions } from '../../../../src-renderer/screens/track/board/new-exceptions.svelte.ts'
import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'
import { anEvent, answeringStation, aShipment } from '../../builders.ts'

const exception = (shipmentId: string, timestamp = '2026-11-21T12:00:00Z') =>
  aShipment({
    shipmentId,
    status: 'EXCEPTION',
    lastEvent: anEvent({
      eventId: `${shipmentId} ${timestamp}`,
      shipmentId,
      timestamp,
      status: 'EXCEPTION',
      exceptionCode: '001',
    }),
  })

function over(rows: Shipment[]) {
  const held = { rows }
  const station = answeringStation({ 'shipments.search': () => ({ rows: held.rows }) })
  return { held, exceptions: new NewExceptions(station) }
}

test('exceptions found at first are known; those that begin later are told together until seen', async () => {
  const { held, exceptions } = over([exception('A')])
  await exceptions.look()
  expect(exceptions.ids.size).toBe(0)
  held.rows = [exception('C'), exception('B'), exception('A')]
  await exceptions.look()
  expect([...exceptions.ids].sort()).toEqual(['B', 'C'])
  held.rows = [exception('C'), exception('A')]
  await exceptions.look()
  expect([...exceptions.ids]).toEqual(['C'])
  exceptions.seen()
  expect(exceptions.ids.size).toBe(0)
})

test('what a fill brings is the past and not new', async () => {
  const { held, exceptions } = over([])
  await exceptions.look()
  held.rows = [exception('A'), exception('B')]
  await exceptions.look(true)
  expect(exceptions.ids.size).toBe(0)
})

test('of more exceptions than are looked at, one that only moves up is not new', async () => {
  const rows = Array.from({ length: 201 }, (_, index) => exception(`S${index}`))
  const { held, exceptions } = over(rows.slice(0, 200))
  await exceptions.look()
  held.rows = rows.slice(1)
  await exceptions.look()
  expect(exceptions.ids.size).toBe(0)
  held.rows = [exception('NEW', '2026-11-21T13:00:00Z'), ...rows.slice(1, 200)]
  await exceptions.look()
  expect([...exceptions.ids]).toEqual(['NEW'])
})
