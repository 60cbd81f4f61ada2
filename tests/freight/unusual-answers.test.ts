import { describe, expect, it } from 'vitest'
import { createFreightClient } from '../../src-main/freight/client.ts'
import { isOpenChange } from '../../src-shared/machine/change.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { httpServer, type ReceivedRequest } from '../support/http-server.ts'
import { otherService, type Spoken } from '../support/other-service.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'
import { unusualBookings, type BookingEnd } from './unusual/bookings.ts'
import { unusualCancels, type CancelEnd } from './unusual/changes.ts'
import { unusualQuotes } from './unusual/quotes.ts'
import { unusualDetails, unusualLists } from './unusual/shipments.ts'
import type { Wire } from './unusual/wire.ts'

const textOf = ({ raw, body }: Wire) => raw ?? JSON.stringify(body)

/** A client at a service that has one answer to everything. */
async function clientAnswered(answer: Wire) {
  const { baseUrl } = await httpServer((_request, response) => {
    response.writeHead(answer.status, { 'content-type': answer.type ?? 'application/json', ...answer.headers })
    response.end(textOf(answer))
  })
  return createFreightClient(async () => ({ baseUrl, apiKey: 'the-key' }), { clock: new FakeClock() })
}

/** A station at a service that gives one answer in its own manner wherever `unusual` has one. */
async function stationAnswered(unusual: (method: string, url: string) => Wire | null) {
  const sandbox = await testSandbox()
  const answeredBy = ({ method, url }: ReceivedRequest): Spoken | null => {
    const reported = unusual(method, url)
    if (!reported) return null
    return {
      status: reported.status,
      body: textOf(reported),
      headers: { ...(reported.type && { 'content-type': reported.type }), ...reported.headers },
    }
  }
  const service = await otherService(sandbox, (_request, spoken) => spoken, answeredBy)
  const clock = new FakeClock(sandbox.clock.now().toISOString())
  const station = await testStation(sandbox, {
    clock,
    background: false,
    startEmbedded: async () => ({ ...sandbox, baseUrl: service.baseUrl, close: async () => undefined }),
  })
  const wait = (seconds: number) => {
    clock.advance(seconds * 1000)
    station.station.services.outbox.kick()
  }
  return { ...station, wait, received: service.received }
}

describe('a quote that is answered otherwise', () => {
  it.each(unusualQuotes.map((one) => [one.name, one] as const))('%s', async (_name, { answer, expects }) => {
    const desk = await stationAnswered((method, url) => (method === 'POST' && url.endsWith('/quote') ? answer : null))
    const { rates, unread } = await desk.run('quotes.request', palletsToChicago())
    const prices = rates.map(({ total }): [number, string] => [total.minor / 100, total.currency])
    expect(prices).toEqual(expects.offers.toSorted(([a], [b]) => a - b))
    expect(unread).toBe(expects.leftOut ?? 0)
  })
})

const STATE_OF_END: Readonly<Record<BookingEnd['end'], string>> = {
  BOOKED: 'BOOKED',
  REFUSED: 'REJECTED',
  UNCERTAIN: 'UNKNOWN',
  WAITS: 'QUEUED',
}

