import { describe, expect, test } from 'vitest'
import { quoteShapeBSchema, type QuoteRequest } from '../../src-shared/freight/quote.ts'
import { quoted } from './quoting.ts'
import { addDays } from '../../src-sandbox/calendar.ts'
import { errorOf, HOUR_MS, palletRequest, quietMonday, useService } from './service.ts'

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

  test('is valid for one hour', async () => {
    const before = service.now()
    const { expiresAt } = await quoted(service)
    expect(Date.parse(expiresAt) - before).toBeGreaterThanOrEqual(HOUR_MS)
    expect(Date.parse(expiresAt) - service.now()).toBeLessThanOrEqual(HOUR_MS)
  })

  test('gives every rate an id of its own and every carrier its code', async () => {
    const { rates } = await quoted(service)
    expect(new Set(rates.map(({ metadata }) => metadata?.rateId)).size).toBe(rates.length)
    for (const { metadata } of rates) expect(metadata?.carrierCode).toMatch(/^[A-Z]{3}[A-TVWY]$/)
  })

  test('names the carriers that made no offer, and why', async () => {
    const { warnings } = await quoted(service, cargo({ hazmat: true, freightClass: '85' }))
    expect(warnings).toContain('Cumberland Motor made no offer: it takes no hazardous materials.')
    expect(warnings?.some((text) => text.startsWith('Pacific Crest made no offer: it does not serve IL'))).toBe(true)
  })

  test('says which freight class was worked out, and not when the class was given', async () => {
    const derived = await quoted(service, cargo({}))
    expect(derived.warnings).toContainEqual(expect.stringContaining('freight class 100 was worked out'))
    const given = await quoted(service, cargo({ freightClass: '85' }))
    expect(given.warnings?.join()).not.toContain('freight class')
  })

  test('offers parcel services for small cartons only', async () => {
    const small = await quoted(service, cargo({ weight: 20, length: 14, width: 14, height: 14 }))
    expect(small.rates.map(({ service }) => service)).toContain('PARCEL_GROUND')
    const pallet = await quoted(service)
    expect(pallet.rates.map(({ service }) => service)).not.toContain('PARCEL_GROUND')
  })

  test('delivers on business days, later the farther it goes', async () => {
    const near = await quoted(service, to('Milwaukee', 'WI', '53207'))
    const far = await quoted(service, to('Los Angeles', 'CA', '90023'))
    const daysOf = (quote: typeof near) =>
      quote.rates.find(({ provider, service }) => provider === 'Northline Freight' && service === 'LTL_STANDARD')
        ?.transitDays ?? 0
    expect(daysOf(far)).toBeGreaterThan(daysOf(near))
    for (const { deliveryDate } of [...near.rates, ...far.rates]) {
      expect(deliveryDate).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect([1, 2, 3, 4, 5]).toContain(new Date(`${deliveryDate}T00:00:00Z`).getUTCDay())
    }
  })

  test('for a pickup on a Saturday says which day it is for', async () => {
    const monday = quietMonday()
    const saturday = addDays(monday, -2)
    const { warnings, rates } = await quoted(service, { shipDate: saturday })
    expect(warnings).toContain(`No pickup is possible on ${saturday}; the rates are for pickup on ${monday}.`)
    expect(rates.every(({ deliveryDate }) => (deliveryDate ?? '') > monday)).toBe(true)
  })

  test('is given within Mexico and between the US and Canada', async () => {
    const mexico = await quoted(service, {
      originAddress: { address1: 'Av. 1', city: 'Monterrey', state: 'NLE', postalCode: '64000', country: 'MX' },
      ...to('Ciudad de México', 'CMX', '09300', 'MX'),
    })
    expect(mexico.rates.map(({ provider }) => provider)).toEqual(['Union Vale', 'Union Vale', 'Union Vale'])
    const canada = await quoted(service, to('Montréal', 'QC', 'H3A 1A1', 'CA'))
    expect(canada.rates.map(({ provider }) => provider)).toContain('Northline Freight')
  })
})

describe('when no carrier can', () => {
  test.each([
    [
      'freight across the Mexican border goes to the other endpoint',
      to('Monterrey', 'NLE', '64000', 'MX'),
      /POST \/quote-crossborder/,
    ],
    ['too much weight', cargo({ weight: 30_000, freightClass: '50' }), /may weigh at most/],
    ['too many pieces', cargo({ weight: 1, quantity: 10_000 }), /at most 200 pieces/],
    ['too high an insurance', { insuranceAmount: 1e12 }, /insures at most/],
    ['military mail', to('APO', 'AE', '09007'), /military mail/],
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
    ['a ZIP that is none', to('Dallas', 'TX', 'ABC'), 'destinationAddress.postalCode'],
    ['a ZIP of another state', to('Dallas', 'NY', '75212'), 'destinationAddress.state'],
    ['a city far from its ZIP', to('El Paso', 'TX', '75212'), 'destinationAddress.city'],
    ['a city that the state does not have', to('Atlantis', 'TX', '75212'), 'destinationAddress.city'],
    ['a Mexican code in the wrong state', to('Monterrey', 'SON', '64000', 'MX'), 'destinationAddress.state'],
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

  test('another name for the same place is kept, with a warning', async () => {
    const { warnings } = await quoted(service, to('Irving', 'TX', '75212'))
    expect(warnings).toContainEqual(expect.stringContaining('"Irving" was kept as entered'))
  })

  test('a ZIP+4, a full state name and lower case are understood', async () => {
    const { rates } = await quoted(service, to('dallas', 'Texas', '75212-1234'))
    expect(rates.length).toBeGreaterThan(0)
  })
})

describe('requests that are not valid', () => {
  test.each([
    ['no cargo', { cargo: [] }, 'cargo'],
    ['a weight of nothing', cargo({ weight: 0 }), 'cargo.0.weight'],
    ['half a piece', cargo({ quantity: 1.5 }), 'cargo.0.quantity'],
    ['an unknown accessorial', { accessorials: ['VALET'] }, 'accessorials.0'],
    ['a day that does not exist', { shipDate: '2026-02-30' }, 'shipDate'],
    ['a day that no carrier plans yet', { shipDate: '9999-12-31' }, 'shipDate'],
    ['a negative insurance', { insuranceAmount: -1 }, 'insuranceAmount'],
    ['an unknown class', { cargo: [{ ...palletRequest().cargo[0], freightClass: '42' }] }, 'cargo.0.freightClass'],
    ['no origin', { originAddress: undefined }, 'originAddress'],
    [
      'an unknown country',
      { originAddress: { ...palletRequest().originAddress, country: 'FR' } },
      'originAddress.country',
    ],
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
