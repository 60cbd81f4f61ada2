import fc from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { majorUnits, money } from '../../src-shared/station/money.ts'

describe('money', () => {
  it('keeps cents as whole numbers', () => {
    expect(money(412.8, 'usd')).toEqual({ minor: 41280, currency: 'USD' })
    expect(money(1.005, 'USD').minor).toBe(101)
    expect(money(-29.99, 'USD').minor).toBe(-2999)
  })

  it('knows currencies without cents', () => {
    expect(money(1234, 'JPY')).toEqual({ minor: 1234, currency: 'JPY' })
  })

  it('gives back every amount that has at most two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), (cents) => {
        expect(money(cents / 100, 'USD').minor).toBe(cents === 0 ? money(0, 'USD').minor : cents)
        expect(majorUnits({ minor: cents, currency: 'USD' })).toBe(cents / 100)
      }),
    )
  })
})
