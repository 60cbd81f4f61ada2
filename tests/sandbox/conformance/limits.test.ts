import { expect } from 'vitest'
import { z } from 'zod'
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
  const { now } = z.object({ now: z.string() }).parse((await service.door('GET', '/clock')).body)
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
  await service.door('POST', '/settings', { rateLimit: 0 })
  const refused = await service.post('/quote', palletRequest())
  await service.door('POST', '/settings', { rateLimit: null })
  expect([refused.status, errorOf(refused).code]).toEqual([429, 'RATE_LIMIT_ERROR'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})
