import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createFreightClient } from '../../src-main/freight/client.ts'
import type { CallRecord } from '../../src-main/freight/http/call-record.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { freightFailure } from '../support/freight.ts'
import { httpServer, sendJson } from '../support/http-server.ts'

const KEY = 'secret-key-0001'

function clientAt(baseUrl: string, deadlineMs = 5_000) {
  const exchanges: CallRecord[] = []
  const client = createFreightClient(async () => ({ baseUrl, apiKey: KEY }), {
    clock: new FakeClock(),
    deadlineMs,
    random: () => 0,
    onCall: (exchange) => exchanges.push(exchange),
  })
  return { client, exchanges }
}

/** A client of a service that answers everything with the same. */
async function answeredBy(status: number, body: unknown, headers: Record<string, string> = {}) {
  const { baseUrl, received } = await httpServer((_request, response) => sendJson(response, status, body, headers))
  return { ...clientAt(baseUrl), received }
}

const booking = { quoteId: 'q-1', selectedRate: { provider: 'P', service: 'S' } }
const shipment = (change: Record<string, unknown> = {}) => ({ shipmentId: 'SHP-1', status: 'PENDING', ...change })
const success = (data: unknown) => JSON.stringify({ success: true, data })
const nested = (depth: number) => `{"success":true,"data":${'['.repeat(depth)}${']'.repeat(depth)}}`

describe('a service that means harm, or is broken', () => {
  it.each<[what: string, body: string | Buffer]>([
    ['a body of 50 MB', `{"success":true,"data":"${'x'.repeat(50 * 1024 * 1024)}"}`],
    ['lists in lists a hundred levels deep', nested(100)],
    ['lists in lists a million levels deep', nested(1_000_000)],
    ['objects in objects without an end', '{"a":'.repeat(200_000)],
    ['bytes that are no text', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['no body at all', ''],
    ['an empty object', '{}'],
    ['null', 'null'],
    ['half an answer', '{"success":true,"data":{"shipmentId":"SHP'],
    ['a success that is a word', '{"success":"perhaps","data":{"shipmentId":"S","status":"PENDING"}}'],
    ...['../../admin', 'a/b', 'a?b=1', 'a%2e%2e', '..', '.', 'a b', 'a\\b', 'a#b', 'a\u0000b', '', 'x'.repeat(500)].map(
      (id): [string, string] => [`the id ${JSON.stringify(id.slice(0, 20))}`, success(shipment({ shipmentId: id }))],
    ),
  ])('that answers a booking with %s leaves it uncertain, never booked', async (_what, body) => {
    const { baseUrl, received } = await httpServer((_request, response) => {
      response.on('error', () => undefined)
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    const error = await freightFailure(clientAt(baseUrl).client.bookShipment(booking))
    expect(error).toMatchObject({ code: 'UNREADABLE_ANSWER', delivery: 'uncertain', retryable: false })
    expect(received).toHaveLength(1)
  })

  it.each<[what: string, body: string]>([
    ['a negative price', success(shipment({ totalCost: -412.5 }))],
    ['a price without an end', '{"success":true,"data":{"shipmentId":"SHP-1","status":"PENDING","totalCost":1e999}}'],
    ['a price out of all reason', success(shipment({ totalCost: 1e15 }))],
    ['a currency that is none', success(shipment({ totalCost: 1, currency: 'DOLLARS' }))],
    ['a day that does not exist', success(shipment({ estimatedPickup: '2026-02-30T08:00:00Z' }))],
    ['a month that does not exist', success(shipment({ createdAt: '2026-13-01T08:00:00Z' }))],
  ])('that answers a booking with %s has booked it all the same, and that is left out', async (_what, body) => {
    const { baseUrl } = await httpServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    )
    const booked = await clientAt(baseUrl).client.bookShipment(booking)
    expect(booked).toMatchObject({ shipmentId: 'SHP-1', status: 'PENDING' })
    expect([booked.totalCost, booked.estimatedPickup, booked.createdAt]).toEqual([undefined, undefined, undefined])
  })

  it('cannot hide a body that is too long in one that is packed small', async () => {
    const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024, 0x20))
    const { baseUrl } = await httpServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
    )
    const error = await freightFailure(clientAt(baseUrl).client.bookShipment(booking))
    expect(error).toMatchObject({ code: 'UNREADABLE_ANSWER', message: expect.stringContaining('longer than') })
  })

  it('cannot name a document that steps out of its folder', async () => {
    const { client, received } = await answeredBy(200, {
      success: true,
      data: { shipmentId: 'S', labels: [{ documentId: '../../webhooks', type: 'SHIPPING_LABEL', format: 'ZPL' }] },
    })
    const error = await freightFailure(client.fetchLabels('S', 'ZPL'))
    expect(error).toMatchObject({ code: 'UNREADABLE_ANSWER' })
    expect(received).toHaveLength(1)
  })

  it('cannot learn the key from what is kept of its answers', async () => {
    const { client, exchanges } = await answeredBy(400, {
      success: false,
      error: { code: 'INVALID_REQUEST', message: `Bad ${KEY}`, details: { [KEY]: [`Bearer ${KEY}`] } },
    })
    const error = await freightFailure(client.bookShipment({ ...booking, reference: KEY }))
    expect(JSON.stringify([error.toData(), exchanges])).not.toContain(KEY)
    expect(error.message).toBe('Bad •••')
  })

  it('that asks to wait for ever is asked again all the same', async () => {
    const { client } = await answeredBy(429, { success: false, error: 'slow down' }, { 'retry-after': '9'.repeat(300) })
    const error = await freightFailure(client.bookShipment(booking))
    expect(error).toMatchObject({ code: 'RATE_LIMIT_ERROR', delivery: 'refused', retryAfterMs: 3_600_000 })
  })
})

