import fc from '../../../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { classByDensity, densityStep } from '../../../../src-shared/freight/cargo.ts'
import {
  cargoFormOf,
  cargoInOther,
  cargoInput,
  cargoTotals,
  emptyCargo,
  inOtherWeight,
  type CargoForm,
} from '../../../../src-renderer/screens/quote/cargo/cargo-form.ts'
import { STANDARD_SIZES, withStandardSize } from '../../../../src-renderer/screens/quote/cargo/standard-sizes.ts'
import { densityReason } from '../../../../src-renderer/screens/quote/cargo/cargo-words.ts'
import { translate } from '../../../../src-renderer/messages/catalogue.ts'

const pallet: CargoForm = {
  ...emptyCargo(),
  quantity: '2',
  length: '48',
  width: '40',
  height: '36',
  weight: '500',
  description: 'parts',
}
const words = {
  t: (...[key, params]: [Parameters<typeof translate>[1], Parameters<typeof translate>[2]?]) =>
    translate('en', key, params),
  number: (value: number, digits = 2) => String(Math.round(value * 10 ** digits) / 10 ** digits),
}

describe('a step of the density scale', () => {
  test('holds the densities whose class it names', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 200, noNaN: true }), (pcf) => {
        const { from, below, freightClass } = densityStep(pcf)
        expect(from === null || from <= pcf).toBe(true)
        expect(below === null || pcf < below).toBe(true)
        expect(classByDensity(pcf)).toBe(freightClass)
      }),
    )
  })

  test('says whether a class chosen by hand agrees with it', () => {
    const density = { pcf: 12.5, ...densityStep(12.5) }
    expect(densityReason({ freightClass: '85' }, density, words)).toContain('also')
    expect(densityReason({ freightClass: '70' }, density, words)).toContain('suggests class 85')
  })
})

describe('a weight of all pieces', () => {
  const total: CargoForm = { ...pallet, quantity: '4', weight: '1000', weightOf: 'total' }
  test('is divided among them, for the wire, the class and the totals', () => {
    expect(cargoInput(total, 'imperial')).toMatchObject({ quantity: 4, weight: 250, freightClass: '125' })
    expect(cargoInput({ ...total, quantity: '3' }, 'imperial').weight).toBe(333.333)
    expect(cargoTotals([total], 'imperial').pounds).toBe(1000)
  })

  test('is the same freight when it is typed as that of one piece, and back', () => {
    const each = { ...total, ...inOtherWeight(total) }
    expect(each).toMatchObject({ weight: '250', weightOf: 'piece' })
    expect(cargoInput(each, 'imperial')).toEqual(cargoInput(total, 'imperial'))
    expect({ ...each, ...inOtherWeight(each) }).toEqual(total)
    expect(inOtherWeight({ ...total, weight: 'x' })).toEqual({ weight: 'x', weightOf: 'piece' })
  })
})

describe('a standard size', () => {
  const [pallet48x40] = STANDARD_SIZES
  test('goes into the first line without a size and keeps what was typed there', () => {
    const typed = { ...emptyCargo(), weight: '500', description: 'paper' }
    expect(withStandardSize([typed], pallet48x40, 'imperial')).toEqual([{ ...typed, length: '48', width: '40' }])
  })

  test('is a line of its own beside lines with sizes', () => {
    const lines = withStandardSize([pallet], pallet48x40, 'metric')
    expect(lines).toEqual([pallet, { ...emptyCargo(), length: '121.92', width: '101.6' }])
  })
})

describe('cargo in kilograms and centimetres', () => {
  test('is the same freight there and back again', () => {
    const size = fc.integer({ min: 1, max: 600_00 }).map((hundredths) => String(hundredths / 100))
    fc.assert(
      fc.property(size, size, (length, weight) => {
        const line = { ...pallet, length, weight }
        expect(cargoInOther(cargoInOther(line, 'imperial'), 'metric')).toEqual(line)
        expect(cargoInOther(cargoInOther(line, 'metric'), 'imperial')).toEqual(line)
        expect(cargoInput(cargoInOther(line, 'imperial'), 'metric')).toEqual(cargoInput(line, 'imperial'))
      }),
    )
  })
})

describe('a cargo line', () => {
  test('goes to the wire with its value in dollars, and comes back', () => {
    const line = { ...pallet, value: '1,200', nmfcCode: '161030', hazmat: true }
    const input = cargoInput(line, 'imperial')
    expect(input).toMatchObject({ value: 1200, currency: 'USD', nmfcCode: '161030', freightClass: '85', hazmat: true })
    expect(cargoFormOf({ ...input, quantity: 2, weight: 500, length: 48, width: 40, height: 36 }, 'imperial')).toEqual({
      ...line,
      value: '1200',
    })
  })

  test('keeps a class that is not the density’s', () => {
    const cargo = { weight: 500, length: 48, width: 40, height: 36, quantity: 1, description: 'x' }
    expect(cargoFormOf({ ...cargo, freightClass: '70' }, 'imperial').freightClass).toBe('70')
    expect(cargoFormOf({ ...cargo, freightClass: '85' }, 'imperial').freightClass).toBe('density')
  })

  test('adds up with the others as far as they are known', () => {
    const totals = cargoTotals([pallet, { ...emptyCargo(), quantity: '3', weight: 'x' }], 'imperial')
    expect(totals).toEqual({ pieces: 5, pounds: 1000, cubicFeet: 80 })
  })
})
