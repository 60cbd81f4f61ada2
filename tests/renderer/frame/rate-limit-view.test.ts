import { describe, expect, it } from 'vitest'
import { rateLimitSummary, callsLeft, levelOf, secondsToReset } from '../../../src-renderer/frame/rate-limit-view.ts'
import type { FamilyRateLimit } from '../../../src-shared/station/app/call-priority.ts'

const family = (patch: Partial<FamilyRateLimit>): FamilyRateLimit => ({
  family: 'general',
  limit: 100,
  remaining: 100,
  resetAt: null,
  waiting: 0,
  ...patch,
})

describe('what is left of the rate limits', () => {
  it('is worth a word when a fifth or less is left, and when calls wait', () => {
    expect(levelOf(family({ remaining: 21 }))).toBe('plenty')
    expect(levelOf(family({ remaining: 20 }))).toBe('low')
    expect(levelOf(family({ remaining: 0 }))).toBe('spent')
    expect(levelOf(family({ remaining: 80, waiting: 1 }))).toBe('spent')
    expect(levelOf(family({ limit: null, remaining: null }))).toBe('plenty')
  })

  it('is as bad as its worst family', () => {
    const rateLimits = [family({}), family({ remaining: 3, waiting: 2 }), family({ remaining: 10, waiting: 1 })]
    expect(rateLimitSummary(rateLimits)).toEqual({ level: 'spent', waiting: 3 })
    expect(rateLimitSummary([])).toEqual({ level: 'plenty', waiting: 0 })
  })

  it('is told by the family that has the smallest share left', () => {
    const scarce = family({ family: 'documents', limit: 1000, remaining: 300 })
    expect(callsLeft([scarce, family({ limit: 60, remaining: 50 })])).toMatchObject({
      family: 'documents',
      remaining: 300,
    })
    expect(callsLeft([family({ limit: null, remaining: null }), family({ limit: 0, remaining: 0 })])).toBe(null)
  })

  it('comes back at a time that never lies in the past', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    expect(secondsToReset(family({ resetAt: '2026-11-21T12:00:30.500Z' }), now)).toBe(31)
    expect(secondsToReset(family({ resetAt: '2026-11-21T11:00:00Z' }), now)).toBe(0)
    expect(secondsToReset(family({}), now)).toBe(null)
  })
})
