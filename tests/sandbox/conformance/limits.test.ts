import { Hono } from 'hono'
import { expect } from 'vitest'
import { z } from 'zod'
import { DEFAULT_SETTINGS } from '../../../src-sandbox/fault-api/settings.ts'
import { keysAndLimits } from '../../../src-sandbox/limits/middleware.ts'
import { RECOMMENDED_TIMEOUT_MS } from '../../../src-shared/freight/envelope.ts'
import { booked, quoted } from '../quoting.ts'
import { errorOf, HOUR_MS, palletRequest, useService } from '../service.ts'
import { dataIn, listOf, recordOf, row } from './row.ts'

const service = useService({
  plan: 'sandbox',
  moreKeys: [
    { key: 'basic', plan: 'production-basic' },
    { key: 'premium', plan: 'production-premium' },
    { key: 'large', plan: 'enterprise' },
  ],
})
const headersFor = async (key: string, path: string) =>
  (await fetch(service.baseUrl + path, { headers: { authorization: `Bearer ${key}` } })).headers
const limitFor = async (key: string, path: string) => Number((await headersFor(key, path)).get('x-ratelimit-limit'))

row('Limits', 'Location search and SAT lookup', async () => {
  for (const path of ['/location/search/77494', '/sat-code/lookup/en/pump']) {
    expect([await limitFor('test-key', path), await limitFor('premium', path)]).toEqual([60, 60])
  }
})
row('Limits', 'Quotes and tracking', async () => {
  for (const path of ['/tracking', '/tracking/events']) {
    expect([await limitFor('test-key', path), await limitFor('basic', path)]).toEqual([100, 1000])
  }
  const quoting = await fetch(`${service.baseUrl}/quote`, {
    method: 'POST',
    headers: { authorization: 'Bearer basic' },
  })
  expect(quoting.headers.get('x-ratelimit-limit')).toBe('1000')
})
row('Limits', 'Documents', async () => {
  const path = '/documents/DOC-NONE'
  expect([await limitFor('test-key', path), await limitFor('basic', path)]).toEqual([100, 500])
})
row('Limits', 'Plan tiers', async () => {
  const limits = []
  for (const key of ['test-key', 'basic', 'premium']) limits.push(await limitFor(key, '/shipments'))
  expect(limits).toEqual([100, 1000, 5000])
  expect(await limitFor('large', '/shipments')).toBeGreaterThan(5000)
})
row('Limits', 'Rate limit window', async () => {
  expect((await headersFor('test-key', '/shipments')).get('x-ratelimit-window')).toBe('60')
})
row('Limits', 'Rate limit window: the budget comes back with the next one', async () => {
  const time = { now: 0 }
  const app = new Hono()
  app.use(keysAndLimits([{ key: 'one', plan: 'sandbox' }], DEFAULT_SETTINGS, () => time.now))
  app.get('*', (c) => c.text('served'))
  app.onError((_, c) => c.text('refused', 429))
  const statusAt = async (now: number) => {
    time.now = now
    return (await app.request('/api/v1/shipments', { headers: { authorization: 'Bearer one' } })).status
  }
  for (let request = 0; request < 100; request++) expect(await statusAt(request)).toBe(200)
  expect([await statusAt(100), await statusAt(59_999)]).toEqual([429, 429])
  for (let request = 0; request < 100; request++) expect(await statusAt(60_000 + request)).toBe(200)
  expect(await statusAt(60_100)).toBe(429)
})
row('Limits', 'Recommended client timeout', async () => {
  expect(RECOMMENDED_TIMEOUT_MS).toBe(30_000)
  const help = await (await fetch(`${service.baseUrl}/help`)).text()
  expect(help).toContain('wait 30 seconds for an answer')
})
row('Limits', 'Partial ZIP search', async () => {
  const found = async (digits: string) =>
    z.array(z.unknown()).parse(recordOf((await service.get(`/location/search/US/${digits}`)).body)['data']).length
  expect(await found('77')).toBe(0)
  expect(await found('774')).toBeGreaterThan(0)
  expect(await found('606')).toBeLessThanOrEqual(50)
  expect(await found('100')).toBe(50)
})
row('Limits', 'SAT search term', async () => {
  expect((await service.get('/sat-code/lookup/en/pu')).body).toMatchObject({ total: 0, message: expect.any(String) })
  expect(listOf(recordOf((await service.get('/sat-code/lookup/en/pum')).body)['data']).length).toBeGreaterThan(0)
})
row('Limits', 'List limit', async () => {
  for (const path of ['/shipments', '/tracking/events']) {
    expect((await service.get(path)).body).toMatchObject({ meta: { pagination: { limit: 25 } } })
    expect((await service.get(`${path}?limit=100`)).status).toBe(200)
    expect((await service.get(`${path}?limit=101`)).status).toBe(400)
  }
})
row('Limits', 'Quote validity', async () => {
  const { quoteId, expiresAt } = await quoted(service)
  const { now } = z.object({ now: z.string() }).parse((await service.faultApi('GET', '/clock')).body)
  expect(Date.parse(expiresAt) - Date.parse(now)).toBeGreaterThan(HOUR_MS - 60_000)
  expect(Date.parse(expiresAt) - Date.parse(now)).toBeLessThanOrEqual(HOUR_MS)
  await service.jump(HOUR_MS)
  const selectedRate = { provider: 'Northline Freight', service: 'LTL_STANDARD' }
  expect(errorOf(await service.post('/book-shipment', { quoteId, selectedRate }))).toMatchObject({
    details: { reason: 'QUOTE_EXPIRED' },
  })
})
row('Limits', 'Document and label URL lifetime', async () => {
  const { shipmentId } = await booked(service)
  const { labels } = z
    .object({ labels: z.array(z.object({ createdAt: z.string(), expiresAt: z.string() })).min(1) })
    .parse(dataIn(await service.get(`/shipments/${shipmentId}/labels`)))
  for (const { createdAt, expiresAt } of labels) {
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * 24 * HOUR_MS)
  }
})
for (const [header, form] of [
  ['X-RateLimit-Limit', /^100$/],
  ['X-RateLimit-Remaining', /^\d{1,2}$/],
  ['X-RateLimit-Reset', /^\d{10}$/],
  ['X-RateLimit-Window', /^60$/],
] as const) {
  row('Rate limit response headers', header, async () => {
    expect((await headersFor('test-key', '/shipments')).get(header)).toMatch(form)
  })
}
row('Rate limit response headers', 'Retry-After', async () => {
  await service.faultApi('POST', '/settings', { rateLimit: 0 })
  const refused = await service.post('/quote', palletRequest())
  await service.faultApi('POST', '/settings', { rateLimit: null })
  expect([refused.status, errorOf(refused).code]).toEqual([429, 'RATE_LIMIT_ERROR'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})
