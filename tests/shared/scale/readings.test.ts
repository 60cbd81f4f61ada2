import { describe, expect, it } from 'vitest'
import { checkWeight } from '../../../src-shared/station/scale/deviation.ts'
import { readScaleReport } from '../../../src-shared/station/scale/hid-report.ts'
import { gramsOf, netGrams, poundsOf } from '../../../src-shared/station/scale/reading.ts'
import { readAnswers, type ScaleProtocol } from '../../../src-shared/station/scale/serial-answer.ts'
import fc from '../../support/fast-check.ts'

const report = (...bytes: number[]) => readScaleReport(new DataView(Uint8Array.from(bytes).buffer))
const sent = (protocol: ScaleProtocol, text: string) => readAnswers(protocol, Buffer.from(text, 'latin1'), 'lb')
const LIMITS = { limitPercent: 3, limitLb: 5 }

describe('a report of a USB scale', () => {
  it('is read in grams, kilograms, ounces and pounds by its exponent', () => {
    expect(report(4, 0x02, 0, 20, 0)).toEqual({ state: 'stable', shown: { value: 20, unit: 'g' }, isNet: false })
    // 40 lb 5.2 oz, as a 25 lb postal scale sends it.
    expect(report(4, 0x0b, 0xff, 0x34, 0x19)?.shown).toEqual({ value: 645.2, unit: 'oz' })
    expect(report(4, 0x0c, 0xfe, 0x10, 0x27)?.shown).toEqual({ value: 100, unit: 'lb' })
    expect(report(4, 0x03, 0xfd, 0x88, 0x13)?.shown).toEqual({ value: 5, unit: 'kg' })
    expect(report(4, 0x02, 1, 0xff, 0xff)?.shown).toEqual({ value: 655_350, unit: 'g' })
  })

  it.each([
    [1, 'fault'],
    [2, 'zero'],
    [3, 'motion'],
    [5, 'under'],
    [6, 'over'],
    [7, 'calibrate'],
    [8, 'rezero'],
  ])('with status %i says %s, which is no weight to use', (status, state) => {
    const reading = report(status, 0x0c, 0xff, 100, 0)
    expect(reading?.state).toBe(state)
    expect(netGrams(reading, 0)).toBeNull()
  })

  it('that is short, of another unit or of no status is none', () => {
    expect(report(4, 0x0c, 0xff, 100)).toBeNull()
    expect(report(4, 0x04, 0xff, 100, 0)).toBeNull()
    expect(report(9, 0x0c, 0xff, 100, 0)).toBeNull()
    expect(report(4, 0x0c, 100, 100, 0)).toBeNull()
  })
})

describe('an answer of an NCI scale', () => {
  it('names weight and unit, stable or in motion', () => {
    expect(sent('nci', '\n  12.34lb\r\n00\r\x03').reading).toEqual({
      state: 'stable',
      shown: { value: 12.34, unit: 'lb' },
      isNet: false,
    })
    expect(sent('nci', '\n0005.67KG\r\n10\r\x03').reading).toMatchObject({ state: 'motion', shown: { unit: 'kg' } })
    expect(sent('nci', '\n12lb  3.4oz\r\n00\r\x03').reading?.shown).toEqual({ value: 195.4, unit: 'oz' })
  })

  it.each([
    ['02', 'over'],
    ['01', 'under'],
    ['20', 'zero'],
    ['40', 'fault'],
    ['80', 'fault'],
    ['04', 'fault'],
    ['08', 'calibrate'],
  ])('with status %s says %s', (status, state) => {
    // 0x30 + bits, as the protocol has them.
    expect(sent('nci', `\n${status}\r\x03`).reading?.state).toBe(state)
  })

  it('tells a net weight by its third status byte, whatever the parity', () => {
    const even = Buffer.from('\n  8.00lb\r\n0p4\r\x03', 'latin1').map((byte) => byte | 0x80)
    even[even.length - 1] = 0x03
    expect(readAnswers('nci', even, 'lb').reading).toMatchObject({ isNet: true, shown: { value: 8, unit: 'lb' } })
  })

  it('that is not understood, or shows words, is passed over', () => {
    expect(sent('nci', '\n?\r\x03').reading).toBeNull()
    expect(sent('nci', '\n SETUP lb\r\n00\r\x03').reading).toBeNull()
  })
})

