import { expect } from 'vitest'
import { z } from 'zod'
import { crossingQuoted } from '../crossing.ts'
import { quoted } from '../quoting.ts'
import { palletRequest, useService, type Answer } from '../service.ts'
import { answerFields, dataIn, is, recordOf, requestFields, row, withValue } from './row.ts'

const service = useService()
const CARRIER = { provider: 'Northline Freight', service: 'LTL_STANDARD' }
const PARTY = { companyName: 'Brightwater', contactName: 'Sam', phone: '+1 214 555 0100', email: 'sam@example.com' }
let quoteId = ''
const send = async (body: unknown): Promise<Answer> => {
  quoteId ||= (await quoted(service)).quoteId
  const request = recordOf(body)
  return service.post('/book-shipment', request['quoteId'] === 'Q' ? { ...request, quoteId } : request)
}
const fromQuote = () => ({ quoteId: 'Q', selectedRate: CARRIER })
const { originAddress, destinationAddress, cargo } = palletRequest()
const direct = () => ({ originAddress, destinationAddress, cargo, service: CARRIER })
const bookedDetail = async (body: unknown) => {
  const { shipmentId } = z.object({ shipmentId: z.string() }).parse(dataIn(await send(body)))
  return recordOf(dataIn(await service.get(`/tracking/lookup/${shipmentId}`)))
}

const text = { good: 'PO 4711', bad: 7 }
const party = { good: PARTY, bad: { phone: 7 } }
requestFields(
  'Booking request from a quote',
  { send, body: fromQuote },
  {
    selectedRate: { good: CARRIER, bad: { provider: 'Northline Freight', service: 7 }, isRequired: true },
    shipperInfo: party,
    consigneeInfo: party,
    reference: text,
    instructions: text,
    pickupDate: { good: '2026-12-01', bad: '12/01/2026' },
  },
)
row('Booking request from a quote', 'quoteId', async () => {
  expect((await send(fromQuote())).status).toBe(201)
  expect((await send({ ...fromQuote(), quoteId: 7 })).status).toBe(400)
})
row('Booking request from a quote', 'labelFormat', async () => {
  for (const labelFormat of ['PDF', 'PNG', 'ZPL', 'EPL']) {
    expect(dataIn(await send({ ...fromQuote(), labelFormat }))).toMatchObject({ labels: [{ format: labelFormat }] })
  }
  expect((await send({ ...fromQuote(), labelFormat: 'GIF' })).status).toBe(400)
})
requestFields(
  'Direct booking request',
  { send, body: direct },
  {
    originAddress: { good: originAddress, bad: 'Chicago', isRequired: true },
    destinationAddress: { good: destinationAddress, bad: 'Dallas', isRequired: true },
    cargo: { good: cargo, bad: [], isRequired: true },
    service: { good: CARRIER, bad: { provider: 7 }, isRequired: true },
    shipperInfo: party,
    consigneeInfo: party,
    shipDate: { good: '2026-12-01', bad: '12/01/2026' },
    reference: text,
  },
)
for (const [field, value] of Object.entries(PARTY)) {
  row('Party info', field, async () => {
    const detail = await bookedDetail({ ...fromQuote(), shipperInfo: PARTY, consigneeInfo: PARTY })
    expect(recordOf(detail['shipperInfo'])[field]).toBe(value)
    expect(recordOf(detail['consigneeInfo'])[field]).toBe(value)
    expect((await send(withValue(fromQuote(), ['consigneeInfo', field], 7))).status).toBe(400)
  })
}

answerFields('Booking response', async () => dataIn(await send(fromQuote())), {
  shipmentId: is.string,
  trackingNumber: is.string,
  proNumber: is.string,
  status: z.literal('PENDING'),
  provider: z.literal(CARRIER.provider),
  service: z.literal(CARRIER.service),
  labels: z
    .array(
      z.object({ type: z.literal('SHIPPING_LABEL'), format: z.literal('PDF'), url: z.url(), expires: is.timestamp }),
    )
    .min(1),
  estimatedPickup: is.timestamp,
  estimatedDelivery: is.timestamp,
  totalCost: is.number.positive(),
  currency: z.literal('USD'),
  createdAt: is.timestamp,
})
row('Endpoints: Bookings', 'POST /book-shipment', async () => {
  expect([(await send(fromQuote())).status, (await send(direct())).status]).toEqual([201, 201])
})
row('Endpoints: Bookings', 'POST /book/{loadId}', async () => {
  const { loadId, cheapest } = await crossingQuoted(service)
  const answer = await service.post(`/book/${loadId}`, { quoteId: cheapest('standard').quoteId })
  expect(answer.status).toBe(201)
  expect(dataIn(answer)).toMatchObject({ shipmentId: loadId, loadId, status: 'PENDING' })
})
