import { describe, expect, it } from 'vitest'
import { isOpenChange } from '../../src-shared/machine/change.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import type { ReceivedRequest } from '../support/http-server.ts'
import { otherService, stationAtOther, type Spoken } from '../support/other-service.ts'
import { testSandbox } from '../support/sandbox.ts'

/** A station at a service that gives one answer in its own manner wherever `unusual` has one. */
async function stationAnswered(unusual: (method: string, url: string) => Spoken | null) {
  const sandbox = await testSandbox()
  const answeredBy = ({ method, url }: ReceivedRequest) => unusual(method, url)
  const service = await otherService(sandbox, (_request, spoken) => spoken, answeredBy)
  const station = await stationAtOther(sandbox, service)
  const wait = (seconds: number) => {
    station.clock.advance(seconds * 1000)
    station.station.services.outbox.kick()
  }
  return { ...station, wait, received: service.received }
}

const success = (data: unknown) => ({ success: true, data })
const refusal = (code: string, message: string) => ({ success: false, data: null, error: { code, message } })
const booked = (data: unknown): Spoken => ({ status: 201, body: success(data) })
const SHIPMENT = { shipmentId: 'SHP-1', totalCost: 100, currency: 'USD' }
const WHOLE = { ...SHIPMENT, trackingNumber: 'TRK1', status: 'PENDING', provider: 'ACME', service: 'STANDARD' }

/** Where a booking stands for the clerk. One that waits was surely not taken, and goes again by itself. */
type BookingEnd =
  | { state: 'BOOKED'; price: number }
  | { state: 'REJECTED'; words: RegExp }
  | { state: 'UNKNOWN'; words?: RegExp }
  | { state: 'QUEUED' }

/** Answers to `POST /book-shipment`: what each means for the money. */
const BOOKINGS: readonly [name: string, answer: Spoken, end: BookingEnd][] = [
  ['accepted for later, without an id', { status: 202, body: success({ status: 'PROCESSING' }) }, { state: 'UNKNOWN' }],
  ['success, and nothing else', { status: 200, body: success(null) }, { state: 'UNKNOWN' }],
  ['the id is a number', booked({ ...WHOLE, shipmentId: 900123 }), { state: 'BOOKED', price: 100 }],
  [
    'another price than the quoted one is the price that was paid',
    booked({ ...WHOLE, totalCost: '1,120.50' }),
    { state: 'BOOKED', price: 1120.5 },
  ],
  ['the shipment stands one step deeper', booked({ shipment: SHIPMENT }), { state: 'BOOKED', price: 100 }],
  ['the shipment comes as a list of one', booked([SHIPMENT]), { state: 'BOOKED', price: 100 }],
  [
    'no money on the account, with 402',
    { status: 402, body: refusal('INSUFFICIENT_FUNDS', 'Balance is too low') },
    { state: 'REJECTED', words: /Balance is too low/ },
  ],
  [
    'the fields that are wrong, as a map of lists',
    { status: 422, body: { message: 'Invalid', errors: { pickupDate: ['must be a working day'] } } },
    { state: 'REJECTED', words: /pickupDate.*must be a working day/ },
  ],
  [
    'a problem document',
    {
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
      body: { type: 'about:blank', title: 'Bad request', status: 400, detail: 'The consignee has no phone' },
    },
    { state: 'REJECTED', words: /The consignee has no phone/ },
  ],
  [
    'the quote is gone',
    { status: 410, body: refusal('OFFER_WITHDRAWN', 'The quote is too old') },
    { state: 'REJECTED', words: /The quote is too old/ },
  ],
  [
    'a reference that is booked already proves no refusal',
    { status: 409, body: refusal('DUPLICATE_REFERENCE', 'This reference is booked already') },
    { state: 'UNKNOWN' },
  ],
  [
    'a refusal in words that came with 500 proves nothing',
    { status: 500, body: refusal('INSUFFICIENT_FUNDS', 'Balance') },
    { state: 'UNKNOWN' },
  ],
  [
    'moved to a path with a slash',
    { status: 308, body: '', headers: { location: '/api/v1/book-shipment/' } },
    // Whoever moves a path may have carried out what came to it.
    { state: 'UNKNOWN', words: /redirected to another path/ },
  ],
  [
    'success false with 200 and the words as a text',
    { status: 200, body: { success: false, error: 'Carrier does not serve this ZIP' } },
    { state: 'REJECTED', words: /Carrier does not serve this ZIP/ },
  ],
  // It makes everything wait, so it comes last.
  [
    'too many, until a time of day',
    {
      status: 429,
      body: 'slow down',
      headers: { 'content-type': 'text/plain', 'retry-after': 'Wed, 01 Jan 2020 00:00:00 GMT' },
    },
    { state: 'QUEUED' },
  ],
]

