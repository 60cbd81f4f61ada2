import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFreightClient } from '../../src-main/freight/client.ts'
import { checkService } from '../../src-main/freight/check/check-service.ts'
import { checkTable } from '../../src-main/cli/commands/doctor.ts'
import { RESPONSE_VARIANTS } from '../../src-sandbox/response-variants/variant.ts'
import { startSandbox, type Sandbox } from '../../src-sandbox/server.ts'
import { httpServer, sendJson } from '../support/http-server.ts'
import { runningClock } from '../support/running-clock.ts'
import { seedService } from '../support/seeded-service.ts'

const clock = runningClock()
const dataDir = mkdtempSync(join(tmpdir(), 'waybill-check-'))
const QUOTE = {
  quoteId: 'q-1',
  rates: [{ provider: 'Northline', service: 'LTL', totalCost: 100, currency: 'USD' }],
  expiresAt: '2026-12-31T00:00:00Z',
}
let sandbox: Sandbox

beforeAll(async () => {
  seedService(dataDir)
  const moreKeys = RESPONSE_VARIANTS.map((responseVariant) => ({
    key: responseVariant,
    plan: 'enterprise' as const,
    responseVariant,
  }))
  const machineNow = () => clock.now().getTime()
  sandbox = await startSandbox({ port: 0, dataDir, apiKey: 'k', moreKeys, machineNow, samples: true })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function check(baseUrl: string, apiKey: string, book = false) {
  return checkService({
    baseUrl,
    client: (onValue) => createFreightClient(async () => ({ baseUrl, apiKey }), { clock, onValue }),
    book,
    reference: `CHECK-${apiKey}`,
    now: () => clock.now(),
  })
}
const resultsOf = ({ endpoints }: Awaited<ReturnType<typeof check>>) => new Set(endpoints.map(({ result }) => result))

describe('a check of the service', () => {
  it('finds that everything works which reads only', async () => {
    const found = await check(sandbox.baseUrl, 'plain')
    expect(resultsOf(found)).toEqual(new Set(['works', 'not-tried']))
    expect(found.endpoints.filter(({ result }) => result === 'works').length).toBeGreaterThan(15)
    expect(found.booked).toBeNull()
  })

  it.each(RESPONSE_VARIANTS)(
    'books, looks, fetches a label and cancels in %s, and nothing fails',
    async (responseVariant) => {
      const found = await check(sandbox.baseUrl, responseVariant, true)
      expect(found.endpoints.filter(({ result }) => result === 'failed' || result === 'missing')).toEqual([])
      expect(found.booked).toMatchObject({ isCancelled: true })
      if (responseVariant === 'strings') expect(resultsOf(found)).toContain('differs')
    },
  )

  it('says what is missing, and what was refused under which id', async () => {
    const { baseUrl } = await httpServer((request, response) => {
      const isList = request.url.includes('/shipments')
      const error = { code: 'INVALID_REQUEST', message: 'not for you', details: {} }
      const body = isList ? { success: false, error, meta: { requestId: 'req-7' } } : { message: 'no such route' }
      response.writeHead(isList ? 400 : 404).end(JSON.stringify(body))
    })
    const found = await check(baseUrl, 'k')
    const row = (endpoint: string) => found.endpoints.find((each) => each.endpoint === endpoint)
    expect(row('GET /shipments')).toMatchObject({ result: 'refused', requestId: 'req-7' })
    expect(row('GET /webhooks')).toMatchObject({ result: 'missing' })
  })

  it('says uncertain, and under which reference to look, when the answer to the booking or to its cancellation is lost', async () => {
    for (const lost of ['/book-shipment', '/update-shipment/SHP-1']) {
      const { baseUrl, received } = await httpServer((request, response) => {
        const path = request.url.replace('/api/v1', '')
        if (path === lost) response.destroy()
        else if (path === '/quote') sendJson(response, 200, { success: true, data: QUOTE })
        else if (path === '/book-shipment') sendJson(response, 200, { success: true, data: { shipmentId: 'SHP-1' } })
        else sendJson(response, 404, { message: 'Not Found' })
      })
      const found = await check(baseUrl, 'k', true)
      const row = found.endpoints.find(({ endpoint }) => endpoint.endsWith(lost.replace('SHP-1', '{loadId}')))
      expect(row).toMatchObject({ result: 'uncertain' })
      expect(row?.details.join(' ')).toContain('CHECK-k')
      expect(row?.details.join(' ')).toContain('check the service')
      expect(received.filter(({ url }) => url.endsWith(lost))).toHaveLength(1)
      expect(found.booked).toEqual(lost === '/book-shipment' ? null : { shipmentId: 'SHP-1', isCancelled: null })
      expect(checkTable(found).join('\n')).toMatch(/UNCERTAIN/)
    }
  })

  it('calls no endpoint missing that knows nothing of one shipment', async () => {
    const { baseUrl } = await httpServer((request, response) => {
      const isList = request.url.includes('/shipments?')
      sendJson(
        response,
        isList ? 200 : 404,
        isList ? { success: true, data: [{ shipmentId: 'SHP-9' }] } : { message: 'x' },
      )
    })
    const found = await check(baseUrl, 'k')
    const row = (endpoint: string) => found.endpoints.find((each) => each.endpoint === endpoint)
    expect(row('GET /shipments/{id}/track')).toMatchObject({ result: 'refused' })
    expect(row('GET /shipments/{id}/track')?.details.join(' ')).toContain('SHP-9')
    expect(row('GET /webhooks')).toMatchObject({ result: 'missing' })
  })
})
