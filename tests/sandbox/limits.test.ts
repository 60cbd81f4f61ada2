import fc from '../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { RequestCounter } from '../../src-sandbox/limits/counter.ts'
import { CALL_FAMILIES, RATE_LIMIT_WINDOW_MS } from '../../src-shared/freight/limits.ts'
import { limitOf, PLANS } from '../../src-sandbox/limits/plan.ts'
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

  test('are counted from the first of them for a minute', () => {
    let now = 1_000_000
    const counter = new RequestCounter(() => now)
    expect(counter.take('k', 1)).toMatchObject({ isExceeded: false, remaining: 0, resetAt: now + RATE_LIMIT_WINDOW_MS })
    now += RATE_LIMIT_WINDOW_MS - 1
    expect(counter.take('k', 1).isExceeded).toBe(true)
    now += 1
    expect(counter.take('k', 1)).toMatchObject({ isExceeded: false, resetAt: now + RATE_LIMIT_WINDOW_MS })
    now -= 10 * RATE_LIMIT_WINDOW_MS
    expect(counter.take('k', 1)).toMatchObject({ isExceeded: false, resetAt: now + RATE_LIMIT_WINDOW_MS })
  })

  test('never exceed the limit in any window, whenever they come', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 }), fc.array(fc.integer({ min: 0, max: 30_000 })), (limit, pauses) => {
        let now = 0
        const counter = new RequestCounter(() => now)
        const passed = new Map<number, number>()
        for (const pause of pauses) {
          now += pause
          const { isExceeded, resetAt } = counter.take('k', limit)
          if (!isExceeded) passed.set(resetAt, (passed.get(resetAt) ?? 0) + 1)
        }
        for (const count of passed.values()) expect(count).toBeLessThanOrEqual(limit)
      }),
    )
  })
})

test('no plan allows less than a smaller one', () => {
  for (const family of CALL_FAMILIES) {
    const limits = PLANS.map((plan) => limitOf(plan, family))
    expect(limits.toSorted((a, b) => a - b)).toEqual(limits)
  }
})

describe('the version', () => {
  const ask = (version: string) =>
    fetch(`${service.baseUrl}/webhooks`, {
      headers: { authorization: 'Bearer premium-key', 'x-api-version': version },
    })

  test('is named in every answer', async () => {
    const answer = await ask('1.0')
    expect([answer.status, answer.headers.get('x-api-version')]).toEqual([200, '1.0'])
  })

  test('that does not exist is refused', async () => {
    const answer = await ask('2.0')
    expect(answer.status).toBe(400)
    expect(errorOf({ status: 400, headers: answer.headers, body: await answer.json() }).details).toMatchObject({
      field: 'X-API-Version',
      supported: ['1.0'],
    })
  })
})
