import { describe, expect, it } from 'vitest'
import { quoteAnswer, type QuoteAnswer } from '../../src-main/freight/answer/quote.ts'
import { normaliseQuote } from '../../src-main/freight/normalise/quote.ts'
import type { QuoteRequest } from '../../src-shared/freight/quote.ts'

const address = { address1: '1 Main St', city: 'Laredo', state: 'TX', postalCode: '78040', country: 'US' as const }
const request: QuoteRequest = {
  originAddress: address,
  destinationAddress: address,
  cargo: [{ weight: 500, length: 48, width: 40, height: 36, quantity: 2, description: 'Parts' }],
}
const at = new Date('2026-11-21T15:00:00Z')

describe('a quote of shape A', () => {
  const rate = {
    provider: 'Northline Freight',
    service: 'LTL_STANDARD',
    totalCost: 412.8,
    currency: 'USD',
    transitDays: 3,
    deliveryDate: '2026-11-25T23:30:00-06:00',
    isGuaranteed: false,
    breakdown: { baseCost: 341, fuelSurcharge: 42.8, accessorials: { LIFTGATE_DELIVERY: 29 } },
    metadata: { carrierCode: 'NLTF', serviceCode: 'STD', rateId: 'r-1' },
  }
  const answer = (rates: unknown[]): QuoteAnswer =>
    quoteAnswer.parse({
      success: true,
      data: { quoteId: 'q-1', rates, expiresAt: '2026-11-21T16:00:00Z', warnings: ['Class 85 by density'] },
    })

  it('becomes rates in cents, cheapest first', () => {
    const dear = { ...rate, totalCost: 500, metadata: { ...rate.metadata, rateId: 'r-2' } }
    const quote = normaliseQuote(answer([dear, rate]), request, 'qte_1', at)
    expect(quote.rates.map(({ rateId }) => rateId)).toEqual(['r-1', 'r-2'])
    expect(quote.rates[0]).toMatchObject({
      quoteId: 'q-1',
      scac: 'NLTF',
      total: { minor: 41280, currency: 'USD' },
      breakdown: {
        base: { minor: 34100, currency: 'USD' },
        charges: [{ code: 'LIFTGATE_DELIVERY', amount: { minor: 2900, currency: 'USD' } }],
      },
    })
    expect(quote).toMatchObject({ expiresAt: '2026-11-21T16:00:00Z', warnings: ['Class 85 by density'] })
  })

  it('lives for an hour by the clock here where it had ended before it was asked for: the clocks differ', () => {
    const ahead = new Date('2026-11-21T18:00:00Z')
    expect(normaliseQuote(answer([rate]), request, 'qte_1', ahead).expiresAt).toBe('2026-11-21T19:00:00.000Z')
  })

  it('keeps the delivery day as the carrier wrote it, in whatever zone', () => {
    expect(normaliseQuote(answer([rate]), request, 'qte_1', at).rates[0]?.deliveryDate).toBe('2026-11-25')
  })

  it('shows the others beside an offer that cannot be read, and says how many could not', () => {
    const { totalCost: _, ...priceless } = rate
    const odd = [
      { ...rate, totalCost: -1 },
      { ...rate, totalCost: '12,5' },
      { ...rate, currency: 'DOLLARS' },
      priceless,
    ]
    const quote = normaliseQuote(answer([...odd, rate, 'what?']), request, 'qte_1', at)
    expect(quote.rates.map(({ total }) => total)).toEqual([{ minor: 41280, currency: 'USD' }])
    expect(quote.unread).toBe(5)
  })

  it('keeps an offer whose days cannot be read, without them', () => {
    const odd = { ...rate, transitDays: 2.5, deliveryDate: 'soon', isGuaranteed: 'perhaps', breakdown: 'none' }
    expect(normaliseQuote(answer([odd]), request, 'qte_1', at).rates[0]).toMatchObject({
      total: { minor: 41280 },
      transitDays: null,
      deliveryDate: null,
      isGuaranteed: null,
    })
  })

  it('is read in another hand: numbers and flags as words, days as Americans write them, currency in lower case', () => {
    const words = {
      ...rate,
      totalCost: '$1,412.80',
      currency: 'usd',
      transitDays: '3',
      deliveryDate: '11/27/2026',
      isGuaranteed: 'true',
      metadata: { rateId: 'r/1== ?#' },
    }
    const quote = normaliseQuote(answer([words]), request, 'qte_1', at)
    expect(quote.rates[0]).toMatchObject({
      rateId: words.metadata.rateId,
      total: { minor: 141280, currency: 'USD' },
      transitDays: { from: 3, to: 3 },
      deliveryDate: '2026-11-27',
      isGuaranteed: true,
    })
  })

  it('gives an offer whose id is longer than a screen can hand in one of its own', () => {
    const long = { ...rate, metadata: { rateId: 'x'.repeat(400) } }
    expect(normaliseQuote(answer([long, long]), request, 'qte_1', at).rates.map(({ rateId }) => rateId)).toEqual([
      'rate-1',
      'rate-2',
    ])
  })

  it('of which no offer can be read cannot be read', () => {
    expect(() => answer([{ ...rate, totalCost: null }])).toThrow('no offer that can be read')
  })
})

describe('a quote of shape B', () => {
  const element = {
    quoteId: 'qb-1',
    carrierName: 'Great Basin Lines',
    scac: 'GBSL',
    customerPrice: { miscCharges: [], netPrice: 400, grossCharge: 438.15 },
    rawPrice: [{ id: '1', chargeType: 'FUEL', description: 'Fuel surcharge', chargeAmount: 38.15 }],
    fromTransitTime: 2,
    toTransitTime: 3,
    service: 'LTL_STANDARD',
    currency: 'usd',
    provider: 'Great Basin Lines',
  }
  const answer = (quotes: object[]): QuoteAnswer =>
    quoteAnswer.parse({ success: true, loadId: 'L-1', data: { quotes, bolNumber: '06141411234567913' } })

  it('books each rate by its own quote id, and expires an hour after it was asked for', () => {
    const quote = normaliseQuote(answer([element]), request, 'qte_1', at)
    expect(quote.rates[0]).toMatchObject({
      rateId: 'qb-1',
      quoteId: 'qb-1',
      total: { minor: 43815, currency: 'USD' },
      transitDays: { from: 2, to: 3 },
      deliveryDate: null,
    })
    expect(quote).toMatchObject({
      expiresAt: '2026-11-21T16:00:00.000Z',
      loadId: 'L-1',
      bolNumber: '06141411234567913',
    })
  })

  it('leaves out what cannot be bought', () => {
    expect(normaliseQuote(answer([{ ...element, purchasable: false }]), request, 'qte_1', at).rates).toEqual([])
  })
})
