import fc from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { cargoSchema, classByDensity, densityPcf } from '../../src-shared/freight/cargo.ts'

const pallet = { weight: 500, length: 48, width: 40, height: 36, quantity: 2, description: 'Machine parts' }

describe('freight class by density', () => {
  it('suggests 85 for a 500 lb pallet of 48 x 40 x 36 in', () => {
    expect(densityPcf(pallet)).toBeCloseTo(12.5, 3)
    expect(classByDensity(densityPcf(pallet))).toBe('85')
  })

  it.each([
    [0.99, '400'],
    [1, '300'],
    [2, '250'],
    [4, '175'],
    [6, '125'],
    [8, '100'],
    [10, '92.5'],
    [12, '85'],
    [15, '70'],
    [22.5, '65'],
    [30, '60'],
    [35, '55'],
    [50, '50'],
  ])('puts %d lb/ft3 into class %s, each step at its lower edge', (pcf, expected) => {
    expect(classByDensity(pcf)).toBe(expected)
  })

  it('never suggests a higher class for denser freight', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 80, noNaN: true }),
        fc.double({ min: 0, max: 40, noNaN: true }),
        (pcf, more) => {
          expect(Number(classByDensity(pcf + more))).toBeLessThanOrEqual(Number(classByDensity(pcf)))
        },
      ),
    )
  })
})

describe('a cargo line', () => {
  it.each([
    ['weight', 0],
    ['weight', -5],
    ['length', 0],
    ['height', Number.NaN],
    ['quantity', 0],
    ['quantity', 1.5],
  ])('refuses %s %d and names the field', (field, value) => {
    const parsed = cargoSchema.safeParse({ ...pallet, [field]: value })
    expect(parsed.success).toBe(false)
    expect(parsed.error?.issues[0]?.path).toEqual([field])
    expect(parsed.error?.issues[0]?.message).toContain(field)
  })
})
