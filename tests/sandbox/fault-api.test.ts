import { describe, expect, test } from 'vitest'
import type { FaultRequest } from '../../src-sandbox/fault-api/faults.ts'
import { quoted } from './quoting.ts'
import { API_KEY, FAULT_TOKEN, useService } from './service.ts'

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
