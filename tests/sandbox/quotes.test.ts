import { describe, expect, test } from 'vitest'
import { quoteShapeBSchema } from '../../src-shared/freight/quote.ts'
import { quoted } from './quoting.ts'
import { errorOf, palletRequest, useService } from './service.ts'

const service = useService()

function to(city: string, state: string, postalCode: string, country: 'US' | 'MX' | 'CA' = 'US') {
  return { destinationAddress: { address1: '1 Main St', city, state, postalCode, country } }
}

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

describe('addresses that cannot be right', () => {
  test('a ZIP+4, a full state name and lower case are understood', async () => {
    const { rates } = await quoted(service, to('dallas', 'Texas', '75212-1234'))
    expect(rates.length).toBeGreaterThan(0)
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