describe('an answer of a Toledo scale', () => {
  it('is a stable weight in the unit that the scale is set to', () => {
    expect(sent('toledo', '\x02012.34\r').reading).toEqual({
      state: 'stable',
      shown: { value: 12.34, unit: 'lb' },
      isNet: false,
    })
    expect(sent('toledo', '\x02001.50N\r').reading).toMatchObject({ isNet: true, shown: { value: 1.5 } })
    expect(sent('toledo', '\x02000.00\r').reading?.state).toBe('zero')
  })

  it.each([
    ['\x01', 'motion'],
    ['\x09', 'motion'],
    ['\x02', 'over'],
    ['\x04', 'under'],
    ['\x08', 'rezero'],
    ['\x10', 'zero'],
    // A status that is itself a carriage return: under zero, in motion, outside the range.
    ['\r', 'under'],
  ])('without a weight says why (%j: %s)', (status, state) => {
    expect(sent('toledo', `\x02?${status}\r`).reading?.state).toBe(state)
  })
})

it('is read whole however its bytes are cut, and noise before it does no harm', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<ScaleProtocol>('nci', 'toledo'),
      fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 }),
      (protocol, hundredths, cuts) => {
        const texts = hundredths.map((one) => (one / 100).toFixed(2))
        const whole = Buffer.from(
          'zz' + texts.map((text) => (protocol === 'nci' ? `\n${text}lb\r\n00\r\x03` : `\x02${text}\r`)).join(''),
          'latin1',
        )
        let held: Uint8Array = new Uint8Array()
        let last: number | undefined
        for (let at = 0, turn = 0; at < whole.length; turn += 1) {
          const size = cuts[turn % cuts.length] ?? 1
          const { reading, rest } = readAnswers(protocol, Buffer.concat([held, whole.subarray(at, at + size)]), 'lb')
          held = rest
          last = reading?.shown?.value ?? last
          at += size
        }
        expect(last).toBe(Number(texts.at(-1)))
        expect(held).toHaveLength(0)
      },
    ),
  )
})

it('never throws and holds little, whatever a line sends', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<ScaleProtocol>('nci', 'toledo'),
      fc.uint8Array({ maxLength: 600 }),
      (protocol, bytes) => {
        expect(readAnswers(protocol, bytes, 'lb').rest.length).toBeLessThanOrEqual(256)
      },
    ),
  )
})

describe('a weight', () => {
  it('is exact in grams, and there and back in pounds', () => {
    expect(gramsOf({ value: 1, unit: 'lb' })).toBe(453.592)
    expect(gramsOf({ value: 16, unit: 'oz' })).toBe(453.592)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (hundredths) => {
        expect(poundsOf(gramsOf({ value: hundredths / 100, unit: 'lb' }))).toBe(hundredths / 100)
      }),
    )
  })

  it('is what is left when the tare is off, and none when nothing is', () => {
    const reading = report(4, 0x02, 0, 0xe8, 3)
    expect(netGrams(reading, 250.5)).toBe(749.5)
    expect(netGrams(reading, 1_000)).toBeNull()
    expect(netGrams(null, 0)).toBeNull()
  })

  it('is net already where the tare was pressed on the scale, and is not reduced a second time', () => {
    expect(netGrams(sent('toledo', '\x02100.00N\r').reading, 22_680)).toBe(45_359.237)
    expect(netGrams(sent('toledo', '\x02150.00\r').reading, 22_680)).toBe(45_358.856)
  })

  const weighed = (value: number, bookedLb: number) => checkWeight(gramsOf({ value, unit: 'lb' }), bookedLb, LIMITS)

  it('fits what was booked within the larger of both limits', () => {
    expect(weighed(1_020, 1_000).result).toBe('fits')
    expect(weighed(14, 10).result).toBe('fits')
    expect(checkWeight(gramsOf({ value: 680.4, unit: 'kg' }), 1_500, LIMITS).result).toBe('fits')
    expect(checkWeight(gramsOf({ value: 14, unit: 'lb' }), 10, { limitPercent: 0, limitLb: 0 }).result).toBe('over')
  })

  it('warns above and below, with the difference and its share', () => {
    expect(weighed(1_200, 1_000)).toMatchObject({ result: 'over', differenceLb: 200, share: 0.2 })
    expect(weighed(600, 1_000)).toMatchObject({ result: 'under', differenceLb: -400 })
  })

  it('never fits and warns at once, whatever is booked', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 50_000, noNaN: true }),
        fc.double({ min: 0, max: 50_000, noNaN: true }),
        (value, booked) => {
          const { result, differenceLb } = weighed(value, booked)
          if (result === 'over') expect(differenceLb).toBeGreaterThan(0)
          if (result === 'under') expect(differenceLb).toBeLessThan(0)
        },
      ),
    )
  })
})
