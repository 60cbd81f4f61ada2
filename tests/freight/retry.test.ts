import fc from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { FreightError, type Delivery } from '../../src-main/freight/http/failure.ts'
import { delayBeforeRetry, parseRetryAfter } from '../../src-main/freight/http/retry.ts'

const error = (delivery: Delivery, retryable = true, retryAfterMs: number | null = null) =>
  new FreightError(delivery, { code: 'SERVICE_FAILED', message: 'x', retryable }, retryAfterMs)

describe('the retry rule', () => {
  it('never repeats what may have been done, unless it only reads', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, random) => {
        expect(delayBeforeRetry('never', attempt, error('unsent'), random)).toBeNull()
        expect(delayBeforeRetry('once', attempt, error('uncertain'), random)).toBeNull()
      }),
    )
  })

  it('waits longer each time, and gives up after three attempts', () => {
    expect(delayBeforeRetry('read', 1, error('uncertain'), 0)).toBe(125)
    expect(delayBeforeRetry('read', 2, error('uncertain'), 0)).toBe(250)
    expect(delayBeforeRetry('read', 3, error('uncertain'), 0)).toBeNull()
  })

  it('keeps a short Retry-After and gives up on a long one', () => {
    expect(delayBeforeRetry('read', 1, error('refused', true, 4000), 0)).toBe(4000)
    expect(delayBeforeRetry('read', 1, error('refused', true, 60_000), 0)).toBeNull()
  })

  it('does not repeat what is no use repeating', () => {
    expect(delayBeforeRetry('read', 1, error('refused', false), 0)).toBeNull()
  })
})

describe('Retry-After', () => {
  const now = new Date('2026-11-21T15:00:00Z')
  it.each([
    ['30', 30_000],
    ['Sat, 21 Nov 2026 15:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 14:00:00 GMT', 0],
    ['soon', null],
    [null, null],
  ])('%s means %s ms', (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected)
  })
})
