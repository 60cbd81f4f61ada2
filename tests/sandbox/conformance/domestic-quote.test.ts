import { expect } from 'vitest'
import { z } from 'zod'
import { ACCESSORIALS } from '../../../src-shared/freight/accessorial.ts'
import { errorOf, palletRequest, useService } from '../service.ts'
import { answerFields, dataIn, is, listOf, recordOf, requestFields, row } from './row.ts'

const service = useService()
const body = () => palletRequest()
const send = (request: unknown) => service.post('/quote', request)
const quote = async () => recordOf(dataIn(await send(body())))
const rate = async () => listOf((await quote())['rates'])[0]
/** What POST /quote answers in shape B. */
const shapeB = async () => {
  await service.faultApi('POST', '/settings', { quoteShape: 'B' })
  const answer = await send(body())
  await service.faultApi('POST', '/settings', { quoteShape: 'A' })
  return recordOf(answer.body)
}

const text = { good: 'Somebody', bad: 7 }
requestFields(
  'Address object',
  { send, body, at: ['destinationAddress'] },
  {
    address1: { good: '1800 Irving Blvd', bad: '', isRequired: true },
    address2: { good: 'Suite 4', bad: 4 },
    city: { good: 'Dallas', bad: '', isRequired: true },
    state: { good: 'TX', bad: '', isRequired: true },
    postalCode: { good: '75212', bad: 75212, isRequired: true },
    country: { good: 'US', bad: 'USA', isRequired: true },
    companyName: text,
    contactName: text,
    phone: { good: '+1 214 555 0100', bad: 2145550100 },
    email: { good: 'dock@example.com', bad: 7 },
  },
)
const measure = { good: 40, bad: '40', isRequired: true }
requestFields(
  'Cargo object',
  { send, body, at: ['cargo', 0] },
  {
    weight: measure,
    length: measure,
    // On an open deck: how wide a piece may be is the carrier's to say.
    width: { ...measure, good: 126 },
    height: { ...measure, good: 126 },
    quantity: { good: 2, bad: 1.5, isRequired: true },
    description: { good: 'Pumps', bad: '', isRequired: true },
    value: { good: 1200.5, bad: '1200' },
    currency: { good: 'USD', bad: 1 },
    hazmat: { good: false, bad: 'no' },
    nmfcCode: { good: '133300-04', bad: 133300 },
    freightClass: { good: '92.5', bad: 92.5 },
    satCode: { good: '40151500', bad: 40151500 },
    satDescription: { good: 'Bombas', bad: 1 },
  },
)
requestFields(
  'Domestic quote request',
  { send, body },
  {
    originAddress: { good: palletRequest().originAddress, bad: 'Chicago', isRequired: true },
    destinationAddress: { good: palletRequest().destinationAddress, bad: 'Dallas', isRequired: true },
    cargo: { good: palletRequest().cargo, bad: [], isRequired: true },
    shipDate: { good: '2026-12-01', bad: '12/01/2026' },
    accessorials: { good: ['LIFTGATE_DELIVERY'], bad: ['LIFTGATE'] },
    insuranceAmount: { good: 5000, bad: '5000' },
    returnJson: { good: true, bad: 'true' },
  },
)
for (const accessorial of ACCESSORIALS) {
  row('Accessorial codes', accessorial, async () => {
    const data = recordOf(dataIn(await send({ ...body(), accessorials: [accessorial] })))
    const charged = listOf(data['rates']).map((one) =>
      z.object({ accessorials: z.record(z.string(), z.number()) }).parse(one['breakdown']),
    )
    for (const { accessorials } of charged) expect(accessorials[accessorial]).toBeGreaterThan(0)
  })
}

answerFields('Domestic quote response, shape A', async () => (await send(body())).body, {
  success: z.literal(true),
  data: is.object,
  meta: z.object({ requestId: is.string, timestamp: is.timestamp, version: is.string }),
})
answerFields('Domestic quote response, shape A', quote, {
  quoteId: is.string,
  rates: z.array(is.object).min(1),
  expiresAt: is.timestamp,
  warnings: z.array(is.string),
})
row('Domestic quote response, shape A', 'a warning suggests an address correction', async () => {
  const { originAddress } = palletRequest()
  const data = recordOf(dataIn(await send({ ...body(), originAddress: { ...originAddress, city: 'Cicero' } })))
  expect(z.array(z.string()).parse(data['warnings']).join(' ')).toMatch(/Cicero/i)
})
answerFields('Rate', rate, {
  provider: is.string,
  service: is.string,
  totalCost: is.number.positive(),
  currency: z.literal('USD'),
  transitDays: is.integer.positive(),
  deliveryDate: is.day,
  isGuaranteed: is.boolean,
  breakdown: z.object({
    baseCost: is.number,
    fuelSurcharge: is.number,
    accessorials: z.record(z.string(), is.number),
  }),
  metadata: z.object({ carrierCode: is.string, serviceCode: is.string, rateId: is.string }),
})

answerFields('Domestic quote response, shape B', shapeB, {
  success: z.literal(true),
  loadId: is.string,
  bolNumber: is.string,
  data: z.object({ quotes: z.array(is.object).min(1), loadId: is.string, bolNumber: is.string }),
  quotes: z.array(is.object).min(1),
})
const charge = z.object({ id: is.string, chargeType: is.string, description: is.string, chargeAmount: is.number })
answerFields('Quote element', async () => listOf((await shapeB())['quotes'])[0], {
  quoteId: is.string,
  carrierName: is.string,
  scac: z.string().regex(/^[A-Z]{2,4}$/),
  customerPrice: z.object({ miscCharges: is.array, netPrice: is.number, grossCharge: is.number }),
  rawPrice: z.array(charge).min(1),
  fromTransitTime: is.integer,
  toTransitTime: is.integer,
  service: is.string,
  serviceType: is.string,
  currency: z.literal('usd'),
  provider: is.string,
  preferred: is.boolean,
  purchasable: is.boolean,
})

row('Endpoints: Quotes', 'POST /quote', async () => {
  expect((await send(body())).status).toBe(200)
})
row('Endpoints: Quotes', 'INVALID_ADDRESS names the field and suggests', async () => {
  const { destinationAddress } = palletRequest()
  const answer = await send({ ...body(), destinationAddress: { ...destinationAddress, postalCode: '00001' } })
  expect(errorOf(answer)).toMatchObject({
    code: 'INVALID_ADDRESS',
    details: { field: 'destinationAddress.postalCode', suggestions: expect.any(Array) },
  })
})
row('Endpoints: Quotes', 'NO_RATES_AVAILABLE says why', async () => {
  const [line] = palletRequest().cargo
  const answer = await send({ ...body(), cargo: [{ ...line, weight: 45_000, quantity: 100 }] })
  expect(errorOf(answer)).toMatchObject({ code: 'NO_RATES_AVAILABLE', details: { reason: expect.any(String) } })
})
