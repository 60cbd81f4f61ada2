import { describe, expect, test } from 'vitest'
import { rateBadges } from '../../../../src-renderer/screens/quote/rates/rate-badges.ts'
import { aRate } from '../../builders.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' })

describe('the badges of rates', () => {
  test('mark the cheapest, the fastest and the guaranteed', () => {
    const badges = rateBadges([
      aRate({ rateId: 'a', total: usd(100) }),
      aRate({ rateId: 'b', total: usd(200), transitDays: { from: 1, to: 2 } }),
      aRate({ rateId: 'c', total: usd(300), isGuaranteed: true }),
    ])
    expect([...badges]).toEqual([
      ['a', ['cheapest']],
      ['b', ['fastest']],
      ['c', ['guaranteed']],
    ])
  })

  test('mark one each: of several that take as long, the one that costs least', () => {
    const fast = { from: 1, to: 2 }
    const badges = rateBadges([
      aRate({ rateId: 'a', total: usd(300), transitDays: fast }),
      aRate({ rateId: 'b', total: usd(200), transitDays: fast }),
      aRate({ rateId: 'c', total: usd(100) }),
      aRate({ rateId: 'd', total: usd(100) }),
    ])
    expect([...badges]).toEqual([
      ['a', []],
      ['b', ['fastest']],
      ['c', ['cheapest']],
      ['d', []],
    ])
  })

  test('do not compare one rate with itself', () => {
    expect(rateBadges([aRate()]).get('R-1')).toEqual([])
  })

  test('do not compare prices of two currencies', () => {
    const badges = rateBadges([
      aRate({ rateId: 'a', total: usd(100), transitDays: null }),
      aRate({ rateId: 'b', total: { minor: 50, currency: 'MXN' }, transitDays: null }),
    ])
    expect([...badges.values()]).toEqual([[], []])
  })
})
