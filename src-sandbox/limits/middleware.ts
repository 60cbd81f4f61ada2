import { runtime } from '../../src-node/runtime/runtime.ts'
import type { MiddlewareHandler } from 'hono'
import { endpointAt } from '../../src-shared/freight/endpoints.ts'
import { API_PATH } from '../../src-shared/freight/envelope.ts'
import { RATE_LIMIT_WINDOW_MS } from '../../src-shared/freight/limits.ts'
import type { Settings } from '../fault-api/settings.ts'
import { FreightFailure } from '../http/failure.ts'
import { announceHeaders } from '../http/headers.ts'
import { RequestCounter } from './counter.ts'
import { keyFinder, type ApiKey } from './keys.ts'
import { limitOf } from './plan.ts'

/**
 * Lets a request with a valid key through as long as its plan has room, and reports in four headers how much is left.
 * @throws FreightFailure AUTHENTICATION_ERROR; RATE_LIMIT_ERROR with Retry-After.
 */
export function keysAndLimits(
  keys: readonly ApiKey[],
  settings: Settings,
  now = runtime().timers.now,
): MiddlewareHandler {
  const counter = new RequestCounter(now)
  const find = keyFinder(keys)
  return async (c, next) => {
    const known = find(c.req.header('authorization'))
    if (!known) throw new FreightFailure('AUTHENTICATION_ERROR', 'The API key is missing or not valid.')
    const family = endpointAt(c.req.method, c.req.path.slice(API_PATH.length))?.family ?? 'general'
    const most = settings.rateLimit ?? limitOf(known.plan, family)
    const { isExceeded, limit, remaining, resetAt } = counter.take(`${keys.indexOf(known)} ${family}`, most)
    const complete = announceHeaders(c, {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(Math.ceil(resetAt / 1000)),
      'X-RateLimit-Window': String(RATE_LIMIT_WINDOW_MS / 1000),
    })
    if (isExceeded) {
      const seconds = counter.secondsUntil(resetAt)
      const date = new Date(Math.ceil(resetAt / 1000) * 1000).toUTCString()
      c.header('Retry-After', settings.retryAfter === 'date' ? date : String(seconds))
      throw new FreightFailure(
        'RATE_LIMIT_ERROR',
        `More than ${limit} requests in a minute; try again in ${seconds} s.`,
        {
          limit,
          windowSeconds: RATE_LIMIT_WINDOW_MS / 1000,
          retryAfter: seconds,
        },
      )
    }
    await next()
    complete()
  }
}
