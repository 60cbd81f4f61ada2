import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Booking } from '../../src-shared/station/booking/booking.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { errorAnswer } from '../support/http-server.ts'
import { otherService, stationAtOther, type Spoken } from '../support/other-service.ts'
import { testSandbox } from '../support/sandbox.ts'

const answerSchema = z.object({ data: z.record(z.string(), z.unknown()) })

/** A station at a service whose booking answers are lost, whose details are told so, and which refuses calls that hold this. */
async function lostAnswer(report: (detail: Record<string, unknown>) => unknown, refuses = '\n', reference = 'PO-1') {
  const sandbox = await testSandbox()
  const service = await otherService(sandbox, ({ method, url }, spoken): Spoken => {
    if (method === 'POST' && url.endsWith('/book-shipment')) return { status: 502, body: '<html>Bad gateway</html>' }
    if (url.includes(refuses)) return { status: 400, body: errorAnswer('INVALID_REQUEST') }
    if (!url.includes('/tracking/lookup/')) return spoken
    const { data } = answerSchema.parse(spoken.body)
    return { status: spoken.status, body: report(data) }
  })
  const station = await stationAtOther(sandbox, service)
  const quote = await station.run('quotes.request', palletsToChicago())
  const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference }))
  const settled = async (): Promise<Booking> => {
    for (const [checks, seconds] of [
      [1, 5],
      [2, 10],
      [3, 45],
    ] as const) {
      const booking = await station.until(`look ${checks}`, async () => {
        const found = await station.run('bookings.get', { bookingId })
        return found.checks >= checks || found.state === 'BOOKED' ? found : null
      })
      if (booking.state === 'BOOKED') return booking
      station.clock.advance(seconds * 1000)
      station.station.services.outbox.kick()
    }
    return station.until('a question', async () => {
      const booking = await station.run('bookings.get', { bookingId })
      return booking.state === 'NEEDS_DECISION' || booking.state === 'BOOKED' ? booking : null
    })
  }
  const posted = () => service.received.filter(({ method, url }) => method === 'POST' && url.endsWith('/book-shipment'))
  return { station, bookingId, settled, posted }
}

const envelope = (data: unknown) => ({ success: true, data })

describe('a booking whose answer was lost', () => {
  it.each<[what: string, change: Record<string, unknown>]>([
    ['the company in capitals', { consigneeInfo: { companyName: 'GLOBEX  CORPORATION' } }],
    ['a ZIP+4', { destinationAddress: { postalCode: '60601-1234' } }],
    ['the carrier in capitals', { provider: null }],
    ['nothing but the reference', Object.fromEntries(['provider', 'service', 'totalCost'].map((name) => [name, null]))],
  ])('is adopted by itself when the service tells it with %s', async (_what, change) => {
    const desk = await lostAnswer((detail) => envelope({ ...detail, ...change }))
    expect((await desk.settled()).state).toBe('BOOKED')
    expect(desk.posted()).toHaveLength(1)
  })

  it.each<[what: string, report: (detail: Record<string, unknown>) => unknown, field: string]>([
    ['the reference in another case', (detail) => envelope({ ...detail, reference: 'po 1' }), 'reference'],
    ['no reference', (detail) => envelope({ ...detail, reference: null }), 'reference'],
    [
      'a price off by a cent',
      (detail) => envelope({ ...detail, totalCost: Number(detail['totalCost']) + 0.01 }),
      'price',
    ],
    ['the service renamed', (detail) => envelope({ ...detail, service: 'Standard ground' }), 'service'],
    ['a detail that is a page', () => '<html>Welcome</html>', 'reference'],
  ])('is asked about, never called not found, when the service tells it with %s', async (_what, report, field) => {
    const desk = await lostAnswer(report)
    const asked = await desk.settled()
    expect(asked).toMatchObject({
      state: 'NEEDS_DECISION',
      question: { kind: 'not-found', near: [{ shipmentId: expect.any(String), differences: [{ field }] }] },
    })
    const answer = (given: object) =>
      desk.station.station.invoke('bookings.answer', { bookingId: desk.bookingId, answer: given })
    expect(await answer({ answer: 'send-again' })).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    expect(await answer({ answer: 'adopt', shipmentId: 'SHP-ELSE' })).toMatchObject({ ok: false })
    const shipmentId = asked.question?.kind === 'not-found' ? asked.question.near?.[0]?.shipmentId : undefined
    // A shipment that only nearly agrees may be another order's: none of them is canceled.
    expect(await answer({ answer: 'adopt', shipmentId, voidOthers: true })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', details: { issues: [{ path: 'answer.voidOthers' }] } },
    })
    expect(await answer({ answer: 'adopt', shipmentId })).toMatchObject({
      ok: true,
      value: { state: 'BOOKED', shipmentId },
    })
    expect(desk.posted()).toHaveLength(1)
  })

  it('goes again beside one that looks like it only with the word that it may be a second', async () => {
    const desk = await lostAnswer((detail) => envelope({ ...detail, service: 'Standard ground' }))
    await desk.settled()
    const answer = { answer: 'send-again', mayBeSecond: true } as const
    expect(await desk.station.run('bookings.answer', { bookingId: desk.bookingId, answer })).toMatchObject({
      state: 'QUEUED',
    })
    await desk.station.until('the second send', async () => (desk.posted().length === 2 ? true : null))
  })

  it('is asked about by a service that refuses createdAfter, too', async () => {
    const desk = await lostAnswer((detail) => envelope({ ...detail, reference: null }), 'createdAfter')
    expect((await desk.settled()).question).toMatchObject({
      kind: 'not-found',
      near: [{ shipmentId: expect.any(String) }],
    })
    expect(desk.posted()).toHaveLength(1)
  })

  it('is not found when what the service has is other freight', async () => {
    const other = { reference: 'PO-9', consigneeInfo: { companyName: 'Initech' } }
    const desk = await lostAnswer((detail) => envelope({ ...detail, ...other }))
    expect((await desk.settled()).question).toEqual({ kind: 'not-found', checks: 4 })
  })

  it.each([
    ['keeps its first characters', (reference: string) => reference.slice(0, 15)],
    ['puts words before it', (reference: string) => `PO# ${reference}`],
    ['joins it with another', (reference: string) => `${reference}, BOL 7781`],
    ['has one of its own, while all else is told and agrees', () => 'X-1'],
  ])('is asked about when the service %s', async (_what, made) => {
    const reference = 'so-2026-11-25-chicago-0001'
    const desk = await lostAnswer((detail) => envelope({ ...detail, reference: made(reference) }), '\n', reference)
    expect((await desk.settled()).question).toMatchObject({
      kind: 'not-found',
      near: [{ differences: [{ field: 'reference', asked: reference, told: made(reference) }] }],
    })
    const answer = { answer: 'send-again' } as const
    const reported = await desk.station.station.invoke('bookings.answer', { bookingId: desk.bookingId, answer })
    expect(reported).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    expect(desk.posted()).toHaveLength(1)
  })
})

