import { describe, expect, test } from 'vitest'
import { errorOf, palletRequest, useService, type Answer } from './service.ts'

const service = useService({ plan: 'sandbox', moreKeys: [{ key: 'premium-key', plan: 'production-premium' }] })

const headersOf = ({ headers }: Pick<Answer, 'headers'>) => ({
  limit: Number(headers.get('x-ratelimit-limit')),
  remaining: Number(headers.get('x-ratelimit-remaining')),
  reset: Number(headers.get('x-ratelimit-reset')),
  window: Number(headers.get('x-ratelimit-window')),
})

describe('requests a minute', () => {
  test('are told in every answer and refused when there are too many, a family by itself', async () => {
    const before = Math.floor(service.now() / 1000)
    const first = await service.get('/tracking/events')
    expect(headersOf(first)).toMatchObject({ limit: 100, remaining: 99, window: 60 })
    expect(headersOf(first).reset).toBeGreaterThan(before)
    // A refused request counts too: it was a request.
    const wrong = await service.post('/quote', {})
    expect([wrong.status, headersOf(wrong).remaining]).toEqual([400, 98])
    for (let left = 97; left >= 0; left--) {
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
})
