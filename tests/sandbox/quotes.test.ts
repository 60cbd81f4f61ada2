import { describe, expect, test } from 'vitest'
import { quoteShapeBSchema, type QuoteRequest } from '../../src-shared/freight/quote.ts'
import { quoted } from './quoting.ts'
import { errorOf, palletRequest, useService } from './service.ts'

const service = useService()

function to(city: string, state: string, postalCode: string, country: 'US' | 'MX' | 'CA' = 'US') {
  return { destinationAddress: { address1: '1 Main St', city, state, postalCode, country } }
}
const cargo = (changes: Partial<QuoteRequest['cargo'][number]>) => ({
  cargo: [{ weight: 500, length: 48, width: 40, height: 48, quantity: 1, description: 'Pumps', ...changes }],
})

describe('a quote', () => {
  test('offers several carriers, cheapest first, each with a total that is the sum of its parts', async () => {
    const { rates } = await quoted(service, { accessorials: ['LIFTGATE_DELIVERY'], insuranceAmount: 5000 })
    expect(new Set(rates.map(({ provider }) => provider)).size).toBeGreaterThanOrEqual(4)
    expect(rates.map(({ totalCost }) => totalCost)).toEqual(
      rates.map(({ totalCost }) => totalCost).toSorted((a, b) => a - b),
    )
    for (const { totalCost, breakdown } of rates) {
      const parts = [breakdown?.baseCost, breakdown?.fuelSurcharge, ...Object.values(breakdown?.accessorials ?? {})]
      const cents = parts.reduce<number>((sum, part) => sum + Math.round((part ?? 0) * 100), 0)
      expect(cents).toBe(Math.round(totalCost * 100))
      expect(Object.keys(breakdown?.accessorials ?? {})).toEqual(['LIFTGATE_DELIVERY', 'INSURANCE'])
    }
  })
})

describe('when no carrier can', () => {
  test.each([
    ['freight across the Mexican border', to('Monterrey', 'NLE', '64000', 'MX'), /POST \/quote-crossborder/],
    ['too much weight', cargo({ weight: 30_000, freightClass: '50' }), /may weigh at most/],
  ])('%s: the reason is told', async (_, changes, reason) => {
    const answer = await service.post('/quote', palletRequest(changes))
    expect(answer.status).toBe(404)
    expect(errorOf(answer)).toMatchObject({
      code: 'NO_RATES_AVAILABLE',
      details: { reason: expect.stringMatching(reason) },
    })
  })
})

describe('addresses that cannot be right', () => {
  test.each([
    ['an unknown ZIP', to('Dallas', 'TX', '00001'), 'destinationAddress.postalCode'],
    ['a ZIP of another state', to('Dallas', 'NY', '75212'), 'destinationAddress.state'],
    ['a city far from its ZIP', to('El Paso', 'TX', '75212'), 'destinationAddress.city'],
  ])('%s is refused with the field and alternatives', async (_, changes, field) => {
    const answer = await service.post('/quote', palletRequest(changes))
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({
      code: 'INVALID_ADDRESS',
      details: { field, suggestions: expect.any(Array) },
    })
  })

  test('suggestions name the place that was probably meant', async () => {
    const { details } = errorOf(await service.post('/quote', palletRequest(to('Dallas', 'TX', '00001'))))
    expect(details['suggestions']).toContainEqual(
      expect.objectContaining({ city: 'DALLAS', state: 'TX', country: 'US' }),
    )
  })

  test('a ZIP+4, a full state name and lower case are understood', async () => {
    const { rates } = await quoted(service, to('dallas', 'Texas', '75212-1234'))
    expect(rates.length).toBeGreaterThan(0)
  })
})

describe('requests that are not valid', () => {
  test.each([
    ['a weight of nothing', cargo({ weight: 0 }), 'cargo.0.weight'],
    ['a day that does not exist', { shipDate: '2026-02-30' }, 'shipDate'],
    ['a day that no carrier plans yet', { shipDate: '9999-12-31' }, 'shipDate'],
    ['a negative insurance', { insuranceAmount: -1 }, 'insuranceAmount'],
    ['an unknown class', { cargo: [{ ...palletRequest().cargo[0], freightClass: '42' }] }, 'cargo.0.freightClass'],
  ])('%s: the field is named', async (_, changes, field) => {
    const answer = await service.post('/quote', { ...palletRequest(), ...changes })
    expect(answer.status).toBe(400)
    const { code, details } = errorOf(answer)
    expect(code).toBe('INVALID_REQUEST')
    expect(details).toMatchObject({ field, issues: [{ path: field, message: expect.any(String) }] })
  })
})

describe('shape B', () => {
  test('lists quotes with ids of their own, one of which books', async () => {
    await service.restart({ settings: { quoteShape: 'B' } })
    const parsed = quoteShapeBSchema.parse((await service.post('/quote', palletRequest({ insuranceAmount: 900 }))).body)
    expect(parsed.quotes).toEqual(parsed.data.quotes)
    expect(parsed.data.bolNumber).toMatch(/^\d{17}$/)
    for (const { rawPrice, customerPrice } of parsed.data.quotes) {
      const cents = rawPrice?.reduce((sum, { chargeAmount }) => sum + Math.round((chargeAmount ?? 0) * 100), 0)
      expect(cents).toBe(Math.round(customerPrice.grossCharge * 100))
    }
    const chosen = parsed.data.quotes[1]
    const answer = await service.post('/book-shipment', {
      quoteId: chosen?.quoteId,
      selectedRate: { provider: chosen?.provider, service: chosen?.service },
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      data: { shipmentId: parsed.data.loadId, totalCost: chosen?.customerPrice.grossCharge },
    })
    const other = await service.post('/book-shipment', {
      quoteId: chosen?.quoteId,
      selectedRate: { provider: parsed.data.quotes[0]?.provider, service: parsed.data.quotes[0]?.service },
    })
    expect(errorOf(other).details).toMatchObject({ field: 'selectedRate', reason: 'RATE_NOT_IN_QUOTE' })
  })
})