describe('a service that says less than the interface', () => {
  it('is understood when a list counts nothing and says nothing of pages', async () => {
    const { client } = await answeredBy(200, { success: true, data: [{ ...shipment(), surprise: { deep: [1] } }] })
    expect(await client.listShipments({})).toEqual({
      shipments: [shipment()],
      quarantined: [],
      hasNext: false,
      total: 1,
      asOf: null,
    })
  })

  it('is understood when it deletes and answers with nothing at all', async () => {
    const { baseUrl, received } = await httpServer((_request, response) => response.writeHead(204).end())
    const { client } = clientAt(baseUrl)
    await client.deleteDocument('D-1')
    await client.deleteWebhook('W-1')
    expect(await client.updateWebhook('W-1', { active: false })).toBeNull()
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'DELETE /api/v1/documents/D-1',
      'DELETE /api/v1/webhooks/W-1',
      'PUT /api/v1/webhooks/W-1',
    ])
  })

  it('is understood when it tracks many as a plain list', async () => {
    const record = { shipmentId: 'S', status: 'IN_TRANSIT' }
    const { client } = await answeredBy(200, { success: true, data: [record] })
    expect(await client.trackShipments(['1Z'])).toEqual({ records: [record], errors: [] })
  })

  it('refuses with a sentence and status 200, and is still not taken for a success', async () => {
    const { client } = await answeredBy(200, { success: false, error: 'Unavailable', status_code: 503 })
    const address = { street1: '1 Main St', city: 'Laredo', state: 'TX', zip: '78040', country: 'US' }
    const error = await freightFailure(client.validateAddress(address))
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: 'Unavailable' })
  })
})

describe('what is kept of a call', () => {
  it('tells each attempt, without a secret and without a document', async () => {
    const { baseUrl } = await httpServer((request, response, count) => {
      if (request.url.includes('/documents/'))
        return response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF')
      if (count === 1) return response.writeHead(500).end('fault')
      return sendJson(response, 200, {
        success: true,
        data: ['W', 'V'].map((webhookId) => {
          return { webhookId, url: 'https://a.example/?token=abc123', secret: 'hush hush', active: true }
        }),
        meta: { requestId: 'req-7', timestamp: '2026-11-21T15:00:00Z' },
      })
    })
    const { client, exchanges } = clientAt(baseUrl)
    await client.at('tracking').listWebhooks()
    await client
      .createWebhook({ url: 'https://a.example/hook', events: ['tracking.updated'], secret: 'hush hush hush hush' })
      .catch(() => undefined)
    await client.downloadFrom(`${baseUrl}/documents/D-1?token=abc123&download=true`)
    expect(exchanges.map(({ attempt, status, code, delivery }) => [attempt, status, code, delivery])).toEqual([
      [1, 500, 'SERVICE_FAILED', 'uncertain'],
      [2, 200, null, null],
      [1, 200, 'UNREADABLE_ANSWER', 'uncertain'],
      [1, 200, null, null],
    ])
    expect(exchanges[1]).toMatchObject({
      requestId: 'req-7',
      family: 'general',
      priority: 'tracking',
      method: 'GET',
      path: '/webhooks',
    })
    expect(exchanges[3]).toMatchObject({ family: 'documents', responseBody: '<4 bytes of application/pdf>' })
    expect(JSON.stringify(exchanges)).not.toMatch(/hush|abc123|secret-key/)
    expect(exchanges[1]?.responseBody).toContain('"secret":"•••"')
  })

  it('is bounded, and never ends within a letter', async () => {
    const data = [{ ...shipment(), provider: 'é€'.repeat(9_000) }]
    const { client, exchanges } = await answeredBy(200, { success: true, data })
    await client.listShipments({})
    const body = exchanges[0]?.responseBody ?? ''
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4096)
    expect(Buffer.byteLength(body)).toBeGreaterThan(4000)
    expect(body).not.toContain('\uFFFD')
  })
})

describe('many calls', () => {
  it('share a few connections that stay open', async () => {
    const ports = new Set<number | undefined>()
    const { baseUrl, received } = await httpServer((_request, response) => {
      ports.add(response.socket?.remotePort)
      sendJson(response, 200, { success: true, data: [] })
    })
    const { client } = clientAt(baseUrl)
    for (let call = 0; call < 20; call++) await client.listShipments({ page: call + 1 })
    expect(received).toHaveLength(20)
    expect(ports.size).toBeLessThanOrEqual(2)
  })
})
