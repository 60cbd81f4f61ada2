import { describe, expect, it, test } from 'vitest'
import { responseVariantOf, RESPONSE_VARIANTS } from '../../src-sandbox/response-variants/variant.ts'
import { quoted } from './quoting.ts'
import { API_KEY, useService } from './service.ts'

const PLAIN_KEY = 'plain-key'
const service = useService({ moreKeys: [{ key: PLAIN_KEY, plan: 'enterprise', responseVariant: 'plain' }] })
const NORTHLINE = { provider: 'Northline Freight', service: 'LTL_STANDARD' }

/** What is answered in a response variant, as text and parsed. */
async function said(responseVariant: string, method: string, path: string, body?: unknown, key = API_KEY) {
  await service.faultApi('POST', '/settings', { responseVariant })
  const response = await fetch(service.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await response.text()
  await service.faultApi('POST', '/settings', { responseVariant: 'plain' })
  return { status: response.status, text, type: response.headers.get('content-type') }
}

async function booked(responseVariant: string) {
  const { quoteId } = await quoted(service)
  const body = { quoteId, selectedRate: NORTHLINE, reference: `D-${responseVariant}` }
  const { status, text } = await said(responseVariant, 'POST', '/book-shipment', body)
  return { status, answer: JSON.parse(text) as unknown }
}

describe('a booking is answered', () => {
  it.each<[responseVariant: string, answer: unknown]>([
    ['plain', { success: true, error: null, data: { status: 'PENDING', labels: [{ format: 'PDF' }] } }],
    ['terse', { success: true, data: { status: 'PENDING', totalCost: expect.any(Number) } }],
    ['nulls', { success: true, data: { status: 'PENDING', labels: null, proNumber: null } }],
    ['bare', { shipmentId: expect.any(String), trackingNumber: expect.any(String), status: 'PENDING' }],
    ['chatty', { _type: expect.any(String), data: { status: 'PENDING', tenant: { id: 4711 } } }],
    ['strings', { success: 'true', data: { status: 'Pending', totalCost: expect.any(String), currency: 'usd' } }],
    ['gateway', { success: true, data: { status: 'PENDING' } }],
  ])('in %s', async (responseVariant, answer) => {
    expect(await booked(responseVariant)).toMatchObject({ status: 201, answer })
  })
})

test('a gateway refuses in its own words', async () => {
  const key = await said('gateway', 'GET', '/shipments', undefined, 'no-key')
  expect(key).toMatchObject({ status: 401, text: '{"message":"Unauthorized"}' })
  const route = await said('gateway', 'GET', '/nowhere')
  expect(route).toMatchObject({ status: 404, text: '{"message":"no Route matched with those values"}' })
  await service.fault({ path: '/shipments', fault: { kind: 'status', status: 503, code: 'PROVIDER_ERROR' } })
  expect(await said('gateway', 'GET', '/shipments')).toMatchObject({ status: 503, type: 'text/html' })
})

test('what is no JSON stays as it is, and a key may have a dialect of its own', async () => {
  expect((await said('strings', 'GET', '/help')).text).toContain('<html')
  const { text } = await said('bare', 'GET', '/shipments', undefined, PLAIN_KEY)
  expect(JSON.parse(text)).toMatchObject({ success: true, meta: { requestId: expect.any(String) } })
})

test('a mix has one dialect for each endpoint, always the same, and others under another seed', () => {
  const endpoints = Array.from({ length: 30 }, (_, nth) => `GET /${nth}`)
  const drawn = (seed: string) => endpoints.map((endpoint) => responseVariantOf(seed, endpoint))
  expect(new Set(drawn('mix:a'))).toEqual(new Set(RESPONSE_VARIANTS))
  expect(drawn('mix:a')).toEqual(drawn('mix:a'))
  expect(drawn('mix:a')).not.toEqual(drawn('mix:b'))
})
