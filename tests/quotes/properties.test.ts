import { describe, expect, test } from 'vitest'
import { normaliseQuote } from '../../src-main/freight/normalise/quote.ts'
import { rateChanges } from '../../src-main/quotes/rate-changes.ts'
import { isWithinTolerance, sameRate } from '../../src-main/quotes/requote.ts'
import { quoteAnswer, type QuoteAnswer } from '../../src-main/freight/answer/quote.ts'
import type { QuoteRequest } from '../../src-shared/freight/quote.ts'
import type { Quote, Rate } from '../../src-shared/station/quote/quote.ts'
import fc from '../support/fast-check.ts'

const address = { address1: '1 Main St', city: 'Laredo', state: 'TX', postalCode: '78040', country: 'US' as const }
const request: QuoteRequest = {
  originAddress: address,
  destinationAddress: address,
  cargo: [{ weight: 500, length: 48, width: 40, height: 36, quantity: 2, description: 'Parts' }],
}
const at = new Date('2026-11-21T15:00:00Z')

/** Rates as the wire has them; few names, so that some repeat a carrier, a service or an id. */
const wireRates = fc.array(
  fc.record({
    provider: fc.constantFrom('Northline', 'Great Basin', 'Tres Ríos'),
    service: fc.constantFrom('LTL_STANDARD', 'LTL_GUARANTEED', 'PARCEL'),
    // A price of nothing is no offer.
    totalCost: fc.integer({ min: 1, max: 10_000_000 }).map((minor) => minor / 100),
    currency: fc.constantFrom('USD', 'usd', 'MXN'),
    metadata: fc.option(
      fc.record({
        carrierCode: fc.constantFrom('NLTF', 'GBLI', null),
        rateId: fc.constantFrom('r-1', 'r-2', 'r-1#2', null),
      }),
      { nil: null },
    ),
  }),
  { maxLength: 8 },
)
const answerOf = (rates: object[]): QuoteAnswer =>
  quoteAnswer.parse({ success: true, data: { quoteId: 'q-1', rates, expiresAt: '2026-11-21T16:00:00Z' } })
const quotes = wireRates.map((rates) => normaliseQuote(answerOf(rates), request, 'qte_1', at))

describe('a quote that was read', () => {
  test('has every rate of the answer, to the cent, cheapest first, each under an id of its own', () => {
    fc.assert(
      fc.property(wireRates, (rates) => {
        const quote = normaliseQuote(answerOf(rates), request, 'qte_1', at)
        const cents = (amounts: number[]) => amounts.toSorted((a, b) => a - b)
        expect(quote.rates.map(({ total }) => total.minor)).toEqual(
          cents(rates.map(({ totalCost }) => Math.round(totalCost * 100))),
        )
        expect(new Set(quote.rates.map(({ rateId }) => rateId)).size).toBe(rates.length)
        for (const { total } of quote.rates) expect(['USD', 'MXN']).toContain(total.currency)
      }),
    )
  })
})

const originOf = ({ provider, service, scac }: Rate) => ({
  kind: 'domestic' as const,
  request,
  provider,
  service,
  scac,
})

describe('the rate that a booking goes on with when its quote ended', () => {
  test('is the same carrier and service, none cheaper is passed over, and it is found in the quote it came from', () => {
    fc.assert(
      fc.property(quotes, fc.nat(7), (quote, pick) => {
        const rate = quote.rates[pick]
        if (!rate) return
        const terms = sameRate(originOf(rate), rate.carrierName, quote)
        expect(terms).toMatchObject({ provider: rate.provider, service: rate.service, quoteId: 'q-1' })
        expect(terms?.total.minor).toBeLessThanOrEqual(rate.total.minor)
      }),
    )
  })

  test('is none where the carrier or the service is offered no more', () => {
    fc.assert(
      fc.property(quotes, fc.nat(7), (quote, pick) => {
        const rate = quote.rates[pick]
        if (!rate) return
        const gone: Quote = {
          ...quote,
          rates: quote.rates.filter(({ provider, service }) => provider !== rate.provider || service !== rate.service),
        }
        expect(sameRate(originOf(rate), rate.carrierName, gone)).toBeNull()
      }),
    )
  })
})

describe('the tolerance', () => {
  const money = fc.record({ minor: fc.integer({ min: 0, max: 10_000_000 }), currency: fc.constantFrom('USD', 'MXN') })
  const percent = fc.integer({ min: 0, max: 100 })

  test('never lets a price rise by more than its percentage, nor change its currency, and always lets it fall', () => {
    fc.assert(
      fc.property(money, money, percent, (was, now, within) => {
        const isFine = isWithinTolerance(was, now, within)
        if (was.currency !== now.currency) expect(isFine).toBe(false)
        else if (now.minor <= was.minor) expect(isFine).toBe(true)
        else expect(isFine).toBe((now.minor - was.minor) * 100 <= was.minor * within)
      }),
    )
  })
})

describe('what has changed between two quotes', () => {
  test('names each carrier and service of either once, and no difference to itself', () => {
    fc.assert(
      fc.property(quotes, quotes, (before, after) => {
        const offers = [...before.rates, ...after.rates].map(({ provider, service }) => `${provider} ${service}`)
        const changes = rateChanges(before, after)
        expect(changes.map(({ provider, service }) => `${provider} ${service}`).toSorted()).toEqual(
          [...new Set(offers)].toSorted(),
        )
        for (const { was, now } of changes) expect(was ?? now).not.toBeNull()
        for (const { difference } of rateChanges(before, before)) expect(difference).toBe(0)
      }),
    )
  })
})
