import fc from 'fast-check'
import { expect, test } from 'vitest'
import { booked } from './quoting.ts'
import { palletRequest, useService } from './service.ts'

const service = useService()
const EXPECTED = [200, 201, 400, 404]

/** Any JSON value, with the strings that break things: NUL, half characters, control characters. */
const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constantFrom(1e308, -0, 5e-324, '9999-12-31'))

/** A valid body with one to three of its parts, at any depth, replaced by anything. */
const broken = (valid: object) => {
  const paths = pathsOf(valid)
  return fc
    .array(fc.tuple(fc.constantFrom(...paths), value), { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce<unknown>((body, [path, part]) => replaced(body, path, part), valid))
}

function pathsOf(body: unknown, path: string[] = []): string[][] {
  if (typeof body !== 'object' || body === null) return [path]
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(body).flatMap(([key, part]) => pathsOf(part, [...path, key])),
  ]
}

function replaced(body: unknown, [key, ...rest]: string[], part: unknown): unknown {
  if (key === undefined) return part
  if (typeof body !== 'object' || body === null) return body
  if (Array.isArray(body))
    return body.map((item: unknown, index) => (String(index) === key ? replaced(item, rest, part) : item))
  return { ...body, [key]: replaced(new Map(Object.entries(body)).get(key), rest, part) }
}

const quote = { ...palletRequest(), shipDate: '2026-12-01', accessorials: ['LIFTGATE_PICKUP'], insuranceAmount: 10 }
const direct = {
  ...palletRequest(),
  service: { provider: 'Northline Freight', service: 'LTL_STANDARD' },
  shipperInfo: { companyName: 'A' },
  reference: 'R',
  instructions: 'I',
  labelFormat: 'PDF',
}

test.each([
  ['/quote', quote],
  ['/book-shipment', direct],
  ['/track/shipment', { trackingNumber: 'X' }],
])('no body sent to %s makes the service fail', async (path, valid) => {
  await fc.assert(
    fc.asyncProperty(broken(valid), async (body) => {
      const { status } = await service.post(path, body)
      expect(EXPECTED).toContain(status)
    }),
    { numRuns: 300 },
  )
})

test('no query makes the service fail', async () => {
  const { shipmentId, labels } = await booked(service)
  const documentId = new URL(labels?.[0]?.url ?? '').pathname.split('/').at(-1)
  const names = [
    'page',
    'limit',
    'status',
    'reference',
    'provider',
    'sort',
    'order',
    'createdAfter',
    'after',
    'before',
    'shipmentIds',
    'trackingNumbers',
    'eventType',
    'format',
    'size',
    'combine',
    'download',
    'token',
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/shipments', '/tracking/events', `/shipments/${shipmentId}/labels`, `/documents/${documentId}`),
      fc.array(
        fc.tuple(
          fc.constantFrom(...names),
          fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('1', '1000000', 'true')),
        ),
        { maxLength: 4 },
      ),
      async (path, query) => {
        const search = new URLSearchParams(query.map(([name, text]): [string, string] => [name, text.toWellFormed()]))
        const url = `${service.baseUrl}${path}?${search.toString()}`
        const response = await fetch(url, { headers: { authorization: 'Bearer test-key' } })
        await response.arrayBuffer()
        expect(EXPECTED).toContain(response.status)
      },
    ),
    { numRuns: 300 },
  )
})
