import { expect } from 'vitest'
import { z } from 'zod'
import { BORDER_CROSSINGS } from '../../../src-shared/freight/crossborder-quote.ts'
import { crossingRequest, STOPS, standardTotal } from '../crossing.ts'
import { errorOf, useService } from '../service.ts'
import { answerFields, is, listOf, recordOf, requestFields, row, withValue } from './row.ts'

const service = useService()
const body = () => crossingRequest()
const send = (request: unknown) => service.post('/quote-crossborder', request)
const answer = async () => recordOf((await send(body())).body)
const quotes = async () => listOf(recordOf((await answer())['quotes'])['quotes'])

const text = { good: 'Somebody', bad: 7 }
const flag = { good: true, bad: 'yes' }
requestFields(
  'Cross-border quote request',
  { send, body },
  {
    borderCrossingLocation: { good: 'LLB', bad: 'SAN', isRequired: true },
    shipperLocation: { good: STOPS.chicago, bad: 'Chicago', isRequired: true },
    consigneeLocation: { good: STOPS.monterrey, bad: 'Monterrey', isRequired: true },
    handlingUnits: { good: crossingRequest().handlingUnits, bad: [], isRequired: true },
    insuranceInfo: { good: { insuredValue: 5000 }, bad: { insuredValue: '5000' } },
    customs: { good: crossingRequest().customs, bad: { borderCrossingLocation: 1 }, isRequired: true },
    parcelOptions: { good: { appointment: 'no' }, bad: { appointment: false } },
    usePublicApi: flag,
  },
)
for (const side of ['origin', 'destination']) {
  requestFields(
    'Cross-border quote request',
    { send, body, at: ['customs'] },
    {
      [side]: {
        good: { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@example.com', phone: '+1 956 555 0100' },
        bad: { firstName: 7 },
      },
    },
  )
}
requestFields(
  'Stop location object',
  { send, body, at: ['shipperLocation'] },
  {
    accessorials: { good: ['LIFTGATE_PICKUP'], bad: 'LIFTGATE_PICKUP' },
    address1: { good: '2210 S Ashland Ave', bad: '', isRequired: true },
    address4: text,
    city: { good: 'Chicago', bad: '', isRequired: true },
    stateOrProvince: { good: 'IL', bad: '', isRequired: true },
    zipCode: { good: '60608', bad: 60608, isRequired: true },
    country: { good: 'US', bad: 'USA', isRequired: true },
    contactFirstName: text,
    contactLastName: text,
    phone: text,
    email: text,
    name: text,
    type: { good: 'business', bad: 7 },
    limitedAccess: flag,
    scheduledDate: { good: '2026-12-01T09:00', bad: '12/01/2026 09:00' },
    openTime: { good: '12/01/2026 08:00 -6', bad: '2026-12-01T08:00' },
    closeTime: { good: '12/01/2026 17:00:00 -6', bad: '17:00' },
    readyTime: { good: '12/01/2026 10:00 -6', bad: '10:00' },
    firstComeFirstServe: flag,
    references: { good: [], bad: 'none' },
  },
)
requestFields(
  'Handling unit',
  { send, body, at: ['handlingUnits', 0] },
  {
    quantity: { good: 2, bad: 1.5, isRequired: true },
    uuid: text,
    transform: flag,
    products: { good: crossingRequest().handlingUnits[0]?.products, bad: [], isRequired: true },
  },
)
const measure = { good: 40, bad: '40', isRequired: true }
requestFields(
  'Product',
  { send, body, at: ['handlingUnits', 0, 'products', 0] },
  {
    selectedPackage: { good: { id: 1, key: 'PLT', name: 'Pallet' }, bad: { id: '1' } },
    packageType: text,
    description: { good: 'Pumps', bad: '', isRequired: true },
    quantity: { good: 1, bad: 1.5, isRequired: true },
    weight: measure,
    length: measure,
    width: measure,
    height: measure,
    class: { good: 92.5, bad: '92.5' },
    condition: { good: 'used', bad: 7 },
    isHazmat: { good: false, bad: 'no' },
    stackable: flag,
    additionalHandling: flag,
    satCode: { good: '01010101', bad: 1_010_101, isRequired: true },
    density: { good: 12.5, bad: '12.5' },
    uid: text,
  },
)

row('Cross-border rules', 'customs.borderCrossingLocation equals borderCrossingLocation', async () => {
  const refused = await send(withValue(body(), ['customs', 'borderCrossingLocation'], 'PDN'))
  expect(errorOf(refused)).toMatchObject({
    code: 'INVALID_REQUEST',
    details: { field: 'customs.borderCrossingLocation' },
  })
})
row('Cross-border rules', 'a valid SAT code is included', async () => {
  const path = ['handlingUnits', 0, 'products', 0, 'satCode']
  const refused = await send(withValue(body(), path, '99999998'))
  expect(errorOf(refused)).toMatchObject({ code: 'INVALID_REQUEST', details: { field: path.join('.') } })
})
const ROUTES = {
  LLB: { other: 'PDN', stops: { shipperLocation: STOPS.chicago, consigneeLocation: STOPS.monterrey } },
  PDN: { other: 'LLB', stops: { shipperLocation: STOPS.losAngeles, consigneeLocation: STOPS.chihuahua } },
} as const
for (const crossing of BORDER_CROSSINGS) {
  row('Border crossing locations', crossing, async () => {
    const { other, stops } = ROUTES[crossing]
    expect(await standardTotal(service, crossing, stops)).toBeLessThan(await standardTotal(service, other, stops))
  })
}

answerFields('Cross-border quote response', answer, { success: z.literal(true), quotes: is.object })
answerFields('Cross-border quote response', async () => (await answer())['quotes'], {
  quotes: z.array(is.object).min(1),
  loadId: is.string,
  bolNumber: is.string,
})
answerFields('Cross-border quote element', async () => (await quotes())[0], {
  quoteId: is.string,
  total: is.number.positive(),
  currency: z.literal('USD'),
  fromTransitTime: is.integer,
  toTransitTime: is.integer,
  moves: z
    .array(z.object({ carrierName: is.string, scac: is.string, pickupDate: is.day, deliveryDate: is.day }))
    .min(1),
})
row('Cross-border quote element', 'serviceType', async () => {
  const types = (await quotes()).map((quote) => quote['serviceType'])
  expect(new Set(types)).toEqual(new Set(['standard', 'expedited']))
})
row('Endpoints: Cross-border quotes', 'POST /quote-crossborder', async () => {
  expect((await send(body())).status).toBe(200)
})
