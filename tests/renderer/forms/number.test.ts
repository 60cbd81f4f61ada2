import fc from '../../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { parseNumber } from '../../../src-renderer/forms/number.ts'

describe('a number as typed', () => {
  test('may have decimals and thousands', () => {
    expect(['12', '12.5', '.5', '1,250', '1,250.75', ' 7 '].map(parseNumber)).toEqual([12, 12.5, 0.5, 1250, 1250.75, 7])
  })

  test('with a comma that is no thousands comma is asked about, never guessed', () => {
    expect(['1,5', '12,50', '1,2345', ',5', '1,250,5'].map(parseNumber)).toEqual(Array(5).fill(Number.NaN))
  })

  test('that is none is not a number, and nothing typed is nothing given', () => {
    expect(['abc', '1e5', '-3', '--', '1.2.3'].map(parseNumber)).toEqual(Array(5).fill(Number.NaN))
    expect(parseNumber('  ')).toBeUndefined()
  })

  test('reads back every number that JavaScript writes without an exponent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
        expect(parseNumber(`${whole}.${cents}`)).toBe(Number(`${whole}.${cents}`))
      }),
    )
  })
})
