import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { readRateLimitHeaders } from '../../../src-main/freight/rate-limit/rate-limit-headers.ts'
import { httpServer, sendJson } from '../../support/http-server.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { startFaultProxy, type FaultProxy } from '../../support/fault-proxy.ts'
import { FAULT_KINDS, faultOf, plannedFaults, type Fault, type FaultPlan } from '../../support/fault-proxy-plan.ts'
import { freePort } from '../../support/free-port.ts'

const DEADLINE_MS = 200
/** Far longer than a connection attempt takes. */
const SHUT_MS = 3_000
const BOOKING = { reference: 'PO-1' }

/** A service that takes everything, behind a proxy with this plan. */
async function behind(plan: FaultPlan) {
  const service = await httpServer((_request, response, count) => sendJson(response, 201, { success: true, count }))
  const proxy = await startFaultProxy({
    target: service.baseUrl,
    plan,
    deadlineMs: DEADLINE_MS,
    clock: new FakeClock(),
    shutMs: SHUT_MS,
  })
  onTestFinished(proxy.close)
  return { service, proxy }
}

const once =
  (fault: Fault): FaultPlan =>
  (_family, count) =>
    count === 1 ? fault : null

/** A caller in a hurry goes when its deadline is over; any other has the patience of the test. */
async function book(proxy: FaultProxy, path = '/book-shipment', isHurried = false) {
  const answer = await fetch(proxy.baseUrl + path, {
    method: 'POST',
    body: JSON.stringify(BOOKING),
    headers: { 'content-type': 'application/json', connection: 'close' },
    redirect: 'manual',
    ...(isHurried ? { signal: AbortSignal.timeout(DEADLINE_MS) } : {}),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const withCode = z.object({ cause: z.object({ code: z.string() }) })
/** Why a connection was not taken. */
const codeOf = (error: unknown) => withCode.parse(error).cause.code

describe('the fault proxy', () => {
  it('passes on what meets no fault, to the letter', async () => {
    const { service, proxy } = await behind(() => null)
    expect(await book(proxy)).toMatchObject({ status: 201, text: '{"success":true,"count":1}' })
    expect(service.received).toMatchObject([
      { method: 'POST', url: '/api/v1/book-shipment', body: JSON.stringify(BOOKING) },
    ])
    expect(proxy.calls).toMatchObject([{ family: 'book', count: 1, reference: 'PO-1', fault: null, status: 201 }])
  })

  it.each([
    ['cut-before', 0],
    ['cut-after', 1],
    ['truncated', 1],
    ['late', 1],
    ['copied', 2],
  ] as const)('%s: the caller gets no answer, and the service sees the booking %i times', async (kind, seen) => {
    const { service, proxy } = await behind(once(faultOf(kind)))
    await expect(book(proxy, '/book-shipment', kind === 'late')).rejects.toThrow()
    await expect.poll(() => service.received.length).toBe(seen)
    expect((await book(proxy)).status).toBe(201)
  })

  it.each([
    ['server-error', /^5\d\d /],
    ['provider-error', /^502 .*PROVIDER_ERROR/],
    ['garbage', /^200 /],
    ['wrong-shape', /^200 .*"result":\[\]/],
    ['redirect', /^30[27] /],
  ] as const)('%s: answers otherwise, whether the booking was carried out or not', async (kind, said) => {
    for (const isCarriedOut of [true, false]) {
      const { service, proxy } = await behind(once(faultOf(kind, isCarriedOut)))
      const { status, text } = await book(proxy)
      expect(`${status} ${text}`).toMatch(said)
      expect(service.received.length).toBe(isCarriedOut ? 1 : 0)
    }
  })

  it.each([
    [0.1, /^\d+$/],
    [0.9, /GMT$/],
  ])('rate-limited: asks to wait in seconds or until a date, and passes nothing on', async (size, form) => {
    const { service, proxy } = await behind(once(faultOf('rate-limited', true, size)))
    const { status, headers } = await book(proxy)
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toMatch(form)
    // By its own clock, wherever that stands: a caller would else wait for the whole time between the two.
    const { retryAfterMs } = readRateLimitHeaders(status, headers, new Date(0))
    expect(retryAfterMs).toBeGreaterThan(0)
    expect(retryAfterMs).toBeLessThanOrEqual(6_000)
    expect(service.received).toEqual([])
  })

  it('trickle: the whole answer comes, piece by piece', async () => {
    const { proxy } = await behind(once(faultOf('trickle', true, 0)))
    expect(await book(proxy)).toMatchObject({ status: 201, text: '{"success":true,"count":1}' })
  })

  it('shut: connections are refused for a while after the answer, then taken again', async () => {
    const { proxy } = await behind(once(faultOf('shut')))
    expect((await book(proxy)).status).toBe(201)
    const answer = () => book(proxy).then(({ status }) => status, codeOf)
    await expect.poll(answer).toBe('ECONNREFUSED')
    await expect.poll(answer).toBe(201)
  })

  it('counts who follows a redirect with the key, or to do more than read', async () => {
    const { proxy } = await behind(once(faultOf('redirect')))
    const { headers } = await book(proxy)
    expect(proxy.ledAstray()).toBe(0)
    const elsewhere = headers.get('location') ?? ''
    await fetch(elsewhere)
    expect(proxy.ledAstray()).toBe(0)
    await fetch(elsewhere, { headers: { authorization: 'Bearer key' } })
    await fetch(elsewhere, { method: 'POST' })
    expect(proxy.ledAstray()).toBe(2)
  })

  it('tells bookings, looks and other calls apart', async () => {
    const { proxy } = await behind(() => null)
    await book(proxy, '/book/SHP-1')
    for (const path of ['/shipments?reference=PO-1', '/tracking/lookup/SHP-1', '/shipments?page=1']) {
      await fetch(proxy.baseUrl + path)
    }
    expect(proxy.calls.map(({ family }) => family)).toEqual(['book', 'look', 'look', 'other'])
  })

  it('lets everything pass once it is calm', async () => {
    const { proxy } = await behind(() => faultOf('cut-before'))
    proxy.calm()
    expect((await book(proxy)).status).toBe(201)
  })

  it('answers like a broken line when the service behind it is gone', async () => {
    const port = await freePort()
    const target = `http://127.0.0.1:${port}/api/v1`
    const proxy = await startFaultProxy({ target, plan: () => null, deadlineMs: DEADLINE_MS, clock: new FakeClock() })
    onTestFinished(proxy.close)
    await expect(book(proxy)).rejects.toThrow()
    expect(proxy.calls).toMatchObject([{ status: null }])
  })
})

describe('the faults of a seed', () => {
  const planOf = (seed: string) => Array.from({ length: 400 }, (_, index) => plannedFaults(seed)('book', index + 1))

  it('are the same for the same seed and others for another', () => {
    expect(planOf('a')).toEqual(planOf('a'))
    expect(planOf('a')).not.toEqual(planOf('b'))
  })

  it('hold every kind, and never say that a refused booking was carried out', () => {
    const faults = planOf('a').filter((fault) => fault !== null)
    expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(FAULT_KINDS))
    const refused = faults.filter(({ kind }) => kind === 'rate-limited' || kind === 'cut-before')
    expect(refused.every(({ isCarriedOut }) => !isCarriedOut)).toBe(true)
  })
})
