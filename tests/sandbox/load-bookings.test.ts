import { describe, expect, test } from 'vitest'
import { bookedLoadSchema } from '../../src-shared/freight/load-booking.ts'
import { quoteShapeBSchema } from '../../src-shared/freight/quote.ts'
import { shipmentDetailSchema } from '../../src-shared/freight/shipment.ts'
import { gs1CheckDigit } from '../../src-sandbox/numbers.ts'
import { crossingQuoted } from './crossing.ts'
import { dataOf, errorOf, palletRequest, useService } from './service.ts'

const service = useService()
const listQuoted = async () => {
  await service.faultApi('POST', '/settings', { quoteShape: 'B' })
  const answer = await service.post('/quote', palletRequest())
  await service.faultApi('POST', '/settings', { quoteShape: 'A' })
  return quoteShapeBSchema.parse(answer.body).data
}

describe('booking a load of a quotes list', () => {
  test('gives the shipment under the id of the load and the BOL number that was quoted', async () => {
    const { loadId, bolNumber, quotes } = await listQuoted()
    const [quote] = quotes
    const answer = await service.post(`/book/${loadId}`, { quoteId: quote?.quoteId, reference: 'LOAD-1' })
    expect(answer.status).toBe(201)
    expect(dataOf(answer, bookedLoadSchema)).toMatchObject({
      shipmentId: loadId,
      loadId,
      bolNumber,
      status: 'PENDING',
      provider: quote?.provider,
      service: quote?.service,
      totalCost: quote?.customerPrice.grossCharge,
    })
    expect(bolNumber).toMatch(/^0614141\d{10}$/)
    expect(bolNumber?.at(-1)).toBe(gs1CheckDigit(bolNumber?.slice(0, -1) ?? ''))
  })

  test('books once: the same request again makes no second shipment', async () => {
    const { loadId, quotes } = await listQuoted()
    const body = { quoteId: quotes[0]?.quoteId, reference: 'ONCE' }
    await service.post(`/book/${loadId}`, body)
    const again = await service.post(`/book/${loadId}`, body)
    expect(again.status).toBe(400)
    expect(errorOf(again).details).toMatchObject({ reason: 'LOAD_ALREADY_BOOKED', shipmentId: loadId })
    expect((await service.get('/shipments?reference=ONCE')).body).toMatchObject({ meta: { pagination: { total: 1 } } })
  })
})

describe('booking across the border', () => {
  test('gives the price, the carrier and the days that were quoted, and keeps the stops and the goods', async () => {
    const { loadId, bolNumber, cheapest } = await crossingQuoted(service)
    const quote = cheapest('standard')
    const answer = await service.post(`/book/${loadId}`, { quoteId: quote.quoteId, reference: 'MX-1' })
    expect(answer.status).toBe(201)
    const shipment = dataOf(answer, bookedLoadSchema)
    expect(shipment).toMatchObject({
      shipmentId: loadId,
      bolNumber,
      provider: quote.moves?.[0]?.carrierName,
      service: 'CROSSBORDER_STANDARD',
      totalCost: quote.total,
      currency: 'USD',
    })
    expect(shipment.estimatedDelivery?.slice(0, 10)).toBe(quote.moves?.at(-1)?.deliveryDate)
    expect(shipment.labels).toHaveLength(2)
    const detail = dataOf(await service.get(`/tracking/lookup/${loadId}`), shipmentDetailSchema)
    expect(detail).toMatchObject({
      originAddress: { city: 'Chicago', postalCode: '60608', companyName: 'Lakeshore Pump & Valve' },
      destinationAddress: { city: 'Monterrey', state: 'NLE', country: 'MX', contactName: 'Lucía Treviño' },
      cargo: [{ quantity: 2, weight: 500, freightClass: '85', satCode: '01010101' }],
      consigneeInfo: { companyName: 'Bombas del Norte', phone: '+52 81 5550 0100' },
    })
  })

  test('is not booked with the form for domestic quotes, which says where it is', async () => {
    const { loadId, quotes } = await crossingQuoted(service)
    const answer = await service.post('/book-shipment', {
      quoteId: quotes[0]?.quoteId,
      selectedRate: { provider: 'Northline Freight', service: 'CROSSBORDER_STANDARD' },
    })
    expect(errorOf(answer).details).toMatchObject({ field: 'quoteId', reason: 'CROSSBORDER_QUOTE', loadId })
  })
})
