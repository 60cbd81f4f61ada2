import { describe, expect, test } from 'vitest'
import { API_KEY, errorOf, useService } from './service.ts'

const service = useService()

describe('who may ask', () => {
  test('a caller without a key is told so, whatever they ask', async () => {
    for (const path of ['/shipments', '/tracking/events', '/no-such-thing', '/documents/DOC-1']) {
      const response = await fetch(service.baseUrl + path)
      expect(response.status).toBe(401)
      expect(errorOf({ status: 401, headers: response.headers, body: await response.json() }).code).toBe(
        'AUTHENTICATION_ERROR',
      )
    }
  })
})

describe('every answer', () => {
  test('an unknown endpoint and a wrong method are named in the error', async () => {
    const unknown = await service.get('/no-such-thing')
    expect(unknown.status).toBe(404)
    expect(errorOf(unknown)).toMatchObject({ code: 'INVALID_REQUEST', details: { reason: 'NO_SUCH_ENDPOINT' } })
    expect((await service.call('DELETE', '/shipments')).status).toBe(404)
  })
})

describe('bodies that cannot be read', () => {
  const post = async (path: string, body: string, type: string | null = 'application/json') => {
    const response = await fetch(service.baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, ...(type === null ? {} : { 'content-type': type }) },
      body: new TextEncoder().encode(body),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  test.each(['{', '', 'null', '[]', '"text"', '42', '{"a":1}{', '\u0000', '{"cargo":{}}', '{"cargo":[null]}'])(
    'the body %j is refused with INVALID_REQUEST on every endpoint that takes one',
    async (body) => {
      for (const path of ['/quote', '/book-shipment', '/track/shipment']) {
        const answer = await post(path, body)
        expect(answer.status).toBe(400)
        expect(errorOf(answer).code).toBe('INVALID_REQUEST')
      }
    },
  )

  test('a body that is not said to be JSON is refused', async () => {
    expect(errorOf(await post('/quote', '{}', 'text/plain')).details).toMatchObject({ field: 'Content-Type' })
    expect(errorOf(await post('/quote', '{}', null)).details).toMatchObject({ field: 'Content-Type' })
  })

  test('a body over a megabyte is refused', async () => {
    const answer = await post('/quote', JSON.stringify({ padding: 'x'.repeat(1024 * 1024) }))
    expect(answer.status).toBe(400)
    expect(errorOf(answer).details).toMatchObject({ reason: 'BODY_TOO_LARGE' })
  })
})