describe('a booking that the service answers with the shipment of another', () => {
  it('is not booked under it: a person is told whose it is, and it goes again only with the word', async () => {
    const sandbox = await testSandbox()
    let first: unknown
    const isBooking = ({ method, url }: { method: string; url: string }) =>
      method === 'POST' && url.endsWith('/book-shipment')
    // One that takes a second booking of a quote for a repetition of the first.
    const service = await otherService(
      sandbox,
      (request, spoken): Spoken => {
        if (isBooking(request)) first = spoken.body
        return spoken
      },
      (request) => (isBooking(request) && first !== undefined ? { status: 200, body: first } : null),
    )
    const { run, until, station } = await stationAtOther(sandbox, service)
    const quote = await run('quotes.request', palletsToChicago())
    const ended = (bookingId: string) =>
      until('an end', async () => {
        const booking = await run('bookings.get', { bookingId })
        return booking.state === 'BOOKED' || booking.state === 'NEEDS_DECISION' ? booking : null
      })
    const mine = await ended((await run('bookings.submit', bookingOf(quote, { reference: 'PO-A' }))).bookingId)
    const { bookingId } = await run(
      'bookings.submit',
      bookingOf(quote, { reference: 'PO-B', submissionId: 'second-1' }),
    )
    const asked = await ended(bookingId)
    expect(asked).toMatchObject({
      state: 'NEEDS_DECISION',
      shipmentId: null,
      question: { kind: 'not-found', answeredWith: { shipmentId: mine.shipmentId, reference: 'PO-A' } },
    })
    const answer = { answer: 'send-again' } as const
    expect(await station.invoke('bookings.answer', { bookingId, answer })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', message: expect.stringContaining('the shipment of PO-A') },
    })
    // Looked for once more it is the same question, also after a look that could not be made.
    const fails = { kind: 'status', when: 'before', status: 500 } as const
    await sandbox.fault({ method: 'GET', path: '/shipments', times: 1000, fault: fails })
    expect(await run('bookings.answer', { bookingId, answer: { answer: 'check-again' } })).toMatchObject({
      state: 'UNKNOWN',
    })
    await sandbox.clearFaults()
    expect(await run('bookings.check', { bookingId })).toMatchObject({
      question: { answeredWith: { shipmentId: mine.shipmentId, reference: 'PO-A' } },
    })
    expect(await station.invoke('bookings.answer', { bookingId, answer })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', message: expect.stringContaining('the shipment of PO-A') },
    })
  })
})
