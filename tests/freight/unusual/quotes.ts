import type { Wire } from './wire.ts'

/** What a clerk expects to see on the Quote page. */
interface QuoteExpectation {
  /** The offers, in the order in which they came: price and currency. */
  readonly offers: readonly (readonly [number, string])[]
  /** How many offers are said to be unreadable. */
  readonly leftOut?: number
}

interface UnusualQuote {
  readonly name: string
  readonly answer: Wire
  readonly expects: QuoteExpectation
}

const rate = (totalCost: unknown, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  provider: 'ACME',
  service: 'STANDARD',
  totalCost,
  currency: 'USD',
  transitDays: 3,
  metadata: { carrierCode: 'ACME', serviceCode: 'STD', rateId: `r-${String(totalCost)}` },
  ...more,
})

const shapeA = (rates: unknown, more: Record<string, unknown> = {}): Wire => ({
  status: 200,
  body: { success: true, data: { quoteId: 'Q1', rates, expiresAt: '2030-01-01T00:00:00Z', ...more } },
})

/** Answers to `POST /quote` that a service other than ours may give. */
export const unusualQuotes: readonly UnusualQuote[] = [
  {
    name: 'prices written for people, with a thousands comma and a dollar sign',
    answer: shapeA([rate('$1,234.56'), rate('1,234,567.00')]),
    expects: {
      offers: [
        [1234.56, 'USD'],
        [1_234_567, 'USD'],
      ],
    },
  },
  {
    name: 'a price in the manner of the continent is not read as one dollar and a bit',
    answer: shapeA([rate('1.234,56'), rate(99)]),
    expects: { offers: [[99, 'USD']], leftOut: 1 },
  },
  {
    name: 'a price of nothing and one below nothing are no offers',
    answer: shapeA([rate(0), rate(-12.5), rate(80.1)]),
    expects: { offers: [[80.1, 'USD']], leftOut: 2 },
  },
  {
    name: 'a carrier that could not quote stands among the rates with its error',
    answer: shapeA([{ provider: 'XPO', error: 'Carrier system is down' }, rate(210)]),
    expects: { offers: [[210, 'USD']], leftOut: 1 },
  },
  {
    name: 'one offer in pesos among dollars keeps its pesos',
    answer: shapeA([rate(210), rate(3900, { currency: 'mxn' })]),
    expects: {
      offers: [
        [210, 'USD'],
        [3900, 'MXN'],
      ],
    },
  },
  {
    name: 'the payload comes as a list of one',
    answer: { status: 200, body: { success: true, data: [{ quoteId: 'Q1', rates: [rate(55)] }] } },
    expects: { offers: [[55, 'USD']] },
  },
  {
    name: 'a byte order mark stands before the JSON and the type says text',
    answer: {
      status: 200,
      type: 'text/plain',
      raw: `\uFEFF${JSON.stringify({ success: true, data: { quoteId: 'Q1', rates: [rate(61)] } })}`,
    },
    expects: { offers: [[61, 'USD']] },
  },
  {
    name: 'the time of expiry is a number of seconds',
    answer: shapeA([rate(70)], { expiresAt: 1_893_456_000 }),
    expects: { offers: [[70, 'USD']] },
  },
  {
    name: 'nobody quotes, and rates are null',
    answer: shapeA(null, { warnings: ['No carrier serves this lane'] }),
    expects: { offers: [] },
  },
]