describe('a booking that is answered otherwise', () => {
  it('ends as a clerk expects, and is posted once', async () => {
    let answer: Spoken | null = null
    const desk = await stationAnswered((method, url) =>
      method === 'POST' && url.endsWith('/book-shipment') ? answer : null,
    )
    const posts = () => desk.received.filter(({ method, url }) => method === 'POST' && url.endsWith('/book-shipment'))
    const ends: unknown[] = []
    for (const [at, [name, unusual, expected]] of BOOKINGS.entries()) {
      // Every answer names the same shipment: what was adopted once is claimed, so each has a station's worth of its own.
      const reported = JSON.stringify(unusual).replaceAll('SHP-1', `SHP-${at}X`).replaceAll('900123', `9001${at}`)
      answer = JSON.parse(reported) as Spoken
      const quote = await desk.run('quotes.request', palletsToChicago())
      const before = posts().length
      const { bookingId } = await desk.run('bookings.submit', bookingOf(quote, { reference: `PO-${at}` }))
      const booking = await desk.until(name, async () => {
        const found = await desk.run('bookings.get', { bookingId })
        return found.state === 'BOOKED' || (found.error && found.state !== 'SENDING') ? found : null
      })
      ends.push({
        name,
        state: booking.state,
        ...(expected.state !== 'QUEUED' && { posts: posts().length - before }),
        ...('words' in expected && { said: expected.words?.test(booking.error?.message ?? '') || booking.error }),
        ...(expected.state === 'BOOKED' && { price: ((booking.charged ?? booking.total)?.minor ?? 0) / 100 }),
      })
    }
    expect(ends).toEqual(
      BOOKINGS.map(([name, , expected]) => ({
        name,
        state: expected.state,
        ...(expected.state !== 'QUEUED' && { posts: 1 }),
        ...('words' in expected && { said: true }),
        ...(expected.state === 'BOOKED' && { price: expected.price }),
      })),
    )
  })
})

const cancelled = (data: Record<string, unknown>): Spoken => ({
  status: 200,
  body: success({ shipmentId: 'SHP-1', status: 'CANCELLED', ...data }),
})

describe('a cancellation that is answered otherwise', () => {
  it.each<[name: string, answer: Spoken, end: { refund: number | null } | { words: RegExp }]>([
    ['without a word about the refund: no refund is claimed', cancelled({}), { refund: null }],
    [
      'the refund as a text with a comma',
      cancelled({ refundAmount: '1,100.25', refundStatus: 'processing' }),
      { refund: 1100.25 },
    ],
    ['American spelling in small letters', cancelled({ status: 'canceled', refundAmount: 10 }), { refund: 10 }],
    ['the service took it for an update: the shipment stands', cancelled({ status: 'PENDING' }), { words: /still/ }],
    ['done, with nothing said', { status: 204, body: '' }, { words: /still/ }],
    [
      'too late, in words without an envelope: asked again, and then it stands',
      { status: 409, body: { message: 'The driver has it already' } },
      { words: /The driver has it already/ },
    ],
    [
      'too late, in a list of details',
      {
        status: 409,
        body: {
          success: false,
          error: { code: 'SHIPMENT_IMMUTABLE', message: 'Already picked up', details: ['pickedUpAt 2026-11-01'] },
        },
      },
      { words: /picked up/i },
    ],
  ])('%s', async (_name, answer, expected) => {
    let isAsked = false
    const desk = await stationAnswered((method, url) =>
      isAsked && method === 'POST' && url.includes('/update-shipment/') ? answer : null,
    )
    const quote = await desk.run('quotes.request', palletsToChicago())
    const { bookingId } = await desk.run('bookings.submit', bookingOf(quote, { reference: 'PO-1' }))
    await desk.until('booked', async () => {
      const found = await desk.run('bookings.get', { bookingId })
      return found.state === 'BOOKED' ? found : null
    })
    isAsked = true
    const change = { kind: 'cancel', reason: 'The customer called', refundRequested: true } as const
    await desk.run('bookings.requestChange', { submissionId: 'change-form-1', bookingId, change })
    const { state, cancellation, error } = await desk.until('the change', async () => {
      const [found] = await desk.run('bookings.changes', { bookingId })
      if (found && !isOpenChange(found)) return found
      desk.wait(60)
      return null
    })
    if ('refund' in expected) {
      const refund = cancellation?.refund ? cancellation.refund.minor / 100 : null
      expect({ state, refund }).toEqual({ state: 'DONE', refund: expected.refund })
    } else {
      expect({ state, words: error?.message }).toEqual({
        state: 'REJECTED',
        words: expect.stringMatching(expected.words),
      })
    }
    const sent = desk.received.filter(({ url }) => url.includes('/update-shipment/'))
    expect(sent.length).toBeLessThanOrEqual(4)
  })
})
