import { describe, expect, test } from 'vitest'
import { RATE_LIMIT_WINDOW_MS } from '../../src-shared/freight/limits.ts'
import { booked } from './quoting.ts'
import { errorOf, palletRequest, useService, type Answer } from './service.ts'

const service = useService({ plan: 'sandbox', moreKeys: [{ key: 'premium-key', plan: 'production-premium' }] })

const headersOf = ({ headers }: Pick<Answer, 'headers'>) => ({
  limit: Number(headers.get('x-ratelimit-limit')),
  remaining: Number(headers.get('x-ratelimit-remaining')),
  reset: Number(headers.get('x-ratelimit-reset')),
  window: Number(headers.get('x-ratelimit-window')),
})

describe('requests a minute', () => {
  test('are told with a file too', async () => {
    const { labels } = await booked(service)
    const url = `${labels?.[0]?.url ?? ''}&download=true`
    const file = await fetch(url, { headers: { authorization: 'Bearer premium-key' } })
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect([headersOf(file).limit, file.headers.get('x-api-version')]).toEqual([500, '1.0'])
  })

  test('are told in every answer and refused when there are too many, a family by itself', async () => {
    const before = Math.floor(service.now() / 1000)
    const first = await service.get('/tracking/events')
    expect(headersOf(first)).toMatchObject({ limit: 100, remaining: 98, window: 60 })
    expect(headersOf(first).reset).toBeGreaterThan(before)
    // A refused request counts too: it was a request.
    const wrong = await service.post('/quote', {})
    expect([wrong.status, headersOf(wrong).remaining]).toEqual([400, 97])
    for (let left = 96; left >= 0; left--) {
      expect(headersOf(await service.get('/tracking/events?limit=1')).remaining).toBe(left)
    }
    const refused = await service.post('/quote', palletRequest())
    expect(refused.status).toBe(429)
    expect(errorOf(refused)).toMatchObject({ code: 'RATE_LIMIT_ERROR', details: { limit: 100, windowSeconds: 60 } })
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(60)
    expect(headersOf(refused)).toMatchObject({ remaining: 0, reset: headersOf(first).reset })

    expect((await service.get('/shipments')).status).toBe(200)
    const other = await fetch(`${service.baseUrl}/tracking/events`, {
      headers: { authorization: 'Bearer premium-key' },
    })
    expect([other.status, headersOf(other).limit]).toEqual([200, 1000])
  })

  test('do not pass faster when the service’s clock does', async () => {
    const before = headersOf(await service.get('/shipments'))
    await service.jump(RATE_LIMIT_WINDOW_MS * 10)
    expect(headersOf(await service.get('/shipments'))).toEqual({ ...before, remaining: before.remaining - 1 })
  })
})
