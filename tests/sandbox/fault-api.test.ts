import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { FaultRequest } from '../../src-sandbox/fault-api/faults.ts'
import { booked, quoted } from './quoting.ts'
import { API_KEY, dataOf, FAULT_TOKEN, HOUR_MS, useService } from './service.ts'

const service = useService()
const NORTHLINE = { provider: 'Northline Freight', service: 'LTL_STANDARD' }

async function bookWith(reference: string) {
  const { quoteId } = await quoted(service)
  return service.post('/book-shipment', { quoteId, selectedRate: NORTHLINE, reference })
}
const countOf = async (reference: string) => {
  const { body } = await service.get(`/shipments?reference=${reference}`)
  return body
}

describe('faults on demand', () => {
  test.each<[string, FaultRequest['fault'], string | typeof SyntaxError, number]>([
    ['a connection dropped before the commit', { kind: 'drop', when: 'before' }, 'fetch failed', 0],
    ['a connection dropped after the commit', { kind: 'drop', when: 'after' }, 'fetch failed', 1],
    ['half an answer after the commit', { kind: 'garbage', when: 'after' }, SyntaxError, 1],
    ['a body broken off in the middle after the commit', { kind: 'truncate', when: 'after' }, 'terminated', 1],
  ])('%s is no answer, and the shipment stands if it was committed', async (reference, fault, error, total) => {
    await service.fault({ method: 'POST', path: '/book-shipment', fault })
    await expect(bookWith(reference)).rejects.toThrow(error)
    expect(await countOf(reference)).toMatchObject({ meta: { pagination: { total } } })
  })

  test('any status can be answered, with a code or bare, and with a time to wait', async () => {
    await service.fault({
      path: '/shipments',
      fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_ERROR', retryAfter: '7' },
    })
    const limited = await service.get('/shipments')
    expect(limited.status).toBe(429)
    expect(limited.headers.get('retry-after')).toBe('7')
    expect(limited.body).toMatchObject({ success: false, error: { code: 'RATE_LIMIT_ERROR' } })

    await service.fault({ path: '/shipments', fault: { kind: 'status', status: 500 } })
    const response = await fetch(`${service.baseUrl}/shipments`, { headers: { authorization: `Bearer ${API_KEY}` } })
    expect([response.status, await response.text()]).toEqual([500, 'A fault was asked for.'])
  })

  test('a fault after the commit answers its status although the shipment stands', async () => {
    await service.fault({
      path: '/book',
      fault: { kind: 'status', when: 'after', status: 503, code: 'PROVIDER_ERROR' },
    })
    expect((await bookWith('STATUS-AFTER')).status).toBe(503)
    expect(await countOf('STATUS-AFTER')).toMatchObject({ meta: { pagination: { total: 1 } } })
  })

  test('meets only the requests it names, as often as it says, and can be called off', async () => {
    await service.fault({ method: 'POST', path: '/shipments', fault: { kind: 'status', status: 500, code: 'X' } })
    expect((await service.get('/shipments')).status).toBe(200)
    await service.faultApi('DELETE', '/faults')
    await service.fault({ path: '/shipments', times: 2, fault: { kind: 'status', status: 500, code: 'X' } })
    const statuses = [await service.get('/shipments'), await service.get('/shipments'), await service.get('/shipments')]
    expect(statuses.map(({ status }) => status)).toEqual([500, 500, 200])
  })
})

describe('the clock', () => {
  test('jumps forward and keeps its place over a restart', async () => {
    const before = service.now()
    await service.jump(100 * HOUR_MS)
    await service.restart()
    const { body } = await service.faultApi('GET', '/clock')
    const { now, speed } = z.object({ now: z.string(), speed: z.number() }).parse(body)
    expect(speed).toBe(1)
    expect(Date.parse(now) - before).toBeGreaterThanOrEqual(100 * HOUR_MS)
  })
})

describe('an exception on demand', () => {
  const detailSchema = z.object({ status: z.string(), estimatedDelivery: z.string() })
  const detailOf = async (id: string) => dataOf(await service.get(`/tracking/lookup/${id}`), detailSchema)
  const force = (id: string, body: unknown) => service.faultApi('POST', `/shipments/${id}/exception`, body)

  test('happens to a shipment under way, which then arrives later', async () => {
    const { shipmentId } = await booked(service)
    expect((await force(shipmentId, { code: '004' })).status).toBe(409)
    while (['PENDING', 'PICKUP_SCHEDULED'].includes((await detailOf(shipmentId)).status)) await service.jump(HOUR_MS)
    const before = await detailOf(shipmentId)
    expect((await force(shipmentId, { code: '004', description: 'Ice on the road' })).body).toEqual({
      shipmentId,
      status: 'EXCEPTION',
    })
    const after = await detailOf(shipmentId)
    expect(after.status).toBe('EXCEPTION')
    expect(Date.parse(after.estimatedDelivery)).toBeGreaterThan(Date.parse(before.estimatedDelivery))
    const track = dataOf(
      await service.get(`/shipments/${shipmentId}/track`),
      z.object({ events: z.array(z.unknown()) }),
    )
    expect(track.events[0]).toMatchObject({
      exceptionCode: '004',
      exceptionReason: 'WEATHER_DELAY',
      description: 'Ice on the road',
    })
    await service.jump(60 * 24 * HOUR_MS)
    expect(['DELIVERED', 'RETURNED']).toContain((await detailOf(shipmentId)).status)
    expect((await force(shipmentId, { code: '004' })).status).toBe(409)
  })
})

describe('the fault API itself', () => {
  const knock = async (path: string, token?: string) =>
    (await fetch(new URL(path, service.baseUrl), { headers: token === undefined ? {} : { 'x-sandbox-token': token } }))
      .status

  test('opens to its own token only', async () => {
    expect(await knock('/_sandbox/clock')).toBe(401)
    expect(await knock('/_sandbox/clock', API_KEY)).toBe(401)
    expect(await knock('/_sandbox/clock', FAULT_TOKEN)).toBe(200)
  })

  test('is not there without a token', async () => {
    await service.restart({ faultToken: undefined })
    expect(await knock('/_sandbox/clock', FAULT_TOKEN)).toBe(404)
    expect(await knock('/_sandbox/clock', '')).toBe(404)
  })
})
