import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Repeatable } from '../../src-shared/freight/endpoints.ts'
import { createTransport } from '../../src-main/freight/http/transport.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { freightFailure } from '../support/freight.ts'
import { errorAnswer, httpServer, sendJson } from '../support/http-server.ts'

const answerSchema = z.object({ success: z.literal(true), data: z.object({ value: z.number() }) })
const good = { success: true, data: { value: 7, unknownExtra: 'kept out of the way' } }

function transport(baseUrl: string, apiKey: string | null = 'secret-key', deadlineMs = 5000) {
  return createTransport(async () => ({ baseUrl, apiKey }), { clock: new FakeClock(), deadlineMs, random: () => 0 })
}

const call = (repeatable: Repeatable, method: 'GET' | 'POST' = 'POST') =>
  ({ method, path: '/quote', family: 'quotes-and-tracking', repeatable }) as const

describe('a call to the freight service', () => {
  it('carries the key and the version and reads the answer', async () => {
    const { baseUrl, received } = await httpServer((_request, response) => sendJson(response, 200, good))
    const { data } = await transport(baseUrl).json({ ...call('once'), body: { a: 1 } }, answerSchema)
    expect(data).toEqual({ value: 7 })
    expect(received[0]).toMatchObject({
      method: 'POST',
      url: '/api/v1/quote',
      body: '{"a":1}',
      headers: { authorization: 'Bearer secret-key', 'x-api-version': '1.0', 'content-type': 'application/json' },
    })
  })

  it('without a key fails before anything is sent', async () => {
    const { baseUrl, received } = await httpServer((_request, response) => sendJson(response, 200, good))
    const error = await freightFailure(transport(baseUrl, null).json(call('read'), answerSchema))
    expect(error).toMatchObject({ code: 'NO_API_KEY', delivery: 'unsent' })
    expect(received).toHaveLength(0)
  })

  it('to a port where nobody listens is surely unsent', async () => {
    const { baseUrl, close } = await httpServer(() => undefined)
    await close()
    const error = await freightFailure(transport(baseUrl).json(call('never'), answerSchema))
    expect(error).toMatchObject({ code: 'SERVICE_UNREACHABLE', delivery: 'unsent', retryable: true })
    expect(error.message).toContain(new URL(baseUrl).host)
  })

  it('to a port that fetch forbids is surely unsent', async () => {
    const error = await freightFailure(transport('http://127.0.0.1:9/api/v1').json(call('never'), answerSchema))
    expect(error).toMatchObject({ code: 'SERVICE_UNREACHABLE', delivery: 'unsent' })
  })

  it('that is not answered before the deadline is uncertain', async () => {
    const { baseUrl } = await httpServer(() => undefined)
    const error = await freightFailure(transport(baseUrl, 'k', 100).json(call('never'), answerSchema))
    expect(error).toMatchObject({ code: 'SERVICE_TIMEOUT', delivery: 'uncertain' })
  })

  it('whose answer stops in the middle is uncertain', async () => {
    const { baseUrl } = await httpServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"success":true')
      setTimeout(() => response.destroy(), 20)
    })
    const error = await freightFailure(transport(baseUrl).json(call('never'), answerSchema))
    expect(error).toMatchObject({ code: 'CONNECTION_LOST', delivery: 'uncertain' })
  })

  it.each([
    ['a page of HTML', 200, '<html>', 'UNREADABLE_ANSWER'],
    ['another shape', 200, '{"success":true,"data":{"value":"seven"}}', 'UNREADABLE_ANSWER'],
    ['a server fault', 500, 'Internal Server Error', 'SERVICE_FAILED'],
    ['a proxy’s page about a time-out', 408, '<html>Timeout</html>', 'UNREADABLE_ANSWER'],
    ['a proxy’s page that calls the request bad', 400, '<html>Bad</html>', 'UNREADABLE_ANSWER'],
    ['a proxy that sees a conflict', 409, '{"message":"Conflict"}', 'UNREADABLE_ANSWER'],
    ['a gateway without a service', 503, '{"message":"no upstream"}', 'SERVICE_FAILED'],
    ['a carrier that is down', 503, JSON.stringify(errorAnswer('PROVIDER_ERROR')), 'PROVIDER_ERROR'],
    ['a carrier that is down, told as 400', 400, JSON.stringify(errorAnswer('PROVIDER_ERROR')), 'PROVIDER_ERROR'],
  ])('answered by %s is uncertain', async (_what, status, body, code) => {
    const { baseUrl } = await httpServer((_request, response) => response.writeHead(status).end(body))
    const error = await freightFailure(transport(baseUrl).json(call('never'), answerSchema))
    expect(error).toMatchObject({ code, delivery: 'uncertain' })
  })

  it.each([
    [
      401,
      '{"message":"Invalid authentication credentials"}',
      'AUTHENTICATION_ERROR',
      'Invalid authentication credentials',
    ],
    [403, '<html><head><title>403 Forbidden</title></head></html>', 'AUTHENTICATION_ERROR', '403 Forbidden'],
    [404, '{"message":"no Route matched"}', 'INVALID_REQUEST', 'no Route matched'],
    [405, '', 'INVALID_REQUEST', 'The freight service answered 405 to /quote.'],
    [413, 'Payload Too Large', 'INVALID_REQUEST', 'Payload Too Large'],
    [429, '{"message":"API rate limit exceeded"}', 'RATE_LIMIT_ERROR', 'API rate limit exceeded'],
    [422, '{"errors":[{"code":"INVALID_ADDRESS","message":"ZIP"}]}', 'INVALID_ADDRESS', 'ZIP'],
    [400, '{"error":{"code":"INVALID_REQUEST","message":"no","details":["a","b"]}}', 'INVALID_REQUEST', 'no'],
    [200, '{"success":false,"message":"Not today"}', 'INVALID_REQUEST', 'Not today'],
    [200, '{"success":"false","error":"Not today"}', 'INVALID_REQUEST', 'Not today'],
  ])(
    'turned away before the service with %i is refused with the words that came',
    async (status, body, code, message) => {
      const { baseUrl } = await httpServer((_request, response) => response.writeHead(status).end(body))
      const error = await freightFailure(transport(baseUrl).json(call('never'), answerSchema))
      expect(error).toMatchObject({ code, message, delivery: 'refused' })
    },
  )

  it('answered with the interface’s error is refused, with code, details and request id', async () => {
    const { baseUrl } = await httpServer((_request, response) =>
      sendJson(response, 400, {
        ...errorAnswer('INVALID_ADDRESS', 'ZIP is unknown'),
        error: { code: 'INVALID_ADDRESS', message: 'ZIP is unknown', details: { field: 'originAddress.postalCode' } },
      }),
    )
    const error = await freightFailure(transport(baseUrl).json(call('never'), answerSchema))
    expect(error).toMatchObject({
      code: 'INVALID_ADDRESS',
      delivery: 'refused',
      retryable: false,
      details: { field: 'originAddress.postalCode', requestId: 'req-1', status: 400 },
    })
  })

  it('that only reads is repeated after a fault, at most twice', async () => {
    const { baseUrl, received } = await httpServer((_request, response, count) =>
      count < 3 ? response.writeHead(500).end() : sendJson(response, 200, good),
    )
    await transport(baseUrl).json(call('read', 'GET'), answerSchema)
    expect(received).toHaveLength(3)
  })

  it.each(['once', 'never'] as const)(
    'that may be done %s is sent one time when its fate is uncertain',
    async (repeatable) => {
      const { baseUrl, received } = await httpServer((_request, response) => response.writeHead(500).end())
      await freightFailure(transport(baseUrl).json(call(repeatable), answerSchema))
      expect(received).toHaveLength(1)
    },
  )

  it('for a document refuses JSON and an empty body', async () => {
    const { baseUrl } = await httpServer((_request, response, count) =>
      count === 1 ? sendJson(response, 200, good) : response.writeHead(200).end(),
    )
    const document = { ...call('never', 'GET'), accept: 'application/pdf' }
    expect(await freightFailure(transport(baseUrl).document(document))).toMatchObject({ code: 'UNREADABLE_ANSWER' })
    expect(await freightFailure(transport(baseUrl).document(document))).toMatchObject({ code: 'UNREADABLE_ANSWER' })
  })
})
