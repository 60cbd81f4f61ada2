import fc from '../support/fast-check.ts'
import { expect, test } from 'vitest'
import { TEMPLATES } from '../../src-shared/freight/document-generate.ts'
import { broken } from './broken.ts'
import { crossingQuoted, crossingRequest, STOPS } from './crossing.ts'
import { booked } from './quoting.ts'
import { errorOf, palletRequest, useService } from './service.ts'
import { TEMPLATE_BODIES } from './templates.ts'

const service = useService()
const EXPECTED = [200, 201, 400, 404]

const quote = { ...palletRequest(), shipDate: '2026-12-01', accessorials: ['LIFTGATE_PICKUP'], insuranceAmount: 10 }
const crossing = crossingRequest({
  shipperLocation: {
    ...STOPS.chicago,
    scheduledDate: '2026-12-01T09:30',
    openTime: '12/01/2026 08:00 -6',
    closeTime: '12/01/2026 17:00:00 -6',
    readyTime: '12/01/2026 09:00 -6',
    accessorials: ['LIFTGATE_PICKUP'],
    references: ['PO 1'],
  },
})
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
  ['/quote-crossborder', crossing],
  ['/book/SHP-NONE', { quoteId: 'X', pickupDate: '2026-12-01', consigneeInfo: { phone: '1' } }],
  ['/update-shipment/SHP-NONE', { reference: 'R', consigneeInfo: { phone: '1' } }],
  ['/update-shipment/SHP-NONE', { reason: 'R', refundRequested: true }],
  ['/track/shipments', { trackingNumbers: ['X', 'Y'] }],
  ['/track/details', { loadId: 'X' }],
  ['/track/update', { trackingNumber: 'X', after: '2026-12-01T00:00:00Z' }],
])('no body sent to %s makes the service fail', async (path, valid) => {
  await fc.assert(
    fc.asyncProperty(broken(valid), async (body) => {
      const answer = await service.post(path, body)
      expect(EXPECTED).toContain(answer.status)
      if (answer.status === 400) expect(errorOf(answer).details['field']).toEqual(expect.any(String))
    }),
    { numRuns: 300 },
  )
})

test('no change to a shipment and no booking of a load makes the service fail', async () => {
  const { shipmentId } = await booked(service)
  const { loadId, quotes } = await crossingQuoted(service)
  const update = {
    reference: 'R',
    instructions: 'I',
    consigneeInfo: { companyName: 'C', contactName: 'N', phone: '1' },
  }
  const booking = {
    quoteId: quotes[0]?.quoteId,
    pickupDate: '2026-12-01',
    reference: 'R',
    consigneeInfo: { phone: '1' },
  }
  await fc.assert(
    fc.asyncProperty(broken(update), broken(booking), async (change, load) => {
      for (const answer of [
        await service.post(`/update-shipment/${shipmentId}`, change),
        await service.post(`/book/${loadId}`, load),
      ]) {
        expect(EXPECTED).toContain(answer.status)
        if (answer.status === 400) expect(errorOf(answer).code).toBe('INVALID_REQUEST')
      }
      expect((await service.get(`/tracking/lookup/${shipmentId}`)).status).toBe(200)
    }),
    { numRuns: 150 },
  )
})

test.each(TEMPLATES)(
  'no body makes the service fail to answer for %s, and each fault has its field',
  async (template) => {
    const { shipmentId } = await booked(service)
    await fc.assert(
      fc.asyncProperty(broken({ template, format: 'PDF', shipmentId, ...TEMPLATE_BODIES[template] }), async (body) => {
        const answer = await service.post('/documents/generate', body)
        expect(EXPECTED).toContain(answer.status)
        if (answer.status === 400) expect(errorOf(answer).details['field']).toEqual(expect.any(String))
      }),
      { numRuns: 60 },
    )
  },
)

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
      fc.constantFrom(
        '/shipments',
        '/tracking',
        '/tracking/events',
        `/shipments/${shipmentId}/labels`,
        `/documents/${documentId}`,
      ),
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
