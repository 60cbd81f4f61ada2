import fc from '../../../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { checkWeight, toPounds } from '../../../../src-renderer/screens/pack/shipment/weight-check.ts'

describe('a weight from the scale', () => {
  test('fits within what scales and rounding make', () => {
    expect(checkWeight(1_020, 'lb', 1_000).verdict).toBe('fits')
    expect(checkWeight(14, 'lb', 10).verdict).toBe('fits')
  })

  test('warns above and below, with the difference and its share', () => {
    expect(checkWeight(1_200, 'lb', 1_000)).toMatchObject({ verdict: 'over', differenceLb: 200, share: 0.2 })
    expect(checkWeight(600, 'lb', 1_000)).toMatchObject({ verdict: 'under', differenceLb: -400 })
  })

  test('in kilograms is compared in pounds', () => {
    expect(checkWeight(680.4, 'kg', 1_500).verdict).toBe('fits')
    expect(toPounds(1, 'kg')).toBeCloseTo(2.2046, 4)
  })

  test('never fits and warns at once, whatever is booked', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 50_000, noNaN: true }),
        fc.double({ min: 0, max: 50_000, noNaN: true }),
        (weighed, booked) => {
          const { verdict, differenceLb } = checkWeight(weighed, 'lb', booked)
          if (verdict === 'over') expect(differenceLb).toBeGreaterThan(0)
          if (verdict === 'under') expect(differenceLb).toBeLessThan(0)
        },
      ),
    )
  })
})
