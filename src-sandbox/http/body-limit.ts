import type { MiddlewareHandler } from 'hono'
import { bodyLimit as countingLimit } from 'hono/body-limit'
import { FreightFailure } from './failure.ts'

/**
 * Refuses a body that is too large. Its length is known from the head of nearly every request, and Node holds the sender to
 * it; only a body of unknown length is counted, which costs a copy.
 * @throws FreightFailure INVALID_REQUEST, details.reason BODY_TOO_LARGE.
 */
export function bodyLimit(maxBytes: number): MiddlewareHandler {
  const tooLarge = () => {
    throw new FreightFailure('INVALID_REQUEST', `The body is larger than ${maxBytes} bytes.`, {
      reason: 'BODY_TOO_LARGE',
      maxBytes,
    })
  }
  const counting = countingLimit({ maxSize: maxBytes, onError: tooLarge })
  return async (c, next) => {
    if (c.req.header('transfer-encoding') !== undefined) return counting(c, next)
    if (Number(c.req.header('content-length') ?? 0) > maxBytes) tooLarge()
    return next()
  }
}
