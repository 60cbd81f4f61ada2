import { describe, expect, test } from 'vitest'
import { crossingRequest, STOPS } from './crossing.ts'
import { errorOf, useService } from './service.ts'

const service = useService()

describe('a quote across the border', () => {
  test('answers in the shape of the interface, and in no other', async () => {
    const { status, body } = await service.post('/quote-crossborder', crossingRequest())
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      quotes: { quotes: expect.any(Array), loadId: expect.any(String), bolNumber: expect.stringMatching(/^\d{17}$/) },
    })
  })

  test('that nobody can carry says why', async () => {
    const handlingUnits = crossingRequest().handlingUnits.map((unit) => ({ ...unit, quantity: 900 }))
    const answer = await service.post('/quote-crossborder', crossingRequest({ handlingUnits }))
    expect(answer.status).toBe(404)
    expect(errorOf(answer)).toMatchObject({ code: 'NO_RATES_AVAILABLE', details: { reason: expect.any(String) } })
  })
})

describe('what a cross-border request must say', () => {
  const refused = async (changes: object) => {
    const answer = await service.post('/quote-crossborder', { ...crossingRequest(), ...changes })
    expect(answer.status).toBe(400)
    return errorOf(answer)
  }
  const withProduct = (changes: object) => ({
    handlingUnits: crossingRequest().handlingUnits.map((unit) => ({
      ...unit,
      products: unit.products.map((product) => ({ ...product, ...changes })),
    })),
  })
  const withShipper = (changes: object) => ({ shipperLocation: { ...STOPS.chicago, ...changes } })

  test.each<[string, object, string]>([
    ['both stops in one country', { consigneeLocation: STOPS.losAngeles }, 'consigneeLocation.country'],
    ['a stop in Canada', withShipper({ country: 'CA' }), 'shipperLocation.country'],
    ['a class that is none', withProduct({ class: 86 }), 'handlingUnits.0.products.0.class'],
    ['no weight', withProduct({ weight: 0 }), 'handlingUnits.0.products.0.weight'],
    ['an offset with minutes', withShipper({ closeTime: '11/23/2026 17:00 -05:30' }), 'shipperLocation.closeTime'],
    [
      'a scheduled date with seconds',
      withShipper({ scheduledDate: '2026-11-23T09:30:00' }),
      'shipperLocation.scheduledDate',
    ],
    ['a date that does not exist', withShipper({ scheduledDate: '2026-02-30T09:30' }), 'shipperLocation.scheduledDate'],
    [
      'a date no carrier plans yet',
      withShipper({ scheduledDate: '9999-11-23T09:30' }),
      'shipperLocation.scheduledDate',
    ],
    [
      'a dock that closes before it opens',
      withShipper({ openTime: '11/23/2026 17:00:00 -6', closeTime: '11/23/2026 08:00:00 -6' }),
      'shipperLocation.openTime',
    ],
  ])('%s is refused with its field', async (_, changes, field) => {
    expect(await refused(changes)).toMatchObject({ code: 'INVALID_REQUEST', details: { field } })
  })

  test('an address that cannot be right is refused in the words of a stop', async () => {
    expect(await refused(withShipper({ zipCode: '99999' }))).toMatchObject({
      code: 'INVALID_ADDRESS',
      details: { field: 'shipperLocation.zipCode' },
    })
    expect(await refused(withShipper({ stateOrProvince: 'TX' }))).toMatchObject({
      code: 'INVALID_ADDRESS',
      details: { field: 'shipperLocation.stateOrProvince', suggestions: [{ city: 'CHICAGO', state: 'IL' }] },
    })
  })
})
