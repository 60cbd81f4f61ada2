import { describe, expect, test } from 'vitest'
import { cancelledShipmentSchema } from '../../src-shared/freight/shipment-change.ts'
import { shipmentDetailSchema } from '../../src-shared/freight/shipment.ts'
import { trackingRecordSchema } from '../../src-shared/freight/tracking.ts'
import { booked } from './quoting.ts'
import { dataOf, DAY_MS, errorOf, useService } from './service.ts'

const service = useService()
const change = (id: string, body: unknown) => service.post(`/update-shipment/${id}`, body)
const detailOf = async (id: string) => dataOf(await service.get(`/tracking/lookup/${id}`), shipmentDetailSchema)
const trackOf = async (id: string) => dataOf(await service.get(`/shipments/${id}/track`), trackingRecordSchema)

describe('cancelling a shipment', () => {
  test('leaves it as it was then: nothing more happens to it', async () => {
    const { shipmentId } = await booked(service)
    await change(shipmentId, { reason: 'Order withdrawn', refundRequested: true })
    const { events } = await trackOf(shipmentId)
    await service.jump(60 * DAY_MS)
    expect((await detailOf(shipmentId)).status).toBe('CANCELLED')
    const later = await trackOf(shipmentId)
    expect(later.events).toEqual(events)
    expect(later.statusDescription).toBe('Cancelled before pickup')
    const listed = await service.get('/shipments?status=CANCELLED')
    expect(listed.body).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ shipmentId })]) })
  })

  test('again answers what became of the first time', async () => {
    const { shipmentId } = await booked(service)
    const first = dataOf(await change(shipmentId, { reason: 'A', refundRequested: true }), cancelledShipmentSchema)
    const again = dataOf(await change(shipmentId, { reason: 'B', refundRequested: false }), cancelledShipmentSchema)
    expect(again).toEqual(first)
    await service.jump(DAY_MS)
    const paid = dataOf(await change(shipmentId, { reason: 'A', refundRequested: true }), cancelledShipmentSchema)
    expect(paid).toEqual({ ...first, refundStatus: 'COMPLETED' })
    const update = errorOf(await change(shipmentId, { reference: 'X' }))
    expect(update).toMatchObject({ code: 'SHIPMENT_IMMUTABLE', details: { status: 'CANCELLED', pickedUpAt: null } })
  })
})