describe('a booking that is answered otherwise', () => {
  it('ends as a clerk expects, and is posted once', async () => {
    let answer: Wire | null = null
    const desk = await stationAnswered((method, url) =>
      method === 'POST' && url.endsWith('/book-shipment') ? answer : null,
    )
    const posts = () => desk.received.filter(({ method, url }) => method === 'POST' && url.endsWith('/book-shipment'))
    const ends: unknown[] = []
    // The one that makes everything wait comes last.
    const inOrder = unusualBookings.toSorted(
      (a, b) => Number(a.expects.end === 'WAITS') - Number(b.expects.end === 'WAITS'),
    )
    for (const [at, unusual] of inOrder.entries()) {
      ;({ answer } = unusual)
      // Every answer names the same shipment: what was adopted once is claimed, so each has a station's worth of its own.
      const reported = JSON.stringify(unusual.answer)
        .replaceAll('SHP-1', `SHP-${at}X`)
        .replaceAll('900123', `9001${at}`)
      answer = JSON.parse(reported) as Wire
      const quote = await desk.run('quotes.request', palletsToChicago())
      const before = posts().length
      const { bookingId } = await desk.run('bookings.submit', bookingOf(quote, { reference: `PO-${at}` }))
      const booking = await desk.until(unusual.name, async () => {
        const found = await desk.run('bookings.get', { bookingId })
        return found.state === 'BOOKED' || (found.error && found.state !== 'SENDING') ? found : null
      })
      const { expects } = unusual
      ends.push({
        name: unusual.name,
        state: booking.state,
        // One that waits was surely not taken, and may go again.
        ...(expects.end !== 'WAITS' && { posts: posts().length - before }),
        ...('words' in expects && { said: expects.words?.test(booking.error?.message ?? '') || booking.error }),
        ...(expects.end === 'BOOKED' && { price: ((booking.charged ?? booking.total)?.minor ?? 0) / 100 }),
      })
    }
    expect(ends).toEqual(
      inOrder.map(({ name, expects }) => ({
        name,
        state: STATE_OF_END[expects.end],
        ...(expects.end !== 'WAITS' && { posts: 1 }),
        ...('words' in expects && { said: true }),
        ...(expects.end === 'BOOKED' && { price: expects.price }),
      })),
    )
  })
})

describe('a cancellation that is answered otherwise', () => {
  it.each(unusualCancels.map((one) => [one.name, one] as const))('%s', async (_name, { answer, expects }) => {
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
    const ended = await desk.until('the change', async () => {
      const [found] = await desk.run('bookings.changes', { bookingId })
      if (found && !isOpenChange(found)) return found
      desk.wait(60)
      return null
    })
    expect(endOfCancel(ended, expects)).toEqual(endExpected(expects))
    const sent = desk.received.filter(({ url }) => url.includes('/update-shipment/'))
    expect(sent.length).toBeLessThanOrEqual(4)
  })
})

function endOfCancel(
  {
    state,
    cancellation,
    error,
  }: { state: string; cancellation: { refund: { minor: number } | null } | null; error: { message: string } | null },
  expects: CancelEnd,
) {
  if (expects.end === 'CANCELLED') {
    return { state, refund: cancellation?.refund ? cancellation.refund.minor / 100 : null }
  }
  const words = expects.end === 'NOT_CANCELLED' ? expects.words : /still/
  return { state, said: words.test(error?.message ?? '') || error }
}

const endExpected = (expects: CancelEnd) =>
  expects.end === 'CANCELLED' ? { state: 'DONE', refund: expects.refund } : { state: 'REJECTED', said: true }

describe('a shipment that is told otherwise', () => {
  it.each(unusualDetails.map((one) => [one.name, one] as const))('%s', async (_name, { fields, expects }) => {
    const data = { shipmentId: 'SHP-1', status: 'PENDING', totalCost: 100, currency: 'USD', ...fields }
    const client = await clientAnswered({ status: 200, body: { success: true, data } })
    const detail: Record<string, unknown> = await client.lookUpShipment('SHP-1')
    const shown = Object.fromEntries(Object.keys(expects).map((name) => [name, detail[name]]))
    expect(shown).toEqual(expects)
  })

  it.each(unusualLists.map((one) => [one.name, one] as const))('in a list: %s', async (_name, { body }) => {
    const client = await clientAnswered({ status: 200, body })
    const { shipments, hasNext } = await client.listShipments({ page: 1 })
    expect({ ids: shipments.map(({ shipmentId }) => shipmentId), hasNext }).toEqual({ ids: ['SHP-1'], hasNext: false })
  })
})
