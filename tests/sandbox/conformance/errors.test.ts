import { expect } from 'vitest'
import { ERROR_STATUS, type FreightErrorCode } from '../../../src-shared/freight/error.ts'
import { booked, quoted } from '../quoting.ts'
import { API_KEY, DAY_MS, errorOf, palletRequest, useService, type Answer } from '../service.ts'
import { TEMPLATE_BODIES } from '../templates.ts'
import { row } from './row.ts'

const service = useService()
const CARRIER = { provider: 'Northline Freight', service: 'LTL_STANDARD' }
const pallet = palletRequest()

/** A request that is answered with the code, and what its details hold. */
const CASES = {
  AUTHENTICATION_ERROR: {
    ask: async () => {
      const answer = await fetch(`${service.baseUrl}/shipments`, { headers: { authorization: `Bearer ${API_KEY}x` } })
      return { status: answer.status, headers: answer.headers, body: await answer.json() }
    },
  },
  INVALID_REQUEST: { ask: () => service.post('/quote', {}) },
  INVALID_ADDRESS: {
    ask: () => service.post('/quote', { ...pallet, originAddress: { ...pallet.originAddress, postalCode: '00001' } }),
    details: { field: 'originAddress.postalCode', suggestions: expect.any(Array) },
  },
  RATE_LIMIT_ERROR: {
    ask: async () => {
      await service.faultApi('POST', '/settings', { rateLimit: 0 })
      const answer = await service.get('/shipments')
      await service.faultApi('POST', '/settings', { rateLimit: null })
      return answer
    },
  },
  PROVIDER_ERROR: {
    ask: async () => {
      const fault = {
        kind: 'status',
        status: 503,
        code: 'PROVIDER_ERROR',
        details: { provider: 'Union Vale' },
      } as const
      await service.fault({ method: 'POST', path: '/quote', fault })
      return service.post('/quote', pallet)
    },
    details: { provider: 'Union Vale' },
  },
  SHIPMENT_NOT_FOUND: { ask: () => service.get('/tracking/lookup/SHP-NONE') },
  INSUFFICIENT_FUNDS: {
    ask: async () => {
      const { quoteId } = await quoted(service)
      await service.faultApi('POST', '/settings', { balanceMinor: 1 })
      const answer = await service.post('/book-shipment', { quoteId, selectedRate: CARRIER })
      await service.faultApi('POST', '/settings', { balanceMinor: null })
      return answer
    },
  },
  NO_RATES_AVAILABLE: {
    ask: () =>
      service.post('/quote', {
        ...pallet,
        cargo: pallet.cargo.map((one) => ({ ...one, weight: 45_000, quantity: 100 })),
      }),
    details: { reason: expect.any(String) },
  },
  SHIPMENT_IMMUTABLE: {
    ask: async () => {
      const { shipmentId } = await booked(service)
      await service.jump(30 * DAY_MS)
      return service.post(`/update-shipment/${shipmentId}`, { reference: 'PO 2' })
    },
    details: { status: expect.any(String), pickedUpAt: expect.any(String) },
  },
  TRACKING_NOT_FOUND: {
    ask: () => service.post('/track/shipment', { trackingNumber: 'NLTF999' }),
    details: { trackingNumber: 'NLTF999', provider: 'Northline Freight' },
  },
  TRACKING_NOT_AVAILABLE: {
    ask: async () => service.post('/track/update', { loadId: (await booked(service)).shipmentId }),
    details: { reason: expect.any(String), retryAfter: expect.any(Number) },
  },
  DOCUMENT_NOT_FOUND: { ask: () => service.get('/documents/DOC-NONE') },
  DOCUMENT_GENERATION_FAILED: {
    ask: async () =>
      service.post('/documents/generate', {
        template: 'COMMERCIAL_INVOICE',
        shipmentId: (await booked(service)).shipmentId,
        data: { ...TEMPLATE_BODIES.COMMERCIAL_INVOICE.data, seller: undefined },
      }),
    details: { template: 'COMMERCIAL_INVOICE', errors: expect.arrayContaining([expect.any(String)]) },
  },
} satisfies Record<FreightErrorCode, { ask(): Promise<Answer>; details?: object }>
for (const [code, { ask, ...more }] of Object.entries(CASES)) {
  row('Error codes', code, async () => {
    const answer = await ask()
    expect(errorOf(answer)).toMatchObject({ code, ...more })
    expect(Object.entries(ERROR_STATUS)).toContainEqual([code, answer.status])
  })
}

const STATUSES = {
  200: () => service.get('/shipments'),
  201: async () => {
    const { quoteId } = await quoted(service)
    return service.post('/book-shipment', { quoteId, selectedRate: CARRIER })
  },
  400: () => service.post('/quote', {}),
  401: CASES.AUTHENTICATION_ERROR.ask,
  403: CASES.INSUFFICIENT_FUNDS.ask,
  404: () => service.get('/tracking/lookup/SHP-NONE'),
  409: CASES.SHIPMENT_IMMUTABLE.ask,
  429: CASES.RATE_LIMIT_ERROR.ask,
  500: async () => {
    await service.fault({ path: '/shipments', fault: { kind: 'status', status: 500, code: 'INTERNAL' } })
    return service.get('/shipments')
  },
  503: CASES.PROVIDER_ERROR.ask,
}
for (const [status, ask] of Object.entries(STATUSES)) {
  row('HTTP status codes', status, async () => {
    const answer = await ask()
    expect(answer.status).toBe(Number(status))
    if (answer.status >= 400) expect(errorOf(answer).message).not.toBe('')
  })
}
row('HTTP status codes', 'none but these is answered by a wrong method, type or size', async () => {
  const asked = await Promise.all([
    service.call('DELETE', '/quote'),
    service.post('/quote', { returnJson: 'x'.repeat(1024 * 1024) }),
    fetch(`${service.baseUrl}/quote`, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'text/plain' },
      body: '{}',
    }),
    ...['{', 'null', '{"a":1}{'].map((body) =>
      fetch(`${service.baseUrl}/quote`, {
        method: 'POST',
        headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
        body,
      }),
    ),
  ])
  expect(asked.map(({ status }) => status)).toEqual([404, 400, 400, 400, 400, 400])
  for (const { status } of asked) expect(Object.keys(STATUSES)).toContain(String(status))
})
